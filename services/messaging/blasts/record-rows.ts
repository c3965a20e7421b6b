import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { webhookInterest } from "../../kit/webhooks";
import type { HealthChange } from "../connectors/health";
import { messageStatuses } from "../contract.blasts";
import { addDaily, type DailyChange } from "./figures";
import { receiptWords } from "./messages";
import { networkFor } from "./networks";
import { insertPartIds } from "./part-ids";
import type { PlacedReceipt, Result } from "./record";
import { dayIn, standardZone } from "./settings";
import { type CountName, type MessageStatus, statusCounts, statusOfReceipt } from "./states";
import { type EndedMessage, tellEnds } from "./tell";
import { type CountChanges, writeCounts } from "./write-counts";

const AccountTerms = z.object({ time_zone: z.string().nullable(), interest: z.enum(["all", "api", "none"]) });

/**
 * Locks the counts; answers the account's zone and what its web hooks want to hear of. A few hundred rows are then found by their key: whatever the
 * statistics say of a table that has just grown, an index is right.
 */
async function begin(trx: Trx, account: string, blasts: readonly number[]) {
  const row = await checkedRow(
    trx,
    AccountTerms,
    sql`
    with locked as (
      select blast_id from messaging.blast_counts
      where customer_account = ${account} and blast_id = any(${blasts}::bigint[]) order by blast_id for update
    )
    select (select count(*) from locked) as blasts, set_config('enable_seqscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
      (select time_zone from messaging.settings where customer_account = ${account}) as time_zone,
      ${webhookInterest(account, "message.status")} as interest`,
  );
  return { timeZone: row?.time_zone ?? standardZone, interest: row?.interest ?? "none" };
}

type Changes = CountChanges & {
  daily: DailyChange[];
  /** Those of which nothing more is to be heard, for web hooks. */
  ended: EndedMessage[];
  /** How long receipts took. */
  receipts: HealthChange[];
};

export type WrittenBatch = {
  /** Blasts that have changed. */
  changed: number[];
  /** Receipts that their message could not take. */
  refused: PlacedReceipt[];
  /** For the health of the carrier. */
  health: HealthChange[];
  reasons: { reason: string }[];
};

/**
 * One account's results and receipts with everything that is counted from them. The counts' rows are locked first, so
 * two writers of one blast come one after the other. Answers the blasts that have changed, and the receipts that their
 * message could not take: it has a final one already.
 */
export async function writeBatch(
  trx: Trx,
  account: string,
  connector: string,
  results: readonly Result[],
  receipts: readonly PlacedReceipt[],
): Promise<WrittenBatch> {
  const blasts = [...new Set([...results, ...receipts].map((one) => one.blast))];
  const { timeZone, interest } = await begin(trx, account, blasts);
  const changes: Changes = { counts: new Map(), daily: [], reasons: [], ended: [], receipts: [] };
  const now = new Date();
  await writeResults(trx, account, connector, results, dayIn(timeZone, now), changes);
  const refused = await writeReceipts(trx, account, receipts, timeZone, changes);
  await writeCounts(trx, account, changes);
  await addDaily(trx, account, changes.daily);
  await tellEnds(trx, account, interest, changes.ended);
  const { counts, daily, reasons } = changes;
  return { changed: [...counts.keys()], refused, health: [...daily, ...changes.receipts], reasons };
}

function move(changes: Changes, blast: number, from: CountName, to: CountName, parts = 0, units = 0): void {
  const counts = changes.counts.get(blast) ?? {};
  counts[from] = (counts[from] ?? 0) - 1;
  counts[to] = (counts[to] ?? 0) + 1;
  counts.parts = (counts.parts ?? 0) + parts;
  counts.units = (counts.units ?? 0) + units;
  changes.counts.set(blast, counts);
}

const ResultRow = z.object({ seq: z.number(), status: z.enum(messageStatuses) });

async function writeResults(
  trx: Trx,
  account: string,
  connector: string,
  results: readonly Result[],
  day: string,
  changes: Changes,
): Promise<void> {
  if (results.length === 0) return;
  // Only a message that is still what it was when it was taken: after a crash two results may come for one.
  const written = new Map<string, MessageStatus>();
  const sameness = (one: Result) => [one.blast, one.was, one.status, one.reason, one.mask, one.ref];
  for (const group of alike(results, sameness)) {
    const { blast, was, status, reason, mask, ref } = group[0];
    const left = status === "submitted" || status === "unknown";
    const over = status === "failed" || status === "suppressed";
    // Of what is half sent, or perhaps sent, it is kept where: it goes no other way.
    const pinned = status === "unknown" || status === "queued" ? sql`connector = ${connector},` : sql``;
    // A receipt that was written before the result, as after a pause between two parts, has waited in the masks.
    const heard = sql`case when ${status} <> 'submitted' then ${status} when m.bad_mask <> 0 then 'failed'
      when m.done_mask = (1 << m.parts) - 1 then 'delivered' else 'submitted' end`;
    const rows = await checkedRows(
      trx,
      ResultRow,
      sql`
      update messaging.messages m set status = ${heard}, reason = ${reason}, ${pinned} sent_mask = m.sent_mask | ${mask}::int,
        ref = ${ref}::smallint, tries = m.tries + ${status === "unknown" ? 1 : 0}::int,
        submitted_at = ${left ? sql`coalesce(m.submitted_at, now())` : sql`m.submitted_at`},
        done_at = case when ${over} or ${heard} in ('delivered', 'failed') then now() end
      where ${these(account, blast, group)} and m.status = ${was}
      returning m.seq, m.status`,
    );
    for (const row of rows) written.set(`${blast} ${row.seq}`, row.status);
  }
  for (const result of results) {
    const status = written.get(`${result.blast} ${result.seq}`);
    if (status === undefined) continue;
    countResult(result, status, day, changes);
    const { blast, seq, msisdn, reason } = result;
    // Of one with an unknown outcome more may be heard.
    if (status !== "unknown") changes.ended.push({ blast, seq, msisdn, status, reason, submitted_at: null });
  }
  await insertPartIds(trx, account, connector, results);
}

function countResult(result: Result, status: MessageStatus, day: string, changes: Changes): void {
  const { blast, was, mask } = result;
  const parts = bits(mask);
  move(changes, blast, statusCounts[was], statusCounts[status], parts, parts * result.partPrice);
  const left = was === "queued" && status !== "queued" && status !== "suppressed";
  const failed = status === "failed";
  const again = was === "unknown" && status === "unknown";
  if (failed || status === "suppressed" || again) changes.reasons.push({ blast, reason: result.reason });
  if (left || failed || parts > 0)
    changes.daily.push({
      day,
      network: networkFor(result.msisdn),
      sent: left ? 1 : 0,
      failed: failed ? 1 : 0,
      delivered: status === "delivered" ? 1 : 0,
      units: parts * result.partPrice,
    });
}

type Gathered = {
  blast: number;
  seq: number;
  done: number;
  bad: number;
  whole: boolean;
  status: string;
  reason: string;
};

/** Several receipts of one message in one batch become one change. */
function gather(receipts: readonly PlacedReceipt[]): Gathered[] {
  const all = new Map<string, Gathered>();
  for (const { blast, seq, part, state, error } of receipts) {
    const key = `${blast} ${seq}`;
    const one = all.get(key) ?? { blast, seq, done: 0, bad: 0, whole: false, status: "", reason: "" };
    const status = statusOfReceipt(state);
    const bit = part === 0 ? 0 : 1 << (part - 1);
    // The first final word about a part stays.
    const heard = part === 0 ? one.whole || one.status !== "" : ((one.done | one.bad) & bit) !== 0;
    if (!heard && status === "delivered") {
      one.done |= bit;
      if (part === 0) one.whole = true;
    } else if (!heard) {
      one.bad |= bit;
      one.status ||= status;
      one.reason ||= receiptWords(state, error);
    }
    all.set(key, one);
  }
  return [...all.values()];
}

/**
 * A message is delivered when every part is, and not delivered as soon as one part is not. What is final stays: late
 * intermediate receipts, duplicates and second opinions change nothing.
 */
async function writeReceipts(
  trx: Trx,
  account: string,
  receipts: readonly PlacedReceipt[],
  timeZone: string,
  changes: Changes,
): Promise<PlacedReceipt[]> {
  const taken = new Set<string>();
  for (const group of alike(gather(receipts), ({ seq: _, ...same }) => Object.values(same))) {
    const [first] = group;
    const { blast, done, bad, whole, status, reason } = first;
    const doneMask = whole ? sql`(1 << m.parts) - 1` : sql`m.done_mask | (${done}::int & ~m.bad_mask)`;
    const complete = sql`(${doneMask}) = (1 << m.parts) - 1`;
    const refuted = bad === 0 ? sql`${status !== ""}::boolean` : sql`(${bad}::int & ~m.done_mask) <> 0`;
    // Of a message that was put back, with some parts sent, the receipts are kept and the status is not touched.
    const ends = sql`m.status <> 'queued' and (${refuted} or ${complete})`;
    const rows = await checkedRows(
      trx,
      EndedRow,
      sql`
      update messaging.messages m set done_mask = ${doneMask}, bad_mask = m.bad_mask | (${bad}::int & ~m.done_mask),
        status = case when not (${ends}) then m.status when ${refuted} then ${status} else 'delivered' end,
        reason = case when ${ends} then ${reason} else m.reason end, done_at = case when ${ends} then now() end
      where ${these(account, blast, group)} and m.status in ('queued', 'submitted', 'unknown')
        and not (m.status = 'unknown' and m.done_at is not null)
        and (${whole || done + bad === 0}::boolean or ${done | bad}::int & ~(m.done_mask | m.bad_mask) <> 0)
      returning m.seq, m.status, m.msisdn, m.submitted_at`,
    );
    for (const row of rows) {
      taken.add(`${blast} ${row.seq}`);
      countEnd(row, first, timeZone, changes);
      changes.ended.push({ ...row, blast, reason });
    }
  }
  return receipts.filter(({ blast, seq }) => !taken.has(`${blast} ${seq}`));
}

const EndedRow = z.object({
  seq: z.number(),
  status: z.enum(messageStatuses),
  msisdn: z.string(),
  submitted_at: z.date().nullable(),
});
type EndedRow = z.infer<typeof EndedRow>;

function countEnd(
  { status, msisdn, submitted_at }: EndedRow,
  { blast, reason }: Gathered,
  timeZone: string,
  changes: Changes,
) {
  const to = statusCounts[status];
  if (to !== "delivered" && to !== "failed") return;
  move(changes, blast, "submitted", to);
  if (to === "failed") changes.reasons.push({ blast, reason });
  const network = networkFor(msisdn);
  changes.daily.push({ day: dayIn(timeZone, submitted_at ?? new Date()), network, [to]: 1 });
  if (submitted_at)
    changes.receipts.push({ network, receipts: 1, receiptMs: Math.max(0, Date.now() - submitted_at.getTime()) });
}

/** Cut into groups of which every member has the same values: nearly always one group, and one statement. */
function alike<T>(all: readonly T[], valuesOf: (one: T) => unknown[]): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const key = JSON.stringify(valuesOf(one));
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

/**
 * Finds messages one by one through their key and names their rows by place, so that no statistics can lead the planner
 * to read the whole blast instead. The rows stay where they are: the blast's counts are locked.
 */
function these(account: string, blast: number, messages: readonly { seq: number }[]) {
  const seqs = messages.map((one) => one.seq);
  return sql`m.customer_account = ${account} and m.ctid = any(array(
    select found.ctid from unnest(${seqs}::int[]) as wanted (seq) cross join lateral (
      select x.ctid from messaging.messages x
      where x.customer_account = ${account} and x.blast_id = ${blast}::bigint and x.seq = wanted.seq offset 0) as found))`;
}

function bits(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}
