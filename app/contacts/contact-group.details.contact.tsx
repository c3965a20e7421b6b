// /contacts/contact-group/details/contact - one contact of a group, new or to edit (drawer) (?id=&contact=)
import { getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { showPhone } from "../../rules/phone";
import { id } from "../../services/kit/contract";
import { FormDrawer } from "../kit/form-drawer";
import { parseSearch } from "../kit/list";
import { TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { memberList, members } from "./contact-group.details.list";
import { loadContact } from "./groups/contact.server";
import { ContactFields, mergeFieldValues } from "./groups/contact-form";
import { TakeOut } from "./groups/take-out";

const path = "/contacts/contact-group/details/contact";

function contactId(url: URL): number | undefined {
  const said = url.searchParams.get("contact");
  return said === null ? undefined : (id.safeParse(said).data ?? 0);
}

export const loader = page(path, async ({ api, url }) => {
  const group = expectStatus(await api.messaging.group({ params: { id: parseSearch(members, url).id } }), 200);
  const which = contactId(url);
  return { group, contact: which === undefined ? undefined : await loadContact(api, url, which) };
});

export const action = act(path, ContactFields, async ({ api, value, refuse, from, url }) => {
  const group = expectStatus(await api.messaging.group({ params: { id: parseSearch(members, url).id } }), 200);
  const { phone, name, email } = value;
  const said = { phone, name, email, fields: mergeFieldValues(value.fields, group.field_names) };
  const which = contactId(url);
  if (which !== undefined) {
    const answer = await api.messaging.updateContact({
      params: { id: group.id },
      body: { ...said, contact_id: which },
    });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, memberList(url.search), "Contact saved");
  }
  const answer = await api.messaging.addContacts({
    body: { group_id: group.id, contacts: [said], existing: "refuse" },
  });
  if (answer.status !== 201) return refuse(answer.body);
  const [refused] = answer.body.refused;
  if (refused) {
    const field = phone === "" ? "email" : "phone";
    const words = refused.existing
      ? `${refused.existing} is in this group already. Open that contact to change it.`
      : `This cannot be used: ${refused.reason}.`;
    return refuse({ status: 422, message: "The contact was not added.", errors: { [field]: [words] } });
  }
  return done(from, memberList(url.search), "Contact added");
});

export default function ContactDrawer() {
  const { group, contact } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const close = memberList(useLocation().search);
  const known = [...new Set([...group.field_names, ...Object.keys(contact?.fields ?? {})])];
  const [form, fields] = useForm({
    id: "contact",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: ContactFields }),
    shouldRevalidate: "onInput",
    defaultValue: {
      phone: contact?.msisdn ? showPhone(contact.msisdn) : "",
      name: contact?.name ?? "",
      email: contact?.email ?? "",
      fields: [...known.map((name) => ({ name, value: contact?.fields[name] ?? "" })), { name: "", value: "" }],
    },
  });
  const pairs = fields.fields.getFieldList();
  return (
    <FormDrawer
      title={contact ? "Edit contact" : "Add a contact"}
      close={close}
      submitLabel={contact ? "Save contact" : "Add contact"}
      form={form}
      last={last}
      beside={contact && <TakeOut contact={contact} back={close} />}
    >
      <TextInput
        label="Phone number"
        {...getInputProps(fields.phone, { type: "tel" })}
        key={fields.phone.key}
        errors={fields.phone.errors}
        help="As you have it: 0712 345 678, 254712345678 or with a plus for a number abroad."
        autoComplete="off"
        optional={group.type === "email"}
      />
      <TextInput
        label="Name"
        {...getInputProps(fields.name, { type: "text" })}
        key={fields.name.key}
        errors={fields.name.errors}
        autoComplete="off"
        optional
      />
      <TextInput
        label="Email address"
        {...getInputProps(fields.email, { type: "email" })}
        key={fields.email.key}
        errors={fields.email.errors}
        autoComplete="off"
        optional={group.type !== "email"}
      />
      <fieldset className="grid gap-4 border-t border-line pt-5">
        <legend className="contents">
          <span className="font-semibold">Merge fields</span>
        </legend>
        <p className="-mt-2 text-sm text-quiet">What a message to {group.name} can include about this contact.</p>
        {pairs.slice(0, -1).map((pair, at) => {
          const { name, value } = pair.getFieldset();
          return (
            <div key={pair.key}>
              <input {...getInputProps(name, { type: "hidden" })} key={name.key} />
              <TextInput
                label={known[at] ?? name.value}
                {...getInputProps(value, { type: "text" })}
                key={value.key}
                errors={value.errors ?? name.errors}
                autoComplete="off"
              />
            </div>
          );
        })}
        {pairs.slice(-1).map((pair) => {
          const { name, value } = pair.getFieldset();
          return (
            <div key={pair.key} className="grid gap-4 md:grid-cols-2">
              <TextInput
                label="Another field"
                {...getInputProps(name, { type: "text" })}
                key={name.key}
                errors={name.errors}
                help="Such as loan_no."
                autoComplete="off"
                optional
              />
              <TextInput
                label="Its value"
                {...getInputProps(value, { type: "text" })}
                key={value.key}
                errors={value.errors}
                autoComplete="off"
                optional
              />
            </div>
          );
        })}
      </fieldset>
    </FormDrawer>
  );
}
