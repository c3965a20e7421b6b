import { CircleAlert } from "lucide-react";
import { type MouseEvent, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { maxPeriods, type OpeningPeriod, type WeekTyped, weekDays, weekField, weekPeriods } from "../week";
import { Button } from "./button";

type WeekFieldsProps = {
  typed: WeekTyped;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
  /** Under which name its buttons say what they ask for. */
  wish?: string;
};

const sides = [
  ["from", "opens"],
  ["to", "closes"],
] as const;

/**
 * Business hours: from and to for each day. Its buttons work at once with script; without it they post the form, which
 * comes back with what they ask for (`weekPosted`). The form's own first button must stand before them: Enter presses it.
 */
export function WeekFields({ typed, errors, wish = "week" }: WeekFieldsProps) {
  const scripted = useHydrated();
  const box = useRef<HTMLFieldSetElement>(null);
  const [added, setAdded] = useState(0);
  const periods = Math.min(maxPeriods, weekPeriods(typed) + added);
  const all = Array.from({ length: periods }, (_, period) => period);

  function copy(event: MouseEvent, day: number) {
    if (!scripted) return;
    event.preventDefault();
    for (const period of all) {
      for (const [side] of sides) {
        const input = (of: number) =>
          box.current?.querySelector<HTMLInputElement>(`[name="${weekField(of, period, side)}"]`);
        for (const [other] of weekDays.entries()) {
          const field = input(other);
          if (!field || other === day) continue;
          field.value = input(day)?.value ?? "";
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }
      }
    }
  }

  return (
    <fieldset ref={box} className="grid min-w-0 gap-2" aria-describedby="week-help">
      <legend className="mb-1 font-semibold">Opening hours</legend>
      <p id="week-help" className="text-sm text-quiet">
        Leave a day empty when you are closed. 24:00 is the end of the day.
      </p>
      <input type="hidden" name="periods" value={periods} />
      {weekDays.map((name, day) => {
        const wrong = all.flatMap((period) => sides.flatMap(([side]) => errors[weekField(day, period, side)] ?? []));
        const described = wrong.length > 0 ? { "aria-describedby": `week-${day}-error` } : {};
        return (
          <fieldset
            key={name}
            aria-label={name}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[84px_minmax(0,1fr)_auto]"
          >
            <span className="font-medium">{name}</span>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:col-span-2 max-sm:row-start-2">
              {all.map((period) => (
                <span key={period} className="flex items-center gap-1.5">
                  {sides.map(([side, sideLabel]) => (
                    <TimeInput
                      key={side}
                      name={weekField(day, period, side)}
                      label={`${name} ${sideLabel}${period > 0 ? `, period ${period + 1}` : ""}`}
                      value={typed[day]?.[period]}
                      side={side}
                      wrong={(errors[weekField(day, period, side)]?.length ?? 0) > 0}
                      described={described}
                    />
                  ))}
                </span>
              ))}
            </div>
            <button
              type="submit"
              name={wish}
              value={`copy ${day}`}
              className="link text-sm whitespace-nowrap max-sm:min-h-10"
              aria-label={`Copy ${name} to all days`}
              formNoValidate
              onClick={(event) => copy(event, day)}
            >
              Copy to all days
            </button>
            {wrong.length > 0 && (
              <div id={`week-${day}-error`} className="col-span-full">
                {[...new Set(wrong)].map((words) => (
                  <p className="err" key={words}>
                    <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
                    {words}
                  </p>
                ))}
              </div>
            )}
          </fieldset>
        );
      })}
      {periods < maxPeriods && (
        <div>
          <Button
            variant="ghost"
            name={wish}
            value="add"
            formNoValidate
            onClick={(event) => {
              if (!scripted) return;
              event.preventDefault();
              setAdded(added + 1);
            }}
          >
            Add another period to each day
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type TimeProps = {
  name: string;
  label: string;
  value: OpeningPeriod | undefined;
  side: keyof OpeningPeriod;
  wrong: boolean;
  described: { "aria-describedby"?: string };
};

function TimeInput({ name, label, value, side, wrong, described }: TimeProps) {
  return (
    <>
      {side === "to" && <span aria-hidden="true">–</span>}
      <input
        className="input num w-16! px-2! text-center"
        id={name}
        name={name}
        aria-label={label}
        aria-invalid={wrong || undefined}
        {...described}
        defaultValue={value?.[side] ?? ""}
        maxLength={10}
        autoComplete="off"
      />
    </>
  );
}
