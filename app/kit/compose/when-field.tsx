import { Checkbox } from "../ui/checkbox";
import { DateTimeFields } from "../ui/date-time-fields";
import type { BlastDraft } from "./compose";

/** Now, or a date and a time of the account's own clock, which only show when they are needed. */
export function WhenField({ start, errors }: { start: BlastDraft; errors?: readonly string[] | undefined }) {
  const later = start.when === "later";
  return (
    <fieldset id="when" className="group/when border-t border-line p-5 max-md:p-4">
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
            date={{ id: "date", label: "Date", name: "date", defaultValue: start.date, errors: errors ?? [] }}
            time={{ id: "time", label: "Time", name: "time", defaultValue: start.time }}
            note="You can change or cancel it until it starts."
          />
        </div>
      </div>
    </fieldset>
  );
}
