import { Form, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { brand } from "../../../rules/brand";
import type { DispositionSetup } from "../../../services/ticketing/contract.sla";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped, type RefusedPost } from "../../kit/refused-post";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { Select, TextArea } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";
import type { Choices } from "../kit/choices";
import type { TypedDisposition } from "./disposition.server";
import { contactsText } from "./disposition-contacts";

type DispositionDrawerProps = {
  setup: DispositionSetup;
  /** The disposition that it is under. */
  parent: string | undefined;
  choices: Choices;
  close: string;
  last: RefusedPost | undefined;
};

function held(setup: DispositionSetup): TypedDisposition {
  return {
    policy_id: String(setup.policy_id ?? ""),
    priority_id: String(setup.priority_id ?? ""),
    contacts: contactsText(setup.contacts),
    member_ids: setup.members.map(({ id }) => id),
  };
}

/** Policy, priority, who gets its tickets, and who is written to. */
export function DispositionDrawer({ setup, parent, choices, close, last }: DispositionDrawerProps) {
  const working = useNavigation().state === "submitting";
  const was = held(setup);
  const typed = keepTyped(last, was);
  const errors = fieldErrors(last);
  const wrong = (name: string) => errors[name] ?? [];
  const otherwise = parent ? `As ${parent}, else by the rules` : "Automatic";
  // Those who are ticked are compared in the order that they are drawn in.
  const drawn = choices.members.map(({ value }) => value).filter((id) => was.member_ids.includes(id));
  return (
    <Drawer
      title={parent ? `${parent}: ${setup.disposition}` : setup.disposition}
      close={close}
      foot={<FormFoot submitLabel="Save the disposition" close={close} form="disposition" working={working} />}
    >
      <PostResult last={last} idOf={(name) => name} />
      <Form id="disposition" method="post" className="grid gap-5" noValidate={useHydrated()}>
        <input type="hidden" name="was_policy_id" value={was.policy_id} />
        <input type="hidden" name="was_priority_id" value={was.priority_id} />
        <input type="hidden" name="was_contacts" value={was.contacts} />
        <input type="hidden" name="was_member_ids" value={drawn.join(",")} />
        <Select
          id="policy_id"
          name="policy_id"
          label="Policy"
          help="Sets the due times, unless another policy is chosen on the ticket."
          empty={otherwise}
          choices={choices.policies}
          defaultValue={typed.policy_id}
          errors={wrong("policy_id")}
        />
        <Select
          id="priority_id"
          name="priority_id"
          label="Priority"
          help="For new tickets, unless a priority, or urgency and impact, are set."
          empty={parent ? `As ${parent}, else Medium` : "None of its own"}
          choices={choices.priorities}
          defaultValue={typed.priority_id}
          errors={wrong("priority_id")}
        />
        {choices.members.length > 0 && (
          <CheckboxGroup
            id="member_ids"
            legend="Assign new tickets to"
            help={parent ? `If no one is selected: as for ${parent}.` : "Unless the ticket names its members."}
            inline
            errors={wrong("member_ids")}
          >
            {choices.members.map(({ value, label }) => (
              <Checkbox
                key={value}
                name="member_ids"
                value={value}
                label={label}
                defaultChecked={typed.member_ids.includes(value)}
              />
            ))}
          </CheckboxGroup>
        )}
        <TextArea
          id="contacts"
          name="contacts"
          label="Email on new tickets"
          help={`One on each line, like Amina <amina@example.com>. They need no ${brand.name} sign-in.`}
          optional
          rows={3}
          maxLength={5000}
          defaultValue={typed.contacts}
          errors={wrong("contacts")}
        />
      </Form>
    </Drawer>
  );
}
