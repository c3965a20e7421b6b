export const weekDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export type OpeningPeriod = { from: string; to: string };
/** Seven days, Monday first; each as many periods as the form has, empty ones among them. */
export type WeekTyped = OpeningPeriod[][];

/** A day and a lunch break; more are added on wish. */
const usual = 2;
export const maxPeriods = 6;

export const weekPeriods = (typed: WeekTyped) => typed[0]?.length ?? usual;
export const weekField = (day: number, period: number, side: keyof OpeningPeriod) =>
  `day${day}_${period}_${side}` as const;

/** The names of all fields that a week can have. */
export const weekFields = weekDays.flatMap((_, day) =>
  Array.from({ length: maxPeriods }, (_, period) => [
    weekField(day, period, "from"),
    weekField(day, period, "to"),
  ]).flat(),
);

/** The hours that are set, as the form shows them. */
export function weekTyped(week: readonly (readonly OpeningPeriod[])[]): WeekTyped {
  const periods = Math.min(maxPeriods, Math.max(usual, ...week.map((day) => day.length)));
  return weekDays.map((_, day) =>
    Array.from({ length: periods }, (_, period) => week[day]?.[period] ?? { from: "", to: "" }),
  );
}

/** What a form brought, with what its button of the week asked for: a day copied to all, or room for one more period. */
export function weekPosted(value: (name: string) => string): WeekTyped {
  const [wish, of] = value("week").split(" ");
  const had = Math.trunc(Number(value("periods"))) || usual;
  const periods = Math.min(maxPeriods, Math.max(1, had + (wish === "add" ? 1 : 0)));
  return weekDays.map((_, day) =>
    Array.from({ length: periods }, (_, period) => {
      const from = wish === "copy" ? Number(of) || 0 : day;
      return { from: value(weekField(from, period, "from")), to: value(weekField(from, period, "to")) };
    }),
  );
}

/** "8", "8.30", "0830", "5:30 pm" as 08:00, 08:30, 08:30, 17:30; 24:00 is the end of the day. */
export function timeFrom(text: string): string | undefined {
  const found = /^(\d{1,2}?)(?:[:.]?([0-5]\d))?\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim());
  if (!found || (/m/i.test(text) && !found[3])) return undefined;
  const [, hours = "", minutes = "00", half] = found;
  let hour = Number(hours);
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  }
  const time = `${String(hour).padStart(2, "0")}:${minutes}`;
  return time <= "24:00" ? time : undefined;
}

/** The typed hours as stretches of each day, in their order, and what is wrong by field. */
export function weekFrom(typed: WeekTyped): { week: OpeningPeriod[][]; errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {};
  const week = typed.map((day, at) => {
    const read = day.flatMap(({ from, to }, period) => {
      if (!from.trim() && !to.trim()) return [];
      const wrong = (side: keyof OpeningPeriod, words: string) => {
        errors[weekField(at, period, side)] = [words];
        return [];
      };
      const [begins, ends] = [timeFrom(from), timeFrom(to)];
      if (!from.trim()) return wrong("from", "Enter when this period begins.");
      if (!begins) return wrong("from", "Enter a time like 08:30.");
      if (!to.trim()) return wrong("to", "Enter when this period ends.");
      if (!ends) return wrong("to", "Enter a time like 17:00, or 24:00 for the end of the day.");
      if (begins >= ends) return wrong("to", "The end must come after the beginning.");
      return [{ from: begins, to: ends, period }];
    });
    read.sort((a, b) => (a.from < b.from ? -1 : 1));
    for (const [i, { from, period }] of read.entries())
      if (from < (read[i - 1]?.to ?? "")) errors[weekField(at, period, "from")] = ["These periods overlap."];
    return read.map(({ from, to }) => ({ from, to }));
  });
  return { week, errors };
}
