// /crm/settings/duplicates/:id - two records that may be the same, side by side; of merged ones the undo
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Undo2, X } from "lucide-react";
import { z } from "zod";
import { kindWords } from "../../rules/crm";
import { duplicateReasonNames } from "../../rules/duplicates";
import type { PairDetail } from "../../services/crm/contract.duplicates";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { CompareForm, PairLinks } from "./duplicates/compare";
import { readMergeChoice } from "./duplicates/merge-choice";
import { recordHref } from "./record/places";
import { fetchFields } from "./record/record.server";

const path = "/crm/settings/duplicates/:id";

export const meta = titled("Compare two records");

export const loader = page(path, async ({ api, params, url, viewer }) => {
  const pair = expectStatus(await api.crm.duplicate({ params: { id: Number(params.id) || 0 } }), 200);
  return {
    pair,
    fields: await fetchFields(api, pair.kind),
    choice: readMergeChoice(url.searchParams),
    zone: viewer.time_zone,
  };
});

const PairFields = z.object({ intent: z.enum(["different", "undo"]) });

export const action = act(path, PairFields, async ({ api, params, value, refuse, from }) => {
  const id = Number(params.id) || 0;
  if (value.intent === "undo") {
    const answer = await api.crm.undoMerge({ params: { id } });
    return answer.status === 201
      ? done(from, href(path, { id }), "Both records are as they were.", "Merge undone")
      : refuse(answer.body);
  }
  const answer = await api.crm.keepApart({ params: { id } });
  return answer.status === 201
    ? done(from, href("/crm/settings/duplicates"), "The two will not be suggested again.", "Kept apart")
    : refuse(answer.body);
});

export default function DuplicatePairPage() {
  const { pair, fields, choice, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const [one, several] = kindWords[pair.kind];
  return (
    <div className="max-w-[960px]">
      <PostResult last={last} />
      <PageHeader
        title={pair.state === "merged" ? `Merged ${several}` : `Are these ${several} the same?`}
        back={{ label: "Possible duplicates", to: href("/crm/settings/duplicates") }}
        text={
          <span className="grid gap-1">
            <span>{pair.reasons.map((reason) => duplicateReasonNames[reason]).join(", ")}</span>
            <PairLinks records={pair.records} />
          </span>
        }
      />
      {pair.state === "open" && (
        <div className="grid gap-4">
          <CompareForm
            key={pair.records.map(({ version }) => version).join()}
            pair={pair}
            fields={fields}
            choice={choice}
            zone={zone}
          />
          <Form method="post" className="card flex flex-wrap items-center gap-4 p-4">
            <p className="min-w-0 flex-1">If these are two different {several}, they are not suggested again.</p>
            <Button name="intent" value="different" size="lg" icon={X} working={working}>
              Not the same
            </Button>
          </Form>
        </div>
      )}
      {pair.state === "different" && (
        <Decision pair={pair} zone={zone}>
          said that these {several} are not the same.
        </Decision>
      )}
      {pair.state === "merged" && <Merged pair={pair} zone={zone} one={one} working={working} />}
    </div>
  );
}

function Decision({ pair, zone, children }: { pair: PairDetail; zone: string; children: React.ReactNode }) {
  return (
    <p className="card p-4">
      {pair.by || "Someone"} {children}{" "}
      {pair.at && (
        <span className="text-sm text-quiet">
          <DateTime at={pair.at} zone={zone} />
        </span>
      )}
    </p>
  );
}

type MergedProps = { pair: PairDetail; zone: string; one: string; working: boolean };

function Merged({ pair, zone, one, working }: MergedProps) {
  const [kept] = pair.records;
  const { merged } = pair;
  if (!kept || !merged) return null;
  return (
    <div className="grid gap-4">
      <Decision pair={pair} zone={zone}>
        merged {merged.name} ({one} {merged.id}) into {kept.name} ({one} {kept.id}).
      </Decision>
      <Card padded label="Undo" className="grid gap-4 md:p-5!">
        <p>
          After the undo both {one}s are as they were, each with its notes, appointments, tasks, deals, sales and
          history. What was added since stays with {kept.name}.
        </p>
        {merged.blocked && <p className="text-sm text-quiet">{merged.blocked}</p>}
        <Form method="post" className="flex flex-wrap gap-2">
          <Button
            name="intent"
            value="undo"
            variant="primary"
            size="lg"
            icon={Undo2}
            working={working}
            {...(merged.blocked ? { disabledReason: merged.blocked } : {})}
          >
            Undo the merge
          </Button>
          <LinkButton to={recordHref(kept)} size="lg" variant="ghost">
            Open {kept.name}
          </LinkButton>
        </Form>
      </Card>
    </div>
  );
}
