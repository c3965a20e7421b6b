// /settings/users/new - invite somebody (drawer)
import { getInputProps, getSelectProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { InviteForm } from "../../services/identity/contract.people";
import { href } from "../href";
import { FormDrawer } from "../kit/form-drawer";
import { Select, TextInput } from "../kit/ui/field";
import { act, done, page } from "../shell/page.server";
import { roleChoices, teamChoices } from "./people/users.server";

/** As in the contract; the choices come as text. */
const FilledIn = InviteForm.extend({
  role_id: z.coerce.number({ error: "Choose a role." }).int().positive("Choose a role."),
});

export const loader = page("/settings/users/new", async ({ api, viewer }) => {
  const [roles, teams] = await Promise.all([roleChoices(api, viewer), teamChoices(api)]);
  return { roles, teams };
});

export const action = act("/settings/users/new", FilledIn, async ({ api, value, refuse, from, url }) => {
  const answer = await api.identity.inviteMember({ body: value });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, `${href("/settings/users")}${url.search}`, answer.body.message, "Invited");
});

export default function Invite() {
  const { roles, teams } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const close = `${href("/settings/users")}${useLocation().search}`;
  const [form, fields] = useForm({
    id: "invite",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: FilledIn }),
    shouldRevalidate: "onInput",
    defaultValue: { user_group: "1" },
  });
  const withheld = roles.filter(({ why }) => why !== undefined);
  return (
    <FormDrawer
      title="Invite a person"
      close={close}
      submitLabel="Send the invitation"
      form={form}
      last={last}
      lead={
        <p className="text-quiet">They get an email with a link to set a password. The link works for three days.</p>
      }
    >
      <TextInput
        label="Name"
        {...getInputProps(fields.name, { type: "text" })}
        key={fields.name.key}
        errors={fields.name.errors}
        autoComplete="off"
      />
      <TextInput
        label="Email address"
        {...getInputProps(fields.email, { type: "email" })}
        key={fields.email.key}
        errors={fields.email.errors}
        autoComplete="off"
      />
      <TextInput
        label="Phone number"
        {...getInputProps(fields.phone, { type: "tel" })}
        key={fields.phone.key}
        errors={fields.phone.errors}
        autoComplete="off"
        optional
      />
      <Select
        label="Role"
        {...getSelectProps(fields.role_id)}
        key={fields.role_id.key}
        errors={fields.role_id.errors}
        empty="Choose a role"
        choices={roles.map(({ value, label, why }) => ({
          value,
          label: why ? `${label} (${why})` : label,
          disabled: why !== undefined,
        }))}
        help={withheld.length > 0 ? "You can give roles that have no more permissions than you." : undefined}
      />
      <Select
        label="Team"
        {...getSelectProps(fields.user_group)}
        key={fields.user_group.key}
        errors={fields.user_group.errors}
        choices={teams}
      />
    </FormDrawer>
  );
}
