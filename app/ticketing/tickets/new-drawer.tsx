import { Form, useLocation } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type RefusedPost } from "../../kit/refused-post";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { Select, TextArea, TextInput } from "../../kit/ui/field";
import { FileField } from "../../kit/ui/file-field";
import { FormFoot } from "../../kit/ui/form-foot";
import type { Choices } from "../kit/choices";
import { type NewField, type NewTicketInput, newFields } from "./new-form";

type NewDrawerProps = {
  choices: Choices;
  close: string;
  working: boolean;
  typed: NewTicketInput;
  last: RefusedPost | undefined;
};

const known: readonly string[] = [...newFields, "files"];

/** Customer, what it is, how pressing, who does it, files. */
export function NewDrawer({ choices, close, working, typed, last }: NewDrawerProps) {
  const scripted = useHydrated();
  const { search } = useLocation();
  const [uploading, setUploading] = useState(0);
  const errors = fieldErrors(last);
  const wrong = (name: string) => errors[name] ?? [];
  const text = (name: NewField) => ({ id: name, name, defaultValue: typed[name], errors: wrong(name) });
  return (
    <Drawer
      title="New ticket"
      close={close}
      foot={
        <FormFoot
          submitLabel="Open the ticket"
          close={close}
          form="new-ticket"
          working={working}
          {...(uploading > 0 ? { disabledReason: "Waiting for the files." } : {})}
        />
      }
    >
      <PostResult last={last} idOf={(name) => (known.includes(name) ? name : undefined)} />
      <Form
        id="new-ticket"
        method="post"
        action={search || "?"}
        encType="multipart/form-data"
        noValidate={scripted}
        className="grid gap-5"
      >
        <input type="hidden" name="key" value={typed.key} />
        <TextInput label="Subject" {...text("subject")} required maxLength={300} autoComplete="off" />
        <TextArea label="Description" {...text("description")} rows={5} optional maxLength={20_000} />
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">Customer</legend>
          <TextInput label="Name" {...text("customer_name")} optional maxLength={200} autoComplete="off" />
          <div className="grid gap-3 sm:grid-cols-2">
            <TextInput label="Phone" {...text("customer_phone")} type="tel" optional autoComplete="off" />
            <TextInput label="Email" {...text("customer_email")} type="email" optional autoComplete="off" />
          </div>
          <Checkbox
            name="from_customer"
            defaultChecked={typed.from_customer}
            label="Reported by the customer"
            help="Starts the first-response timer."
          />
        </fieldset>
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">Priority</legend>
          <Select
            label="Priority"
            {...text("priority_id")}
            choices={choices.priorities}
            empty="From urgency and impact"
            help="Overrides the priority matrix. Default: Medium."
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <Select label="Urgency" {...text("urgency_id")} choices={choices.urgencies} empty="Not set" />
            <Select label="Impact" {...text("impact_id")} choices={choices.impacts} empty="Not set" />
          </div>
        </fieldset>
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-2 font-semibold">Category and channel</legend>
          <Select label="Type" {...text("type_id")} choices={choices.types} empty="None" />
          <Select label="Disposition" {...text("disposition_id")} choices={choices.dispositions} empty="None" />
          <Select label="Stage" {...text("stage_id")} choices={choices.stages} empty="The first one" />
          <Select label="Channel" {...text("channel_id")} choices={choices.channels} empty="Not set" />
        </fieldset>
        <People legend="Groups" name="group_ids" choices={choices.groups} held={typed.group_ids} />
        <People legend="Members" name="member_ids" choices={choices.members} held={typed.member_ids} />
        <FileField
          label="Files"
          purpose="ticket"
          optional
          files={last?.files ?? []}
          errors={wrong("files")}
          onUploading={setUploading}
        />
      </Form>
    </Drawer>
  );
}

type PeopleProps = { legend: string; name: string; choices: Choices["groups"]; held: readonly string[] };

function People({ legend, name, choices, held }: PeopleProps) {
  if (choices.length === 0) return null;
  return (
    <CheckboxGroup id={name} legend={legend} inline>
      {choices.map(({ value, label }) => (
        <Checkbox key={value} name={name} value={value} label={label} defaultChecked={held.includes(value)} />
      ))}
    </CheckboxGroup>
  );
}
