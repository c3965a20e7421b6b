import { commas } from "../../../rules/format";
import { Select, TextInput } from "../ui/field";
import type { MissingChoice } from "./compose";

const choices = [
  { value: "skip", label: "Skip them" },
  { value: "blank", label: "Leave it blank" },
  { value: "default", label: "Write instead" },
] as const;

type Row = { row: MissingChoice; without: number };

/** For each merge field that some recipients have no value for: leave them out, leave it blank, or write something else. */
export function MissingValues({ rows, errors }: { rows: readonly Row[]; errors: Record<string, readonly string[]> }) {
  if (rows.length === 0) return null;
  return (
    <fieldset id="missing" className="rounded border border-line">
      <legend className="sr-only">Missing values</legend>
      <p className="label mb-0! border-b border-line px-3 py-2" aria-hidden="true">
        Missing values
      </p>
      <div className="divide-y divide-line">
        {rows.map(({ row, without }, index) => (
          <Decision
            key={row.field}
            row={row}
            without={without}
            index={index}
            errors={errors[`missing[${index}].text`] ?? errors[`missing.${row.field}`]}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Decision({ row, without, index, errors }: Row & { index: number; errors: readonly string[] | undefined }) {
  const lacking = without === 0 ? "everyone has a value" : `${commas(without)} without a value`;
  return (
    <div className="group/one grid gap-x-4 gap-y-3 p-3 md:grid-cols-2">
      <input type="hidden" name={`missing[${index}].field`} value={row.field} />
      <Select
        id={`missing-${row.field}`}
        name={`missing[${index}].choice`}
        label={`${row.field}: ${lacking}`}
        defaultValue={row.choice}
        choices={choices}
        className="min-w-0 wrap-anywhere"
      />
      <TextInput
        id={`missing-${row.field}-text`}
        name={`missing[${index}].text`}
        label={`Instead of ${row.field}`}
        defaultValue={row.text}
        maxLength={100}
        errors={errors ?? []}
        placeholder="Such as customer"
        className="hidden min-w-0 wrap-anywhere group-has-[option[value=default]:checked]/one:block"
      />
    </div>
  );
}
