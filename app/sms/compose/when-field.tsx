import { Checkbox } from "../../kit/ui/checkbox";
import { TextInput } from "../../kit/ui/field";
import type { BlastDraft } from "./compose";
import { cityOf } from "./send-time";

/** Now, or a date and a time of the account's own clock, which only show when they are needed. */
export function WhenField({
  start,
  zone,
  errors,
}: {
  start: BlastDraft;
  zone: string;
  errors?: readonly string[] | undefined;
}) {
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
        <div className="mt-3 grid grid-cols-[168px_136px] gap-3 max-md:grid-cols-2">
          <TextInput
            id="date"
            label="Date"
            type="date"
            name="date"
            className="num"
            defaultValue={start.date}
            errors={errors ?? []}
          />
          <TextInput id="time" label="Time" type="time" name="time" className="num" defaultValue={start.time} />
        </div>
        <p className="help">{cityOf(zone)} time. You can cancel it until it starts.</p>
      </div>
    </fieldset>
  );
}
