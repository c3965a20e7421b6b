import { sql } from "kysely";
import { z } from "zod";
import { costCents } from "../../../rules/money";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { webhookInterest } from "../../kit/webhooks";
import type { BlastDeps } from "./deps";
import { noReceiptWords } from "./messages";
import { holdName } from "./moves";
import { type EndedMessage, tellEnds } from "./tell";

/** Messages in one transaction. */
const batch = 500;
/** Blasts looked at in one sweep. */
const atOnce = 100;

export type ReceiptRule = { receipt_hours: number; refunds: string[] };

/** The rule of the plan, or of accounts without one. */
export async function loadReceiptRule(trx: Trx, plan: string): Promise<ReceiptRule> {
  return trx
    .selectFrom("messaging.receipt_rules")
    .select(["receipt_hours", "refunds"])
    .where("plan", "in", [plan, ""])
    .orderBy("plan", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** The plan of SMS that the account has now, without its period; empty when it has none. */
export async function findPlan(deps: BlastDeps, account: string): Promise<string> {
  const answer = await deps.billingFor(account).accountMoney({});
  if (answer.status !== 200) return "";
  const held = answer.body.subscriptions.find(
    ({ product, state }) => product === "SMS" && (state === "active" || state === "grace"),
  );
  return held?.code ?? "";
}

/** Notes that an ended blast waits for its receipts, and until when. Its counts are locked until the commit. */
export async function awaitReceipts(trx: Trx, account: string, blast: number): Promise<void> {
  await sql`
    with counts as (
      select submitted from messaging.blast_counts
      where customer_account = ${account} and blast_id = ${blast} for update
    )
    insert into messaging.awaiting_receipts (blast_id, customer_account, due)
    select b.id, b.customer_account, case when counts.submitted = 0 then now()
      else coalesce(b.finished_at, now()) + b.receipt_hours * interval '1 hour' end
    from messaging.blasts b, counts
    where b.customer_account = ${account} and b.id = ${blast} and (counts.submitted > 0 or b.refunds <> '{}')
    on conflict (blast_id) do nothing`.execute(trx);
}

const DueBlast = z.object({ blast_id: z.number(), customer_account: z.string() });

/**
 * Ends the waiting: a message whose receipt has not come in the time of its plan stays unknown for good, and what the
 * plan gives back goes to the balance, once.
 */
export async function endReceipts(database: Database, deps: BlastDeps, onError: (error: unknown) => void) {
  const rows = await checkedRows(
    database.db,
    DueBlast,
    sql`
    select blast_id, customer_account from messaging.awaiting_receipts
    where due <= now() order by due limit ${atOnce}`,
  );
  for (const { blast_id, customer_account } of rows)
    await endOne(database, deps, customer_account, blast_id).catch(onError);
}

async function endOne({ db }: Database, deps: BlastDeps, account: string, blast: number): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const from: number = last;
    last = await inAccount(db, account, (trx) => endSome(trx, account, blast, from));
  }
  const cents = await inAccount(db, account, (trx) => loadRefund(trx, account, blast));
  if (cents > 0) {
    const answer = await deps.billingFor(account).refund({
      params: { reference: holdName(blast) },
      body: { cents, description: "SMS that were not delivered" },
    });
    if (answer.status !== 201) throw new Error(`billing answered ${answer.status}: ${answer.body.message}`);
  }
  await inAccount(db, account, async (trx) => {
    await trx
      .updateTable("messaging.blasts")
      .set({ refunded_cents: cents })
      .where("customer_account", "=", account)
      .where("id", "=", blast)
      .execute();
    await trx.deleteFrom("messaging.awaiting_receipts").where("blast_id", "=", blast).execute();
    await append(trx, account, "blast", { id: blast });
  });
}

const EndTerms = z.object({ hours: z.number(), interest: z.enum(["all", "api", "none"]) });

const EndedRow = z.object({ seq: z.number(), msisdn: z.string(), submitted_at: z.date().nullable() });

/** The next messages without a receipt; answers the place of the last one, or nothing at the end. */
async function endSome(trx: Trx, account: string, blast: number, after: number): Promise<number | undefined> {
  const blastRow = await checkedRow(
    trx,
    EndTerms,
    sql`
    select b.receipt_hours as hours, ${webhookInterest(account, "message.status")} as interest, set_config('enable_seqscan', 'off', true)
    from messaging.blasts b join messaging.blast_counts c on c.customer_account = b.customer_account and c.blast_id = b.id
    where b.customer_account = ${account} and b.id = ${blast} for update of c`,
  );
  if (!blastRow) return undefined;
  const reason = noReceiptWords(blastRow.hours);
  const ended = await checkedRows(
    trx,
    EndedRow,
    sql`
    with late as (
      select seq from messaging.messages
      where customer_account = ${account} and blast_id = ${blast} and seq > ${after}
        and (status = 'submitted' or status = 'unknown' and done_at is null)
      order by seq limit ${batch}
    ), ended as (
      update messaging.messages m set status = 'unknown', reason = ${reason}, done_at = now()
      from late where m.customer_account = ${account} and m.blast_id = ${blast} and m.seq = late.seq
      returning m.seq, m.msisdn, m.submitted_at
    ) select seq, msisdn, submitted_at from ended order by seq`,
  );
  const messages = ended.length;
  const last = ended.at(-1)?.seq ?? null;
  const told = ended.map((row): EndedMessage => ({ ...row, blast, status: "unknown", reason }));
  await tellEnds(trx, account, blastRow.interest, told);
  if (messages > 0)
    await sql`
      update messaging.blast_counts set submitted = submitted - ${messages}, no_receipt = no_receipt + ${messages}
      where customer_account = ${account} and blast_id = ${blast}`.execute(trx);
  return messages < batch || last === null ? undefined : last;
}

const RefundRow = z.object({ held: z.number(), units: z.number(), back: z.number() });

/** What the blast's rule gives back: the parts that were taken and not delivered, of messages with those outcomes. */
async function loadRefund(trx: Trx, account: string, blast: number): Promise<number> {
  const row = await checkedRow(
    trx,
    RefundRow,
    sql`
    select b.cost_cents as held, c.units_accepted as units, case when b.refunds = '{}' then 0 else coalesce((
      select sum(coalesce(m.part_price, b.part_price) * bit_count((m.sent_mask & ~m.done_mask)::bit(32)))
      from messaging.messages m
      where m.customer_account = b.customer_account and m.blast_id = b.id and m.status = any(b.refunds)), 0) end::bigint as back
    from messaging.blasts b join messaging.blast_counts c on c.customer_account = b.customer_account and c.blast_id = b.id
    where b.customer_account = ${account} and b.id = ${blast}`,
  );
  if (!row) return 0;
  const charged = (units: number) => Math.min(row.held, costCents(1, units));
  return charged(row.units) - charged(Math.max(0, row.units - row.back));
}
