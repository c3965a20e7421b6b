import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type LucideIcon } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import {
  addMonths,
  dayByKey,
  monthWeeks,
  type QuickDay,
  sayDay,
  sayMonth,
  weekdayNames,
  within,
} from "../../../rules/calendar";

export type CalendarProps = {
  /** The day that is chosen, or nothing. */
  value: string | undefined;
  today: string;
  min: string | undefined;
  max: string | undefined;
  quick: readonly QuickDay[];
  /** Whose calendar it is: "Nairobi". */
  city: string;
  choose(day: string, time?: string): void;
  /** Empties the field; absent where it must have a day. */
  clear?: (() => void) | undefined;
};

/**
 * A month of days, as in the date picker of the WAI-ARIA guide: arrows go by a day and a week, Home and End to the ends of
 * the week, Page Up and Page Down by a month, with Shift by a year. Enter and Space choose.
 */
export function Calendar({ value, today, min, max, quick, city, choose, clear }: CalendarProps) {
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const follow = useRef(false);
  const [day, setDay] = useState(() => within(value ?? today, min, max));
  useEffect(() => {
    if (follow.current) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
    follow.current = false;
  }, [day]);
  const go = (to: string) => setDay(within(to, min, max));
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.ctrlKey || event.altKey || event.metaKey ? undefined : dayByKey(day, event.key, event.shiftKey);
    if (to === undefined) return;
    event.preventDefault();
    follow.current = true;
    go(to);
  };
  const out = (one: string) => within(one, min, max) !== one;
  const turn = (icon: LucideIcon, label: string, by: number) => (
    <Turn icon={icon} label={label} onClick={() => go(addMonths(day, by))} />
  );
  return (
    <>
      <div className="flex items-center">
        {turn(ChevronsLeft, "Previous year", -12)}
        {turn(ChevronLeft, "Previous month", -1)}
        <h2 id={id} aria-live="polite" className="flex-1 text-center text-sm font-semibold">
          {sayMonth(day)}
        </h2>
        {turn(ChevronRight, "Next month", 1)}
        {turn(ChevronsRight, "Next year", 12)}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the date picker of the WAI-ARIA guide is a table with this role */}
      <table role="grid" aria-labelledby={id} ref={grid} className="calendar-days" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdayNames.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(day).map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid a td is a gridcell, which can be selected
                <td key={one} aria-selected={one === value}>
                  <button
                    type="button"
                    data-day={one}
                    tabIndex={one === day ? 0 : -1}
                    aria-label={sayDay(one)}
                    aria-current={one === today ? "date" : undefined}
                    aria-disabled={out(one) || undefined}
                    data-beside={one.slice(0, 7) !== day.slice(0, 7) || undefined}
                    onClick={() => !out(one) && choose(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="calendar-quick">
        {quick
          .filter(({ day }) => !out(day))
          .map(({ label, day, time }) => (
            <button key={label} type="button" onClick={() => choose(day, time)}>
              {label}
            </button>
          ))}
        {clear && (
          <button type="button" onClick={clear}>
            Clear
          </button>
        )}
      </div>
      <p className="text-sm text-quiet">
        {city} time. Today is {sayDay(today)}.
      </p>
    </>
  );
}

function Turn({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick(): void }) {
  return (
    <button type="button" className="btn btn-ghost btn-icon" aria-label={label} onClick={onClick}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
