import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { currencies, kindWords, type RecordKind } from "../../../rules/crm";
import { canBeUnique, type FieldType, fieldTypeNames, fieldTypes } from "../../../rules/crm-fields";
import type { CustomField } from "../../../services/crm/contract.fields";
import { href } from "../../href";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped, type LastPost, typedValue } from "../../kit/refused-post";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { Select, TextArea, TextInput } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";

type FieldDrawerProps = {
  kind: RecordKind;
  title: string;
  submitLabel: string;
  /** The field that is changed; none: a new one. */
  field?: CustomField;
  last: LastPost;
  /** Below the form. */
  children?: ReactNode;
};

/** A field: its name, its type, its choices, and what is asked of its values. */
export function FieldDrawer({ kind, title, submitLabel, field, last, children }: FieldDrawerProps) {
  const working = useNavigation().state === "submitting";
  const close = href("/crm/settings/fields", undefined, { kind });
  const errors = fieldErrors(last);
  const begins = { name: "", help: "", type: "text", currency: "KES", choices: "", required: false, unique: false };
  const { name = "", help = "", required = false, unique = false } = field ?? {};
  const typed = keepTyped(last, { ...begins, ...{ name, help, required, unique } });
  const [one, many] = kindWords[kind];
  return (
    <Drawer
      title={title}
      close={close}
      foot={<FormFoot submitLabel={submitLabel} close={close} form="field" working={working} />}
    >
      <PostResult last={last} idOf={(wrong) => `field-${wrong}`} />
      <Form method="post" id="field" className="grid gap-5">
        <input type="hidden" name="intent" value="save" />
        <TextInput
          id="field-name"
          name="name"
          label="Name"
          maxLength={60}
          defaultValue={typed.name}
          errors={errors.name ?? []}
          autoComplete="off"
        />
        {field ? (
          <p className="text-sm text-quiet">
            {fieldTypeNames[field.type]}
            {field.type === "money" && ` in ${field.currency}`}. The type of a field stays.
          </p>
        ) : (
          <TypeInputs type={typed.type} currency={typed.currency} errors={errors} />
        )}
        {(!field || field.type === "choice" || field.type === "choices") && (
          <ChoiceInputs field={field} choices={typed.choices} errors={errors} last={last} />
        )}
        <TextInput
          id="field-help"
          name="help"
          label="Help text"
          help="Shown under the field."
          optional
          maxLength={200}
          defaultValue={typed.help}
          errors={errors.help ?? []}
          autoComplete="off"
        />
        <CheckboxGroup
          id="field-unique"
          legend="Values"
          errors={[...(errors.required ?? []), ...(errors.unique ?? [])]}
        >
          <Checkbox
            name="required"
            value="on"
            label="Required"
            help={`A ${one} can't be saved or imported without it.`}
            defaultChecked={typed.required}
          />
          {(!field || canBeUnique(field.type)) && (
            <Checkbox
              name="unique"
              value="on"
              label="Unique"
              help={`No two ${many} have the same value. Not for choices.`}
              defaultChecked={typed.unique}
            />
          )}
        </CheckboxGroup>
      </Form>
      {children}
    </Drawer>
  );
}

type Errors = Record<string, string[] | undefined>;

function TypeInputs({ type, currency, errors }: { type: string; currency: string; errors: Errors }) {
  return (
    <>
      <Select
        id="field-type"
        name="type"
        label="Type"
        help="It can't be changed later."
        defaultValue={type}
        choices={fieldTypes.map((value: FieldType) => ({ value, label: fieldTypeNames[value] }))}
        errors={errors.type ?? []}
      />
      <Select
        id="field-currency"
        name="currency"
        label="Currency"
        help="For a field with money: the currency of all its amounts."
        defaultValue={currency}
        choices={currencies.map((value) => ({ value, label: value }))}
        errors={errors.currency ?? []}
      />
    </>
  );
}

type ChoiceInputsProps = { field: CustomField | undefined; choices: string; errors: Errors; last: LastPost };

/** The choices that are there, each to be renamed or taken out, and new ones. */
function ChoiceInputs({ field, choices, errors, last }: ChoiceInputsProps) {
  const kept = field?.choices.filter(({ archived }) => !archived) ?? [];
  const archived = field?.choices.filter((choice) => choice.archived).map(({ label }) => label) ?? [];
  return (
    <>
      {kept.map(({ id, label }, at) => (
        <div key={id}>
          <input type="hidden" name={`kept[${at}].id`} value={id} />
          <TextInput
            id={`field-kept[${at}].label`}
            name={`kept[${at}].label`}
            label={`Choice ${at + 1}`}
            maxLength={60}
            defaultValue={typedValue(last, `kept[${at}].label`) ?? label}
            autoComplete="off"
          />
        </div>
      ))}
      <TextArea
        id="field-choices"
        name="choices"
        label={field ? "More choices" : "Choices"}
        help={
          field
            ? "One in a line. Empty a choice above to take it out; records that have it keep it."
            : "One in a line. For a field with choices."
        }
        optional
        defaultValue={choices}
        errors={errors.choices ?? []}
      />
      {archived.length > 0 && (
        <p className="text-sm text-quiet">
          Taken out, and still in some records: {archived.join(", ")}. Add a choice of the same name to bring it back.
        </p>
      )}
    </>
  );
}
