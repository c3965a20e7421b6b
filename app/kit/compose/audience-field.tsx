import { ChevronRight } from "lucide-react";
import { type Condition, comparisonNames, comparisons } from "../../../rules/audience";
import { commas } from "../../../rules/format";
import { Select, TextInput } from "../ui/field";
import type { BlastDraft } from "./compose";

/** Conditions that can be asked at once. */
const rows = 3;

type AudienceFieldProps = {
  start: BlastDraft;
  groups: readonly { id: number; name: string; contacts: number }[];
  /** Fields of the recipients that can be asked. */
  fields: readonly string[];
  errors: Record<string, readonly string[]>;
};

/** Who of those chosen is left out: other groups, people written to lately, and whoever has not the values asked for. */
export function AudienceField({ start, groups, fields, errors }: AudienceFieldProps) {
  const set = start.exclude_ids.length + start.conditions.length > 0 || start.quiet_days !== "";
  const wrong = ["exclude_ids", "quiet_days", "conditions"].some((name) =>
    Object.keys(errors).some((field) => field.startsWith(name)),
  );
  return (
    <details className="group/out rounded border border-line" open={set || wrong}>
      <summary className="flex cursor-pointer list-none items-center gap-2 px-3 py-2 font-medium">
        <ChevronRight size={16} strokeWidth={1.75} className="text-quiet group-open/out:rotate-90" aria-hidden="true" />
        Leave some out
      </summary>
      <div className="grid gap-4 border-t border-line p-3">
        {groups.length > 0 && (
          <fieldset id="exclude_ids">
            <legend className="label">Leave out who is in these groups</legend>
            <div className="max-h-40 overflow-y-auto rounded border border-line">
              {groups.map(({ id, name, contacts }) => (
                <label key={id} className="tick px-3 py-1.5! hover:bg-raised">
                  <input
                    type="checkbox"
                    name="exclude_ids"
                    value={id}
                    defaultChecked={start.exclude_ids.includes(id)}
                    aria-label={`Leave out ${name}`}
                  />
                  <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                  <span className="num text-sm text-quiet">{commas(contacts)}</span>
                </label>
              ))}
            </div>
            {(errors.exclude_ids ?? []).map((words) => (
              <p key={words} className="mt-1 text-sm font-medium text-bad">
                {words}
              </p>
            ))}
          </fieldset>
        )}
        <TextInput
          id="quiet_days"
          name="quiet_days"
          label="Leave out who got a message in the last days"
          help="A number of days, such as 7. Leave it empty for no limit."
          inputMode="numeric"
          maxLength={3}
          className="md:max-w-80"
          defaultValue={start.quiet_days}
          errors={errors.quiet_days ?? []}
          autoComplete="off"
        />
        <fieldset id="conditions">
          <legend className="label">Only recipients with all of these values</legend>
          <div className="grid gap-2">
            {Array.from({ length: Math.max(rows, start.conditions.length) }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are places of a form and never move
              <ConditionRow key={index} index={index} row={start.conditions[index]} fields={fields} />
            ))}
          </div>
        </fieldset>
      </div>
    </details>
  );
}

type ConditionRowProps = { index: number; row: Condition | undefined; fields: readonly string[] };

function ConditionRow({ index, row, fields }: ConditionRowProps) {
  const name = (part: string) => `conditions[${index}].${part}`;
  const offered = row && !fields.includes(row.field) ? [row.field, ...fields] : fields;
  return (
    <div className="grid gap-2 md:grid-cols-3">
      <Select
        id={`condition-${index}-field`}
        name={name("field")}
        label={`Field ${index + 1}`}
        empty="None"
        defaultValue={row?.field ?? ""}
        choices={offered.map((field) => ({ value: field, label: field }))}
      />
      <Select
        id={`condition-${index}-is`}
        name={name("is")}
        label="Comparison"
        defaultValue={row?.is ?? "is"}
        choices={comparisonNames.map((value) => ({ value, label: comparisons[value] }))}
      />
      <TextInput
        id={`condition-${index}-value`}
        name={name("value")}
        label="Value"
        defaultValue={row?.value ?? ""}
        maxLength={100}
        autoComplete="off"
      />
    </div>
  );
}
