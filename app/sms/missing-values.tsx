import { commas } from "../../rules/format";
import type { Missing } from "./compose";

const choices = [
  { value: "skip", label: "Leave them out" },
  { value: "blank", label: "Leave it blank" },
  { value: "default", label: "Write instead" },
] as const;

type Row = { row: Missing; without: number };

/** For each merge field that some recipients have no value for: leave them out, leave it blank, or write something else. */
export function MissingValues({ rows, errors }: { rows: readonly Row[]; errors: Record<string, readonly string[]> }) {
  if (rows.length === 0) return null;
  return (
    <fieldset id="missing" className="rounded border border-line">
      <legend className="sr-only">Who has no value</legend>
      <p className="label mb-0! border-b border-line px-3 py-2" aria-hidden="true">
        Who has no value
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
  const id = `missing-${row.field}`;
  return (
    <div className="group/one flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <input type="hidden" name={`missing[${index}].field`} value={row.field} />
      <label htmlFor={id} className="min-w-0 flex-1 basis-44 text-sm wrap-anywhere">
        <b className="font-medium">{row.field}</b>
        <span className="num block text-quiet">
          {without === 0 ? "everyone has one" : `${commas(without)} without it`}
        </span>
      </label>
      <select
        id={id}
        name={`missing[${index}].choice`}
        defaultValue={row.choice}
        className="input w-40! max-md:w-full!"
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <div className="hidden basis-full group-has-[option[value=default]:checked]/one:block">
        <input
          className="input"
          name={`missing[${index}].text`}
          defaultValue={row.text}
          maxLength={100}
          aria-label={`Instead of ${row.field}`}
          aria-invalid={errors ? true : undefined}
          placeholder="Such as Customer"
        />
        {errors?.map((error) => (
          <p key={error} className="err">
            {error}
          </p>
        ))}
      </div>
    </div>
  );
}
