import { Form } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { showPhone } from "../../../rules/phone";
import type { ChatPerson } from "../../../services/chat/contract.schemas";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Select, TextInput } from "../../kit/ui/field";

type PersonFormProps = {
  person: ChatPerson;
  action: string;
  working: boolean;
  last: LastPost;
};

/** What is known of a customer, to be mended. */
export function PersonForm({ person, action, working, last }: PersonFormProps) {
  const errors = fieldErrors(last);
  const scripted = useHydrated();
  const stands = { name: person.name, msisdn: person.msisdn ? showPhone(person.msisdn) : "", email: person.email };
  const field = (name: "name" | "msisdn" | "email") => ({
    id: `person-${name}`,
    name,
    defaultValue: typedValue(last, name) ?? stands[name],
    errors: errors[name] ?? [],
    autoComplete: "off",
  });
  return (
    <Form method="post" action={action} className="grid gap-4" noValidate={scripted} preventScrollReset>
      <input type="hidden" name="person_id" value={person.id} />
      <TextInput label="Name" {...field("name")} maxLength={120} />
      <TextInput label="Phone" {...field("msisdn")} type="tel" maxLength={30} />
      <TextInput label="Email" {...field("email")} type="email" maxLength={254} />
      <Select
        id="person-language"
        name="language"
        label="Language"
        defaultValue={typedValue(last, "language") ?? person.language}
        empty="Not available"
        choices={[
          { value: "en", label: "English" },
          { value: "sw", label: "Kiswahili" },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button name="intent" value="save" working={working}>
          Save the profile
        </Button>
        <Button variant="ghost" name="intent" value={person.blocked ? "unblock" : "block"} working={working}>
          {person.blocked ? "Unblock" : "Block this customer"}
        </Button>
      </div>
    </Form>
  );
}
