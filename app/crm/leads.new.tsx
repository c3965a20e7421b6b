// /crm/leads/new - a new lead (drawer)
import { Form, useActionData, useLocation, useNavigation } from "@remix-run/react";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { Drawer } from "../kit/ui/drawer";
import { FormFoot } from "../kit/ui/form-foot";
import { act, done, page } from "../shell/page.server";
import { LeadInputs } from "./leads/lead-fields";
import { atFields, LeadFields, leadBody } from "./leads/lead-form";

const path = "/crm/leads/new";

export const loader = page(path, async () => null);

export const action = act(path, LeadFields, async ({ api, value, refuse, from }) => {
  const answer = await api.crm.createLead({ body: leadBody(value) });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: atFields(answer.body.errors) });
  return done(from, href("/crm/lead/:index", { index: answer.body.id }), "Lead added");
});

export default function NewLead() {
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  const working = useNavigation().state === "submitting";
  const close = `${href("/crm/leads")}${search}`;
  return (
    <Drawer
      title="New lead"
      close={close}
      foot={<FormFoot submitLabel="Add the lead" close={close} form="lead" working={working} />}
    >
      <PostResult last={last} idOf={(name) => `lead-${name}`} />
      <Form method="post" id="lead" className="grid gap-5">
        <LeadInputs id="lead" held={(name) => typedValue(last, name) ?? ""} errors={fieldErrors(last)} />
      </Form>
    </Drawer>
  );
}
