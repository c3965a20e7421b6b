import { carrierFooter } from "../../../rules/keywords";
import type { Trx } from "../../kit/database";
import { queryRows } from "../../kit/rows";
import { type LinkSetting, linkBase, type ShortLinkSettings } from "../short-links/base";

/** When messages may leave, as minutes of the account's own day. */
export type SendingHours = { from: number; until: number };

/** `partPrice` in 1/10,000 KES. */
export type Settings = ShortLinkSettings & {
  partPrice: number;
  /** The account has a price of its own. */
  agreed: boolean;
  timeZone: string;
  promotional: SendingHours;
  /** Of other messages; undefined: they leave at any hour. */
  transactional: SendingHours | undefined;
  /** What promotional texts end with. */
  footer: string;
};

export const standardZone = "Africa/Nairobi";

/** Of an account that has set nothing. */
export const standard: Settings = {
  partPrice: 8000,
  agreed: false,
  timeZone: standardZone,
  promotional: { from: 480, until: 1080 },
  transactional: undefined,
  footer: carrierFooter,
  shortLinks: false,
  promotionalLinks: false,
  linkDomain: null,
};

export async function loadBlastSettings(trx: Trx, account: string): Promise<Settings> {
  const own = trx.selectFrom("messaging.settings").selectAll().where("customer_account", "=", account);
  const [row] = await queryRows(trx, own, { batched: true });
  if (!row) return standard;
  return {
    partPrice: row.part_price,
    agreed: row.part_price !== standard.partPrice,
    timeZone: row.time_zone,
    promotional: { from: minutes(row.promotional_from), until: minutes(row.promotional_until) },
    transactional:
      row.transactional_from !== null && row.transactional_until !== null
        ? { from: minutes(row.transactional_from), until: minutes(row.transactional_until) }
        : undefined,
    footer: row.footer,
    shortLinks: row.short_links,
    promotionalLinks: row.promotional_links,
    linkDomain: row.link_domain,
  };
}

function minutes(clock: string): number {
  const [hours = 0, past = 0] = clock.split(":").map(Number);
  return hours * 60 + past;
}

/** What each kind of sender ID means in this account: when it delivers, and what is added to each text. */
export function senderTerms(settings: Settings, deps: LinkSetting) {
  const { promotional, transactional, footer } = settings;
  const links = (kind: "promotional" | "transactional") => linkBase(settings, deps, kind);
  return {
    promotional: { hours: promotional, footer, links: links("promotional") },
    transactional: { hours: transactional ?? null, footer: "", links: links("transactional") },
  };
}

/** An express send to so few goes first, and at any hour: codes and confirmations are wanted at once. */
export const urgentMost = 10;

/** What decides when a blast may leave. */
export type HoursOf = { promotional: boolean; kind: string; recipients: number; reply?: boolean };

/** The hours that a blast has to keep; undefined when it may leave at any. An answer of the product itself always may. */
export function blastHours(
  settings: Settings,
  { promotional, kind, recipients, reply }: HoursOf,
): SendingHours | undefined {
  if (reply) return undefined;
  if (promotional) return settings.promotional;
  return isUrgent({ kind, recipients }) ? undefined : settings.transactional;
}

export function isUrgent({ kind, recipients }: Pick<HoursOf, "kind" | "recipients">): boolean {
  return kind === "express" && recipients <= urgentMost;
}

/**
 * When a message that has hours may next leave, or undefined when it may now. Safaricom delivers promotional sender IDs
 * from 08:00 to 18:00 EAT only; what arrives outside is dropped, so it is held here.
 */
export function nextOpening(now: Date, hours: SendingHours | undefined, timeZone: string): Date | undefined {
  if (!hours) return undefined;
  const at = minuteOf(now, timeZone);
  if (at >= hours.from && at < hours.until) return undefined;
  const wait = (hours.from - at + 1440) % 1440;
  return new Date(wholeMinute(now) + wait * 60_000);
}

/** When the hours that are open at a moment end. */
export function closingAfter(open: Date, { until }: SendingHours, timeZone: string): Date {
  return new Date(wholeMinute(open) + (until - minuteOf(open, timeZone)) * 60_000);
}

function wholeMinute(at: Date): number {
  return Math.floor(at.getTime() / 60_000) * 60_000;
}

function minuteOf(at: Date, timeZone: string): number {
  return minutes(clockIn(timeZone).format(at));
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
