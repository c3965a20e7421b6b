// /crm/settings/pipelines - the pipelines of leads and of deals
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { ArrowUp, Trash2 } from "lucide-react";
import { z } from "zod";
import { kindWords, type PipelineKind, pipelineKinds, sayRecords } from "../../rules/crm";
import type { Pipeline } from "../../services/crm/contract.pipelines";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedId, typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { Select, TextInput } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { act, done, expectStatus, page } from "../shell/page.server";
import { SettingsHead } from "./settings/settings-head";
import { stagePlaces } from "./settings/stage-places";

const path = "/crm/settings/pipelines";

export const meta = titled("Pipelines");

export const loader = page(path, async ({ api }) => ({
  pipelines: expectStatus(await api.crm.pipelines({}), 200).data,
}));

const PipelineFields = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), name: typedText, kind: z.enum(pipelineKinds).default("deal") }),
  z.object({ intent: z.literal("rename"), pipeline: typedId, renamed: typedText }),
  z.object({ intent: z.literal("first"), pipeline: typedId, renamed: typedText }),
  z.object({ intent: z.literal("delete"), pipeline: typedId, renamed: typedText }),
]);

export const action = act(path, PipelineFields, async ({ api, value, refuse, from }) => {
  if (value.intent === "add") {
    const { name, kind } = value;
    const answer = await api.crm.createPipeline({ body: { name, kind } });
    return answer.status === 201 ? done(from, href(path), "Pipeline added") : refuse(answer.body);
  }
  const params = { id: value.pipeline };
  if (value.intent === "delete") {
    const answer = await api.crm.deletePipeline({ params });
    return answer.status === 201 ? done(from, href(path), answer.body.message, "Deleted") : refuse(answer.body);
  }
  const answer = await api.crm.updatePipeline({
    params,
    body: { name: value.renamed, first: value.intent === "first" },
  });
  if (answer.status === 201) return done(from, href(path), "Pipeline saved");
  const { name, ...errors } = answer.body.errors ?? {};
  return refuse({ ...answer.body, errors: { ...errors, ...(name ? { renamed: name } : {}) } });
});

export default function Pipelines() {
  const { pipelines } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <SettingsHead
        tab="Pipelines"
        text="Different ways to a sale, each with stages of its own. New records begin in the first one, unless another is chosen."
      />
      <div className="grid max-w-[900px] grid-cols-1 gap-4">
        {pipelineKinds.map((kind) => (
          <KindCard key={kind} kind={kind} pipelines={pipelines.filter((one) => one.kind === kind)} />
        ))}
        <Card label="New pipeline">
          <CardHead title="New pipeline" />
          <Form key={pipelines.length} method="post" className="grid gap-4 p-4 sm:grid-cols-[minmax(0,1fr)_160px]">
            <TextInput
              id="name"
              name="name"
              label="Name of the new pipeline"
              maxLength={60}
              defaultValue={typedValue(last, "name") ?? ""}
              errors={errors.name ?? []}
              autoComplete="off"
            />
            <Select
              id="kind"
              name="kind"
              label="For"
              choices={pipelineKinds.map((value) => ({ value, label: capital(kindWords[value][1]) }))}
              defaultValue={typedValue(last, "kind") ?? "deal"}
              errors={errors.kind ?? []}
            />
            <div className="sm:col-span-2">
              <Button name="intent" value="add" variant="primary" working={working}>
                Add the pipeline
              </Button>
            </div>
          </Form>
        </Card>
      </div>
    </>
  );
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

function KindCard({ kind, pipelines }: { kind: PipelineKind; pipelines: readonly Pipeline[] }) {
  const [one, many] = kindWords[kind];
  const title = capital(many);
  return (
    <Card label={title}>
      <CardHead title={title} />
      {pipelines.length === 0 ? (
        <p className="p-4 text-quiet">The first one is made with the first {one}.</p>
      ) : (
        <ul className="divide-y divide-line">
          {pipelines.map(({ id, name, stages, records }, at) => (
            <li key={id} className="px-4 py-2">
              <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-2">
                <input type="hidden" name="pipeline" value={id} />
                <TextInput
                  id={`pipeline-${id}`}
                  name="renamed"
                  label={at === 0 ? "Name, the first one" : "Name"}
                  defaultValue={name}
                  maxLength={60}
                  className="min-w-40 flex-1"
                  autoComplete="off"
                />
                <Button name="intent" value="rename">
                  Save
                </Button>
                <Button
                  variant="ghost"
                  icon={ArrowUp}
                  name="intent"
                  value="first"
                  label={`Make ${name} the first`}
                  {...(at === 0 ? { disabledReason: "It is the first." } : {})}
                />
                <Button variant="ghost" icon={Trash2} name="intent" value="delete" label={`Delete ${name}`} />
                <p className="num w-full text-sm text-quiet">
                  <Link className="link" to={href(stagePlaces[kind].path, undefined, { pipeline: id })}>
                    {stages.toLocaleString("en-KE")} {stages === 1 ? "stage" : "stages"}
                  </Link>
                  , {sayRecords(kind, records)}
                </p>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
