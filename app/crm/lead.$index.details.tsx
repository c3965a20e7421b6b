// /crm/lead/:index/details - what a lead says, to be changed
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { act, done, page } from "../shell/page.server";
import { loadLead } from "./lead/lead.server";
import { LeadFrame } from "./lead/lead-frame";
import { LeadInputs } from "./leads/lead-fields";
import { atFields, LeadFields, leadBody, leadFieldValues } from "./leads/lead-form";

const path = "/crm/lead/:index/details";

export const meta = titledBy<typeof loader>(({ data }) => `Details of ${data?.lead.name ?? "a lead"}`);

export const loader = page(path, loadLead);

const DetailsForm = LeadFields.extend({ version: z.coerce.number().int().min(1) });

export const action = act(path, DetailsForm, async ({ api, params, value: { version, ...fields }, refuse, from }) => {
  const id = Number(params.index) || 0;
  const answer = await api.crm.updateContactDetails({ params: { id }, body: { ...leadBody(fields), version } });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: atFields(answer.body.errors) });
  return done(from, href("/crm/lead/:index", { index: id }), "Details saved");
});

export default function LeadDetails() {
  const loaded = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { lead } = loaded;
  const kept = leadFieldValues(lead);
  return (
    <LeadFrame {...loaded}>
      <PostResult last={last} idOf={(name) => `lead-${name}`} />
      <Form key={lead.version} method="post" className="card grid max-w-[560px] gap-5 p-5 max-md:p-4">
        <input type="hidden" name="version" value={lead.version} />
        <LeadInputs id="lead" held={(name) => typedValue(last, name) ?? kept[name] ?? ""} errors={fieldErrors(last)} />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" size="lg" working={working}>
            Save the details
          </Button>
          <LinkButton to={href("/crm/lead/:index", { index: lead.id })} size="lg" variant="ghost">
            Cancel
          </LinkButton>
        </div>
      </Form>
    </LeadFrame>
  );
}
