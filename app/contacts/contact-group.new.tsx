// /contacts/contact-group/new - a new, empty group (drawer)
import { getInputProps, getSelectProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData } from "@remix-run/react";
import { href } from "../href";
import { FormDrawer } from "../kit/form-drawer";
import { Select, TextInput } from "../kit/ui/field";
import { act, done, page } from "../shell/page.server";
import { NewGroupForm } from "./groups/group-form";

export const loader = page("/contacts/contact-group/new", async () => null);

export const action = act("/contacts/contact-group/new", NewGroupForm, async ({ api, value, refuse, from }) => {
  const answer = await api.messaging.createGroup({ body: value });
  if (answer.status !== 201) return refuse(answer.body);
  return done(
    from,
    href("/contacts/contact-group/details", undefined, { id: answer.body.id }),
    "Contact group created",
  );
});

export default function NewGroup() {
  const last = useActionData<typeof action>();
  const [form, fields] = useForm({
    id: "new-group",
    lastResult: last?.reply,
    constraint: undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: NewGroupForm }),
    defaultValue: { type: "sms" },
  });
  const close = href("/contacts/contact-group");
  return (
    <FormDrawer title="New contact group" close={close} submitLabel="Create group" form={form} last={last}>
      <TextInput
        label="Name"
        {...getInputProps(fields.name, { type: "text" })}
        key={fields.name.key}
        errors={fields.name.errors}
        help="Such as Borrowers, Nairobi."
      />
      <Select
        label="Used for"
        {...getSelectProps(fields.type)}
        key={fields.type.key}
        errors={fields.type.errors}
        choices={[
          { value: "sms", label: "SMS" },
          { value: "email", label: "Email" },
          { value: "airtime", label: "Airtime" },
        ]}
      />
    </FormDrawer>
  );
}
