// /crm/settings/leadstages/:id/delete - the last step before a stage goes, and where its leads go
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedId } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Select } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, page } from "../shell/page.server";
import { loadStage } from "./settings/stage.server";

const path = "/crm/settings/leadstages/:id/delete";

export const meta = titled("Delete a stage");

export const loader = page(path, loadStage);

const ReplaceForm = z.object({ replace: typedId });

export const action = act(path, ReplaceForm, async ({ api, params, value, refuse, from }) => {
  const answer = await api.crm.deleteLeadStage({
    params: { id: Number(params.id) || 0 },
    query: { replace: value.replace || undefined },
  });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/crm/settings/leadstages"), answer.body.message, "Deleted");
});

export default function DeleteStage() {
  const { stage, stages } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = href("/crm/settings/leadstages");
  const count = `${stage.leads.toLocaleString("en-KE")} ${stage.leads === 1 ? "lead" : "leads"}`;
  return (
    <div className="max-w-[560px]">
      <PostResult last={last} />
      <PageHeader
        title={`Delete ${stage.name}?`}
        text={stage.leads > 0 ? `It has ${count}. Choose the stage that they go to.` : "No lead is in this stage."}
        back={{ label: "Lead stages", to: back }}
      />
      <Form method="post" className="card grid gap-4 p-4">
        {stage.leads > 0 && (
          <Select
            id="replace"
            name="replace"
            label="Its leads go to"
            empty="Choose a stage"
            choices={stages
              .filter(({ id }) => id !== stage.id)
              .map(({ id, name }) => ({ value: String(id), label: name }))}
            errors={fieldErrors(last).replace ?? []}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" size="lg" icon={Trash2} working={working}>
            Delete the stage
          </Button>
          <LinkButton to={back} size="lg">
            Keep it
          </LinkButton>
        </div>
      </Form>
    </div>
  );
}
