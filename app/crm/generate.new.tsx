// /crm/generate/new - a new lead form
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, page } from "../shell/page.server";
import { atFields, LeadFormFields, leadFormBody, newForm } from "./forms/form-fields";
import { fetchLeadFields } from "./forms/lead-fields.server";
import { LeadFormForm } from "./forms/lead-form-form";

const path = "/crm/generate/new";

export const meta = titled("New lead form");

export const loader = page(path, async ({ api, viewer }) => {
  const [managers, custom] = await Promise.all([api.crm.salesManagers({}), fetchLeadFields(api)]);
  return { custom, managers: managers.status === 200 ? managers.body.data : [], viewer: String(viewer.id) };
});

export const action = act(path, LeadFormFields, async ({ api, value, refuse, from }) => {
  const answer = await api.crm.createLeadForm({ body: leadFormBody(value, await fetchLeadFields(api)) });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: atFields(answer.body.errors) });
  return done(from, href("/crm/generate/:id", { id: answer.body.id }), "Lead form added");
});

export default function NewLeadForm() {
  const { managers, custom, viewer } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const back = href("/crm/generate");
  return (
    <>
      <PageHeader
        title="New lead form"
        text="What it asks, and what becomes of the leads."
        back={{ label: "Lead forms", to: back }}
      />
      <LeadFormForm
        held={{ ...newForm, manager_ids: [viewer] }}
        custom={custom}
        managers={managers}
        last={last}
        submitLabel="Add the form"
        back={back}
      />
    </>
  );
}
