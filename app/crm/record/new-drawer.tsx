import { Form, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { kindWords } from "../../../rules/crm";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, typedValue } from "../../kit/refused-post";
import { Drawer } from "../../kit/ui/drawer";
import { FormFoot } from "../../kit/ui/form-foot";
import { CustomInputs } from "../fields/custom-inputs";
import type { newAction, newLoader } from "./new.server";
import { listPlaces } from "./places";
import { RecordInputs } from "./record-fields";

/** A new lead, contact or deal. */
export function NewDrawer() {
  const { kind, fields, contact, organisation } = useLoaderData<ReturnType<typeof newLoader>>();
  const last = useActionData<ReturnType<typeof newAction>>();
  const { search } = useLocation();
  const working = useNavigation().state === "submitting";
  const close = `${listPlaces[kind].path}${search}`;
  const [one] = kindWords[kind];
  const begins: Record<string, string> = contact
    ? { company: contact.company, phone: contact.phone, email: contact.email }
    : { company: organisation?.name ?? "" };
  return (
    <Drawer
      title={`New ${one}`}
      close={close}
      foot={<FormFoot submitLabel={`Add the ${one}`} close={close} form={one} working={working} />}
    >
      <PostResult last={last} idOf={(name) => `${one}-${name}`} />
      <Form method="post" id={one} className="grid gap-5">
        {contact && (
          <p>
            For <b className="font-medium">{contact.name}</b>
            <input type="hidden" name="contact_id" value={contact.id} />
          </p>
        )}
        {organisation && (
          <p>
            In <b className="font-medium">{organisation.name}</b>
            <input type="hidden" name="organisation" value={organisation.id} />
          </p>
        )}
        <RecordInputs
          id={one}
          held={(name) => typedValue(last, name) ?? begins[name] ?? ""}
          errors={fieldErrors(last)}
        />
        <CustomInputs id={one} fields={fields} values={{}} errors={fieldErrors(last)} last={last} />
      </Form>
    </Drawer>
  );
}
