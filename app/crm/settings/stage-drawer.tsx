import { Form, useLocation, useNavigation } from "@remix-run/react";
import { z } from "zod";
import {
  categoryNames,
  kindWords,
  type RecordKind,
  recordFieldNames,
  requirableFields,
  stageCategories,
} from "../../../rules/crm";
import type { FieldDefinition } from "../../../rules/crm-fields";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type LastPost, typedValue, typedValues } from "../../kit/refused-post";
import { typedText } from "../../kit/typed-fields";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { Select, TextInput } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";
import { stagePlaces } from "./stage-places";

const whole = (words: string) => z.coerce.number({ error: words }).int(words);

/** The form of a stage; an empty number of days is none. */
export const StageFields = z.object({
  name: typedText,
  category: z.enum(stageCategories, { error: "Choose a category." }),
  probability: whole("From 0 to 100.").min(0, "From 0 to 100.").max(100, "From 0 to 100.").default(0),
  required_fields: z
    .array(z.union([z.enum(requirableFields), z.templateLiteral(["custom.", z.int().positive()])]))
    .default([]),
  rot_days: z.preprocess(
    (days) => (days === "" || days === undefined ? null : Number(days)),
    z.number({ error: "Enter whole days." }).int("Enter whole days.").nullable(),
  ),
});

type Props = {
  kind: RecordKind;
  title: string;
  button: string;
  given: Record<string, string>;
  required?: readonly string[];
  /** The custom fields of the kind. */
  fields: readonly FieldDefinition[];
  last: LastPost;
};

/** A stage: its name, what it means, how likely a sale is, and when a record has waited too long in it. */
export function StageDrawer({ kind, title, button, given, required = [], fields, last }: Props) {
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const held = (name: string) => typedValue(last, name) ?? given[name] ?? "";
  const { search } = useLocation();
  const close = `${stagePlaces[kind].path}${search}`;
  const asked = last?.reply ? (typedValues(last, "required_fields") ?? []) : required;
  const [one, many] = kindWords[kind];
  return (
    <Drawer
      title={title}
      close={close}
      foot={<FormFoot submitLabel={button} close={close} form="stage" working={working} />}
    >
      <PostResult last={last} idOf={(name) => `stage-${name}`} />
      <Form method="post" id="stage" className="grid gap-5">
        <TextInput
          id="stage-name"
          name="name"
          label="Name"
          maxLength={60}
          defaultValue={held("name")}
          errors={errors.name ?? []}
          autoComplete="off"
        />
        <Select
          id="stage-category"
          name="category"
          label="Category"
          help={kind === "contact" ? undefined : `A ${one} in a won or lost stage is closed.`}
          defaultValue={held("category") || "working"}
          choices={stageCategories.map((value) => ({ value, label: categoryNames[value] }))}
          errors={errors.category ?? []}
        />
        {kind !== "contact" && (
          <TextInput
            id="stage-probability"
            name="probability"
            label="Likely to be won, per cent"
            inputMode="numeric"
            defaultValue={held("probability") || "0"}
            errors={errors.probability ?? []}
          />
        )}
        <TextInput
          id="stage-rot_days"
          name="rot_days"
          label="Days without activity"
          optional
          help={`A ${one} that waits longer is marked. Leave empty for stages in which ${many} may rest.`}
          inputMode="numeric"
          defaultValue={held("rot_days")}
          errors={errors.rot_days ?? []}
        />
        {kind !== "contact" && (
          <CheckboxGroup
            id="stage-required_fields"
            legend={`What a ${one} must say before it leaves the stage`}
            help="A lost one may leave without."
            errors={errors.required_fields ?? []}
          >
            {requirableFields.map((field) => (
              <Checkbox
                key={field}
                name="required_fields"
                value={field}
                label={recordFieldNames[field]}
                defaultChecked={asked.includes(field)}
              />
            ))}
            {/* An archived field is not asked for; it is again once it is restored. */}
            {fields
              .filter(({ id, archived }) => !archived || asked.includes(`custom.${id}`))
              .map(({ id, name, archived }) => (
                <Checkbox
                  key={id}
                  name="required_fields"
                  value={`custom.${id}`}
                  label={archived ? `${name} (archived: not asked for)` : name}
                  defaultChecked={asked.includes(`custom.${id}`)}
                />
              ))}
          </CheckboxGroup>
        )}
      </Form>
    </Drawer>
  );
}
