import { Form, useNavigation } from "@remix-run/react";
import type { FieldDefinition } from "../../../rules/crm-fields";
import { leadFieldNames, leadFormFields } from "../../../rules/lead-form";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type LastPost, typedValue, typedValues } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Select, TextArea, TextInput } from "../../kit/ui/field";
import { UnsavedForm } from "../../kit/unsaved";
import type { HeldForm } from "./form-fields";

type LeadFormFormProps = {
  held: HeldForm;
  /** The custom fields of leads. */
  custom: readonly FieldDefinition[];
  managers: readonly { id: string; name: string }[];
  last: LastPost;
  submitLabel: string;
  back: string;
};

/** A lead form as it is set up: its words, what it asks, and what becomes of the leads. */
export function LeadFormForm({ held, custom, managers, last, submitLabel, back }: LeadFormFormProps) {
  const working = useNavigation().state !== "idle";
  const errors = fieldErrors(last);
  const said = (name: string, usual: string) => typedValue(last, name) ?? usual;
  const checked = (name: string, usual: boolean) => (last?.reply ? Boolean(typedValue(last, name)) : usual);
  const chosen = last?.reply ? (typedValues(last, "manager_ids") ?? []) : held.manager_ids;
  return (
    <Form method="post" className="grid max-w-[760px] gap-4">
      <UnsavedForm refused={last} />
      <PostResult last={last} idOf={(name) => name} />
      <FormWords held={held} said={said} errors={errors} />
      <AskedFields held={held} custom={custom} said={said} checked={checked} errors={errors.fields ?? []} />
      <Card label="The leads">
        <CardHead title="The leads" />
        <div className="grid gap-5 p-4">
          <CheckboxGroup
            id="manager_ids"
            legend="Sales managers"
            help="Each lead goes to the next of them, and they are notified. Without a choice, all who work on leads are."
            errors={errors.manager_ids ?? []}
          >
            {managers.map(({ id, name }) => (
              <Checkbox key={id} name="manager_ids" value={id} label={name} defaultChecked={chosen.includes(id)} />
            ))}
          </CheckboxGroup>
          <TextArea
            id="consent"
            name="consent"
            label="What people agree to"
            optional
            help="A checkbox that must be selected. What it says is kept with each lead, with the time. Leave it empty to ask nothing."
            rows={2}
            maxLength={500}
            defaultValue={said("consent", held.consent)}
            errors={errors.consent ?? []}
          />
          <div id="double_opt_in">
            <Checkbox
              name="double_opt_in"
              value="1"
              label="Confirm by email"
              help="The lead arrives once the link in an email was opened. The email address must be required."
              defaultChecked={checked("double_opt_in", held.double_opt_in)}
            />
            {errors.double_opt_in && <p className="text-sm text-bad">{errors.double_opt_in[0]}</p>}
          </div>
          <TextArea
            id="sites"
            name="sites"
            label="Your sites that show the form"
            optional
            help="One a line, such as shop.example or *.shop.example. Only they may show it in a frame; the link works anywhere."
            rows={3}
            defaultValue={said("sites", held.sites.join("\n"))}
            errors={errors.sites ?? []}
          />
          <Checkbox
            name="active"
            value="1"
            label="Open"
            help="A closed form takes no entries."
            defaultChecked={checked("active", held.active)}
          />
        </div>
      </Card>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="lg" working={working}>
          {submitLabel}
        </Button>
        <LinkButton to={back} size="lg">
          Cancel
        </LinkButton>
      </div>
    </Form>
  );
}

type FormWordsProps = {
  held: HeldForm;
  said(name: string, usual: string): string;
  errors: Readonly<Record<string, string[]>>;
};

/** What people read on the form. */
function FormWords({ held, said, errors }: FormWordsProps) {
  return (
    <Card label="The form">
      <CardHead title="The form" />
      <div className="grid gap-5 p-4">
        <TextInput
          id="name"
          name="name"
          label="Name"
          help="For your team, and as the source of the leads."
          maxLength={100}
          defaultValue={said("name", held.name)}
          errors={errors.name ?? []}
          autoComplete="off"
        />
        <TextInput
          id="title"
          name="title"
          label="Title"
          maxLength={150}
          defaultValue={said("title", held.title)}
          errors={errors.title ?? []}
          autoComplete="off"
        />
        <TextArea
          id="intro"
          name="intro"
          label="Text above the fields"
          optional
          rows={3}
          maxLength={1000}
          defaultValue={said("intro", held.intro)}
          errors={errors.intro ?? []}
        />
        <TextInput
          id="button"
          name="button"
          label="Button"
          maxLength={40}
          defaultValue={said("button", held.button)}
          errors={errors.button ?? []}
          autoComplete="off"
        />
        <TextArea
          id="thanks"
          name="thanks"
          label="Text after sending"
          optional
          rows={2}
          maxLength={500}
          defaultValue={said("thanks", held.thanks)}
          errors={errors.thanks ?? []}
        />
      </div>
    </Card>
  );
}

type AskedFieldsProps = {
  held: HeldForm;
  custom: readonly FieldDefinition[];
  said(name: string, usual: string): string;
  checked(name: string, usual: boolean): boolean;
  errors: readonly string[];
};

/** The product's own fields, and the custom ones that are in use or that the form asks already. */
function possibleFields(held: HeldForm, custom: readonly FieldDefinition[]) {
  const own = leadFormFields.map((field) => ({
    ...{ field, id: field as string, named: `fields.${field}`, usual: leadFieldNames[field], about: field as string },
  }));
  const added = custom
    .filter(({ id, archived }) => !archived || held.fields.some(({ field }) => field === `custom.${id}`))
    .map(({ id, name, archived }) => ({
      ...{ field: `custom.${id}`, id: `custom-${id}`, named: `custom_fields.${id}`, usual: name },
      about: archived ? `${name} (archived: not asked)` : name,
    }));
  return [...own, ...added];
}

/** Which fields are asked, in which order, and which of them must be filled in. */
function AskedFields({ held, custom, said, checked, errors }: AskedFieldsProps) {
  const fields = possibleFields(held, custom);
  const places = fields.map((_, at) => ({ value: String(at + 1), label: String(at + 1) }));
  return (
    <Card label="Fields">
      <CardHead title="Fields" />
      {errors.length > 0 && (
        <p className="px-4 pt-3 text-bad" id="fields" tabIndex={-1}>
          {errors[0]}
        </p>
      )}
      <ul className="divide-y divide-line">
        {fields.map(({ field, id, named, usual, about }, at) => {
          const place = held.fields.findIndex((one) => one.field === field);
          const asked = held.fields[place];
          return (
            <li key={field} className="grid items-end gap-3 p-4 sm:grid-cols-[96px_minmax(0,1fr)_120px_88px]">
              <Checkbox
                name={`${named}.ask`}
                value="1"
                label="Ask"
                aria-label={`Ask: ${usual}`}
                className="self-center"
                defaultChecked={checked(`${named}.ask`, asked !== undefined)}
              />
              <TextInput
                id={`${id}-label`}
                name={`${named}.label`}
                label={`Label of ${about}`}
                maxLength={100}
                defaultValue={said(`${named}.label`, asked?.label ?? usual)}
                autoComplete="off"
              />
              <Checkbox
                name={`${named}.required`}
                value="1"
                label="Required"
                aria-label={`Required: ${usual}`}
                className="self-center"
                defaultChecked={checked(`${named}.required`, asked?.required ?? false)}
              />
              <Select
                id={`${id}-place`}
                name={`${named}.place`}
                label="Place"
                choices={places}
                defaultValue={said(`${named}.place`, String(place < 0 ? at + 1 : place + 1))}
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
