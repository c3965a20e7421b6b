/** The periods a dashboard offers, in days back from today. */
export const periods = {
  "7": "Last 7 days",
  "14": "Last 14 days",
  "30": "Last 30 days",
  "90": "Last 90 days",
  "365": "Last 12 months",
} as const;
export type DayPeriod = keyof typeof periods;

/** The first and last day of a period, as YYYY-MM-DD in the zone. */
export function periodDays(period: DayPeriod, zone: string, now: Date): { start_date: string; end_date: string } {
  const dayIn = (instant: Date) => new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(instant);
  const end_date = dayIn(now);
  const start = new Date(`${end_date}T12:00:00Z`);
  start.setUTCDate(start.getUTCDate() - (Number(period) - 1));
  return { start_date: start.toISOString().slice(0, 10), end_date };
}

/** The period the URL asks for; anything odd is the last 14 days. */
export function parsePeriod(asked: string | null): DayPeriod {
  return asked !== null && asked in periods ? (asked as DayPeriod) : "14";
}
