import type { Trx } from "../../kit/database";

/** `partPrice` in 1/10,000 KES; the hours as minutes of the account's own day. */
export type Settings = {
  partPrice: number;
  /** The account has a price of its own. */
  agreed: boolean;
  timeZone: string;
  promotionalFrom: number;
  promotionalUntil: number;
};

export const standardZone = "Africa/Nairobi";

/** Of an account that has set nothing. */
export const standard: Settings = {
  partPrice: 8000,
  agreed: false,
  timeZone: standardZone,
  promotionalFrom: 480,
  promotionalUntil: 1080,
};

export async function loadBlastSettings(trx: Trx, account: string): Promise<Settings> {
  const row = await trx
    .selectFrom("messaging.settings")
    .selectAll()
    .where("customer_account", "=", account)
    .executeTakeFirst();
  if (!row) return standard;
  return {
    partPrice: row.part_price,
    agreed: row.part_price !== standard.partPrice,
    timeZone: row.time_zone,
    promotionalFrom: minutes(row.promotional_from),
    promotionalUntil: minutes(row.promotional_until),
  };
}

function minutes(clock: string): number {
  const [hours = 0, past = 0] = clock.split(":").map(Number);
  return hours * 60 + past;
}

/**
 * When advertising may next leave, or undefined when it may now. Safaricom delivers promotional sender IDs from 08:00
 * to 18:00 EAT only; what arrives outside is dropped, so it is held here.
 */
export function nextOpening(now: Date, settings: Settings): Date | undefined {
  const at = minutes(clockIn(settings.timeZone).format(now));
  const { promotionalFrom: from, promotionalUntil: until } = settings;
  if (at >= from && at < until) return undefined;
  const wait = (from - at + 1440) % 1440;
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 + wait * 60_000);
}

/** The day of an instant as the account counts days, YYYY-MM-DD. */
export function dayIn(timeZone: string, at: Date): string {
  return daysIn(timeZone).format(at);
}

const clockIn = kept(
  (timeZone) => new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
);
const daysIn = kept(
  (timeZone) => new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }),
);

/** A formatter costs 50 µs to make; there are few zones. */
function kept(make: (timeZone: string) => Intl.DateTimeFormat): (timeZone: string) => Intl.DateTimeFormat {
  const known = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const found = known.get(timeZone) ?? make(timeZone);
    known.set(timeZone, found);
    return found;
  };
}
