// /contacts/contact-group/details/rename - another name for a group (drawer) (?id=)
import { getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { href } from "../href";
import { FormDrawer } from "../kit/form-drawer";
import { parseSearch } from "../kit/list";
import { TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { memberList, members } from "./contact-group.details.list";
import { RenameForm } from "./groups/group-form";

const path = "/contacts/contact-group/details/rename";

export const loader = page(path, async ({ api, url }) => ({
  group: expectStatus(await api.messaging.group({ params: { id: parseSearch(members, url).id } }), 200),
}));

export const action = act(path, RenameForm, async ({ api, value, refuse, from, url }) => {
  const { id } = parseSearch(members, url);
  const answer = await api.messaging.renameGroup({ params: { id }, body: value });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/contacts/contact-group/details", undefined, { id }), "Contact group renamed");
});

export default function RenameGroup() {
  const { group } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const close = memberList(useLocation().search);
  const [form, fields] = useForm({
    id: "rename-group",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: RenameForm }),
    defaultValue: { name: group.name },
  });
  return (
    <FormDrawer title="Rename the group" close={close} submitLabel="Save name" form={form} last={last}>
      <TextInput
        label="Name"
        {...getInputProps(fields.name, { type: "text" })}
        key={fields.name.key}
        errors={fields.name.errors}
        autoComplete="off"
      />
    </FormDrawer>
  );
}
