import { type CustomValues, type FieldDefinition, fieldInput } from "../../../rules/crm-fields";
import { type LastPost, typedValues } from "../../kit/refused-post";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { DateField } from "../../kit/ui/date-field";
import { Select, TextInput } from "../../kit/ui/field";

type CustomInputsProps = {
  /** Of the form; the ids of the inputs begin with it. */
  id: string;
  fields: readonly FieldDefinition[];
  /** What the record says now. */
  values: CustomValues;
  errors: Record<string, string[] | undefined>;
  last: LastPost;
};

/** The custom fields of a form: as they were typed, or as the record has them. */
export function CustomInputs({ fields, values, last, errors, id }: CustomInputsProps) {
  const shown = fields.filter(({ archived }) => !archived);
  if (shown.length === 0) return null;
  return (
    <>
      {/* What is left empty is emptied; a field that was added since is left alone. */}
      <input type="hidden" name="custom_shown" value={shown.map((field) => field.id).join(",")} />
      {shown.map((field) => {
        const name = `custom.${field.id}`;
        const held = last?.reply ? (typedValues(last, name) ?? []) : fieldInput(field, values[field.id]);
        return (
          <CustomInput key={field.id} id={`${id}-${name}`} field={field} held={held} errors={errors[name] ?? []} />
        );
      })}
    </>
  );
}

type CustomInputProps = { id: string; field: FieldDefinition; held: readonly string[]; errors: readonly string[] };

function CustomInput({ id, field, held, errors }: CustomInputProps) {
  const { name: label, type, required, help, currency } = field;
  const [first = ""] = held;
  const common = { id, name: `custom.${field.id}`, errors, optional: !required, help: help || undefined };
  const choices = field.choices
    .filter((choice) => !choice.archived || held.includes(choice.label))
    .map((choice) => ({ value: choice.label, label: choice.label }));
  if (type === "choice")
    return (
      <Select
        {...common}
        label={label}
        defaultValue={first}
        empty={required ? "Choose one" : "None"}
        choices={choices}
      />
    );
  if (type === "choices")
    return (
      <CheckboxGroup
        id={id}
        legend={
          <>
            {label}
            {!required && <span className="font-normal text-quiet"> (optional)</span>}
          </>
        }
        {...{ errors, help: common.help }}
      >
        {choices.map(({ value }) => (
          <Checkbox
            key={value}
            name={common.name}
            value={value}
            label={value}
            defaultChecked={held.some((one) => one.toLowerCase() === value.toLowerCase())}
          />
        ))}
      </CheckboxGroup>
    );
  if (type === "date") return <DateField {...common} label={label} defaultValue={first} quick="future" />;
  return (
    <TextInput
      {...common}
      label={type === "money" ? `${label} (${currency})` : label}
      defaultValue={first}
      autoComplete="off"
      {...(type === "number" || type === "money" ? { inputMode: "decimal" } : {})}
      {...(type === "link" ? { type: "text", inputMode: "url", placeholder: "https://" } : {})}
    />
  );
}
