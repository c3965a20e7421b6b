import type { ReactNode } from "react";
import { recurrenceNames, recurrences } from "../../../rules/recurrence";
import { Checkbox } from "../ui/checkbox";
import { DateField } from "../ui/date-field";
import { DateTimeFields } from "../ui/date-time-fields";
import { Select } from "../ui/field";
import type { BlastDraft } from "./compose";

type Errors = Record<string, readonly string[]>;
type WhenFieldProps = {
  start: Pick<BlastDraft, "when" | "date" | "time">;
  errors: Errors;
  className?: string;
  /** More that is asked of a set time. */
  children?: ReactNode;
};

/** Now, or a date and a time of the account's own clock, which only show when they are needed. */
export function WhenField({ start, errors, className, children }: WhenFieldProps) {
  const later = start.when === "later";
  return (
    <fieldset id="when" className={`group/when ${className ?? "border-t border-line p-5 max-md:p-4"}`}>
      <legend className="sr-only">When to send</legend>
      <p className="label mb-2!" aria-hidden="true">
        When to send
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <Checkbox type="radio" name="when" value="now" label="Now" defaultChecked={!later} />
        <Checkbox type="radio" name="when" value="later" label="At a set time" defaultChecked={later} />
      </div>
      <div className="hidden group-has-[input[value=later]:checked]/when:block">
        <div className="mt-3">
          <DateTimeFields
            date={{
              id: "date",
              label: "Date",
              name: "date",
              defaultValue: start.date,
              errors: errors.date ?? errors.send_at ?? [],
            }}
            time={{ id: "time", label: "Time", name: "time", defaultValue: start.time }}
            note="You can change or cancel it until it starts."
          />
          {children}
        </div>
      </div>
    </fieldset>
  );
}

/** When a message to many is sent, and whether it goes out again. @param recurs it can go out again */
export function BlastWhenField({ start, recurs, errors }: { start: BlastDraft; recurs: boolean; errors: Errors }) {
  return (
    <WhenField start={start} errors={errors}>
      {recurs && <Recurs start={start} errors={errors} />}
    </WhenField>
  );
}

/** Whether it goes out again, and until when. */
function Recurs({ start, errors }: { start: BlastDraft; errors: Errors }) {
  return (
    <div className="mt-4 grid grid-cols-[232px_232px] items-start gap-3 max-md:grid-cols-1">
      <Select
        id="every"
        name="every"
        label="Send it again"
        empty="Once only"
        defaultValue={start.every}
        choices={recurrences.map((value) => ({ value, label: capital(recurrenceNames[value]) }))}
        errors={errors.every ?? errors.recurrence ?? []}
      />
      <DateField
        id="until"
        name="until"
        quick="future"
        label="Last day"
        optional
        help="Each time it goes to the contacts in the groups on that day."
        defaultValue={start.until}
        errors={errors.until ?? errors["recurrence.until"] ?? []}
      />
    </div>
  );
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
