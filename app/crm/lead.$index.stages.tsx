// /crm/lead/:index/stages - moving a lead to another stage, with the reason where it is lost, and where it has been
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Select, TextInput } from "../kit/ui/field";
import { act, done, page } from "../shell/page.server";
import { HistoryCard } from "./lead/cards";
import { loadLead } from "./lead/lead.server";
import { LeadFrame } from "./lead/lead-frame";

const path = "/crm/lead/:index/stages";

export const meta = titledBy<typeof loader>(({ data }) => `Stages of ${data?.lead.name ?? "a lead"}`);

export const loader = page(path, async (given) => ({
  ...(await loadLead(given)),
  to: given.url.searchParams.get("to") ?? "",
}));

const StageFields = z.object({
  stage_id: z.coerce.number({ error: "Choose a stage." }).int().positive("Choose a stage."),
  lost_reason: typedText,
  version: z.coerce.number().int().min(1).optional(),
});

export const action = act(path, StageFields, async ({ api, params, value, refuse, from }) => {
  const lead_id = Number(params.index) || 0;
  const answer = await api.crm.moveLead({ params: { lead_id }, body: value });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/crm/lead/:index", { index: lead_id }), `The lead is in ${answer.body.stage} now.`, "Moved");
});

export default function LeadStages() {
  const { to, ...loaded } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { lead, stages, zone } = loaded;
  const lost = stages.filter(({ category }) => category === "lost").map(({ name }) => name);
  const errors = fieldErrors(last);
  const history = {
    ...lead,
    changes: lead.changes.filter(({ field }) => field === "Stage" || field.startsWith("Why")),
  };
  return (
    <LeadFrame {...loaded}>
      <div className="grid max-w-[760px] gap-4">
        <PostResult last={last} />
        <Form key={lead.version} method="post" className="card grid gap-4 p-4">
          <input type="hidden" name="version" value={lead.version} />
          <Select
            id="stage_id"
            name="stage_id"
            label="Stage"
            defaultValue={typedValue(last, "stage_id") ?? (to || String(lead.stage_id))}
            choices={stages.map(({ id, name }) => ({ value: String(id), label: name }))}
            errors={errors.stage_id ?? []}
          />
          <TextInput
            id="lost_reason"
            name="lost_reason"
            label="Why it was lost"
            optional
            help={lost.length > 0 ? `Needed for ${lost.join(" and ")}.` : undefined}
            maxLength={300}
            defaultValue={typedValue(last, "lost_reason") ?? lead.lost_reason}
            errors={errors.lost_reason ?? []}
            autoComplete="off"
          />
          <div>
            <Button variant="primary" size="lg" working={working}>
              Move the lead
            </Button>
          </div>
        </Form>
        <HistoryCard lead={history} zone={zone} />
      </div>
    </LeadFrame>
  );
}
