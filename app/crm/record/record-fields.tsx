import { currencies } from "../../../rules/crm";
import { DateField } from "../../kit/ui/date-field";
import { Select, TextInput } from "../../kit/ui/field";

type Props = {
  /** What the fields hold: as it was typed, or as it is kept. */
  held: (name: string) => string;
  errors: Record<string, string[] | undefined>;
  /** Sources that records of the account have already. */
  id: string;
};

/** What a lead says (Q142). */
export function RecordInputs({ held, errors, id }: Props) {
  const text = (name: string, label: string, more: object = {}) => (
    <TextInput
      id={`${id}-${name}`}
      name={name}
      label={label}
      defaultValue={held(name)}
      errors={errors[name] ?? []}
      autoComplete="off"
      {...more}
    />
  );
  return (
    <>
      {text("name", "Name", { maxLength: 200, required: true })}
      {text("company", "Company", { optional: true, maxLength: 200 })}
      {text("phone", "Phone", { optional: true, type: "tel", inputMode: "tel" })}
      {text("email", "Email", { optional: true, type: "email", maxLength: 254 })}
      {text("source", "Source", {
        optional: true,
        maxLength: 100,
        help: "Where it comes from, such as Referral or Web.",
      })}
      <div className="grid grid-cols-[minmax(0,1fr)_112px] gap-3">
        {text("value", "Value", { optional: true, inputMode: "decimal" })}
        <Select
          id={`${id}-currency`}
          name="currency"
          label="Currency"
          defaultValue={held("currency") || "KES"}
          choices={currencies.map((value) => ({ value, label: value }))}
          errors={errors.currency ?? []}
        />
      </div>
      <DateField
        id={`${id}-expected_close`}
        name="expected_close"
        label="Expected close"
        optional
        quick="future"
        defaultValue={held("expected_close")}
        errors={errors.expected_close ?? []}
      />
    </>
  );
}
