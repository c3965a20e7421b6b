import { localDate } from "../../kit/contract";
import type { ReportFilters } from "../contract.reports";
import type { StatisticsPeriod } from "../contract.statistics";

/** The local day of an instant, as YYYY-MM-DD. */
export function dayIn(zone: string, at: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at);
}

/** So many days later, by the calendar. */
export function daysLater(day: string, days: number): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Own dates go before a preset; one alone reaches to today, or thirty days back. Turned round they are put right. */
export function reportPeriod(asked: Pick<ReportFilters, "days" | "from" | "to">, zone: string, now: Date) {
  const today = dayIn(zone, now);
  const pair = asked.days.split("_");
  const two = pair.length === 2 && pair.every((one) => localDate().safeParse(one).success) ? pair : [];
  const [first, last] = asked.from || asked.to ? [asked.from, asked.to] : two;
  if (!first && !last) {
    const days = pair.length === 2 ? "30" : asked.days;
    return { from: daysLater(today, 1 - Number(days)), to: today, days };
  }
  const to = last ?? (first && first > today ? first : today);
  const from = first ?? daysLater(to, -29);
  return from <= to ? { from, to, days: null } : { from: to, to: from, days: null };
}

type Span = { start: string; end: string };

/** The days of a period, or its months where it is longer than a quarter; the first and the last may be cut. */
export function spansIn({ from, to }: Pick<StatisticsPeriod, "from" | "to">): Span[] {
  const made: Span[] = [];
  const long = daysLater(from, 92) <= to;
  for (let start = from; start <= to; ) {
    const month = `${daysLater(`${start.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
    const next = long ? month : daysLater(start, 1);
    const end = next > to ? to : daysLater(next, -1);
    made.push({ start, end });
    start = daysLater(end, 1);
  }
  return made;
}
