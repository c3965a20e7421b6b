/** A date and a time as a clock shows them: "2026-11-21" and "08:00". */
export type LocalMoment = { date: string; time: string };

/** The date and time that a clock in the zone shows at an instant. */
export function clockIn(zone: string, at: Date): LocalMoment {
  const two = "2-digit";
  const written = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: two,
    day: two,
    hour: two,
    minute: two,
  });
  const parts = Object.fromEntries(written.formatToParts(at).map(({ type, value }) => [type, value]));
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

/** The instant at which a clock in the zone shows this; undefined for a date or time that there is none of. */
export function parseInstant(zone: string, { date, time }: LocalMoment): Date | undefined {
  const wanted = utcOf({ date, time });
  if (wanted === undefined) return undefined;
  // The offset is first guessed, then taken at the instant itself: they differ around a change of the clocks.
  let at = wanted;
  for (let round = 0; round < 2; round++) at = wanted - ((utcOf(clockIn(zone, new Date(at))) ?? at) - at);
  return new Date(at);
}

function utcOf({ date, time }: LocalMoment): number | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})(?::\d{2})?$/.exec(`${date} ${time}`);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1).map(Number);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const real = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && at.getUTCHours() === hour && minute < 60;
  return real ? at.getTime() : undefined;
}
