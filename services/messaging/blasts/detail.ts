import { carrierFooter } from "../../../rules/keywords";
import { type Database, readAccount } from "../../kit/database";
import { findLink } from "../connectors/links";
import { findRateLimit } from "../connectors/settings";
import type { AudienceRules } from "../contract.audience";
import type { Blast, BlastDetail } from "../contract.blasts";
import type { Price } from "../contract.price";
import { listLinks } from "../short-links/store";
import { type BlastDeps, currentTime } from "./deps";
import { forecast as forecastOf } from "./forecast";
import { loadBlast } from "./lists";
import { holdName } from "./moves";
import { findReceiptQuery } from "./receipt-queries";
import { asRecurring, findRecurring } from "./recurring";
import { findReplacement } from "./replace";
import { blastHours, loadBlastSettings, nextOpening, type SendingHours } from "./settings";

/** A worker writes its rate each second; an older one is of a worker that has stopped. */
const rateLives = 3_000;

/** One blast with its price as it was made, its money as billing has it, and its progress. */
export async function loadDetail(
  { db }: Database,
  deps: BlastDeps,
  account: string,
  id: number,
): Promise<BlastDetail | undefined> {
  const found = await readAccount(db, account, async (trx) => {
    const blast = await loadBlast(trx, account, id);
    if (!blast) return undefined;
    const more = await trx
      .selectFrom("messaging.blasts as b")
      .innerJoin("messaging.blast_counts as c", (on) =>
        on.onRef("c.customer_account", "=", "b.customer_account").onRef("c.blast_id", "=", "b.id"),
      )
      .leftJoin("messaging.queue as q", "q.blast_id", "b.id")
      .select([
        "b.price",
        "b.promotional",
        "b.reply",
        "b.footer",
        "b.link_base",
        "c.rate",
        "c.rated_at",
        "q.due",
        "q.speed",
        "b.audience",
        "b.replaces",
        "b.recurring_id",
      ])
      .where("b.customer_account", "=", account)
      .where("b.id", "=", id)
      .executeTakeFirstOrThrow();
    const reasons = await trx
      .selectFrom("messaging.blast_reasons")
      .select(["reason", "messages"])
      .where("customer_account", "=", account)
      .where("blast_id", "=", id)
      .where("messages", ">", 0)
      .orderBy("messages", "desc")
      .orderBy("reason")
      .limit(20)
      .execute();
    const receipt_query = blast.finished_at ? await findReceiptQuery(trx, account, id) : null;
    const replaced_by = blast.status === "cancelled" ? await findReplacement(trx, account, id) : null;
    const recurring = more.recurring_id === null ? undefined : await findRecurring(trx, account, more.recurring_id);
    return {
      blast,
      more,
      reasons,
      receipt_query,
      replaced_by,
      recurring,
      settings: await loadBlastSettings(trx, account),
      links: await listLinks(trx, account, id, more.link_base),
    };
  });
  if (!found) return undefined;
  const { blast, more, reasons, receipt_query, replaced_by, recurring, settings, links } = found;
  const [limit, link] = await Promise.all([findRateLimit({ db }, deps.rateLimit ?? 0), findLink({ db })]);
  const money = await deps.billingFor(account).holdOf({ params: { reference: holdName(id) } });
  const hold = money.status === 200 ? money.body : { held_cents: 0, settled_cents: 0, released_cents: 0 };
  const fresh = more.rated_at !== null && Date.now() - more.rated_at.getTime() < rateLives;
  const rate = fresh && blast.status === "sending" ? more.rate : 0;
  const hours = blastHours(settings, { ...more, ...blast });
  const left = leaving(blast, more.due, hours, settings.timeZone, currentTime(deps));
  const end = ending(blast, {
    limit: slower(limit, more.speed),
    leaves: left.leaves_at,
    hours,
    timeZone: settings.timeZone,
    now: currentTime(deps),
  });
  const forecast = blast.status === "draft" ? { leaves_at: left.leaves_at, ...end } : null;
  return {
    ...blast,
    // A price of an older blast has no word on what it did not know yet.
    price: { ...olderPrice, ...(more.price as Partial<Price>), forecast } as Price,
    promotional: more.promotional,
    footer: more.footer ?? (more.promotional ? carrierFooter : ""),
    ...left,
    ...end,
    promotional_hours: settings.promotional,
    hours: hours ?? null,
    held_cents: hold.held_cents,
    charged_cents: hold.settled_cents,
    released_cents: hold.released_cents,
    rate,
    rate_limit: limit,
    speed: more.speed,
    seconds_left: rate > 0 ? Math.ceil(blast.queued / rate) : null,
    link: { up: link.up, since: link.since },
    reasons,
    links,
    receipt_query,
    audience: { exclude_ids: [], quiet_days: 0, conditions: [], ...(more.audience as Partial<AudienceRules>) },
    replaces: more.replaces,
    replaced_by,
    recurring: recurring ? asRecurring(recurring) : null,
  };
}

/** The slower of the link and the blast, parts a second; 0: neither has a limit. */
function slower(limit: number, speed: number | null): number {
  if (speed === null) return limit;
  return limit > 0 ? Math.min(limit, speed) : speed;
}

const olderPrice = { excluded: 0, recent: 0, unmatched: 0, unapproved: [] };

/** When a draft would leave if it were confirmed now, and when a scheduled blast does. */
function leaving(
  { status, send_at }: Blast,
  due: Date | null,
  hours: SendingHours | undefined,
  timeZone: string,
  now: Date,
): Pick<BlastDetail, "leaves_at" | "waits_for_hours"> {
  if (status !== "draft" && status !== "scheduled") return { leaves_at: null, waits_for_hours: false };
  const asked = send_at !== null && new Date(send_at) > now ? new Date(send_at) : undefined;
  const opening = status === "draft" ? nextOpening(asked ?? now, hours, timeZone) : undefined;
  const leaves = status === "scheduled" ? due : (opening ?? asked);
  const waits = opening !== undefined || (status === "scheduled" && due?.toISOString() !== send_at);
  return { leaves_at: leaves?.toISOString() ?? null, waits_for_hours: hours !== undefined && waits };
}

type Ending = { limit: number; leaves: string | null; hours: SendingHours | undefined; timeZone: string; now: Date };

/** About when what is left of it ends at the speed of the link, and how many of it wait for hours before that. */
function ending(blast: Blast, { limit, leaves, hours, timeZone, now }: Ending) {
  const { status, queued, recipients } = blast;
  const over = status === "sent" || status === "failed" || status === "cancelled";
  if (over || recipients === 0) return { ends_at: null, waiting: 0 };
  const parts = (blast.parts * queued) / recipients;
  const from = leaves === null ? now : new Date(leaves);
  const { ends, waiting } = forecastOf({ messages: queued, parts, perSecond: limit, leaves: from, hours, timeZone });
  return { ends_at: ends?.toISOString() ?? null, waiting };
}
