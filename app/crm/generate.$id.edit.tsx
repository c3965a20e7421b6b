// /crm/generate/:id/edit - a lead form is changed, or closed
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { atFields, LeadFormFields, leadFormBody } from "./forms/form-fields";
import { fetchLeadFields } from "./forms/lead-fields.server";
import { LeadFormForm } from "./forms/lead-form-form";

const path = "/crm/generate/:id/edit";

export const meta = titled("Change a lead form");

export const loader = page(path, async ({ api, params }) => {
  const [form, managers, custom] = await Promise.all([
    api.crm.leadForm({ params: { id: Number(params.id) || 0 } }),
    api.crm.salesManagers({}),
    fetchLeadFields(api),
  ]);
  return { form: expectStatus(form, 200), managers: managers.status === 200 ? managers.body.data : [], custom };
});

export const action = act(path, LeadFormFields, async ({ api, params, value, refuse, from }) => {
  const id = Number(params.id) || 0;
  const answer = await api.crm.updateLeadForm({
    params: { id },
    body: leadFormBody(value, await fetchLeadFields(api)),
  });
  if (answer.status === 201) return done(from, href("/crm/generate/:id", { id }), "Lead form saved");
  return refuse({ ...answer.body, errors: atFields(answer.body.errors) });
});

export default function EditLeadForm() {
  const { form, managers, custom } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const back = href("/crm/generate/:id", { id: form.id });
  return (
    <>
      <PageHeader
        title="Change a lead form"
        text="Its address stays the same."
        trail={[
          { label: "Lead forms", to: href("/crm/generate") },
          { label: form.name, to: back },
        ]}
      />
      <LeadFormForm held={form} custom={custom} managers={managers} last={last} submitLabel="Save" back={back} />
    </>
  );
}
