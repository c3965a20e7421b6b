import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { Carrier } from "../connectors/carrier";
import { announce } from "./announce";
import { addDaily, type DailyChange } from "./figures";
import { receiptWords } from "./messages";
import { lockBlast } from "./moves";
import { networkFor } from "./networks";
import { dayIn, loadBlastSettings } from "./settings";
import { statusOfReceipt } from "./states";

/** Messages asked about at a time. */
const atOnce = 100;
const leaseSeconds = 120;
/** How long the carrier's ids are kept. */
const idDays = 10;

const WaitingReceipts = z.object({ missing: z.number(), old: z.boolean(), waiting: z.boolean() });

/** Has the carrier asked about the messages of an ended blast whose receipt did not come. */
export async function askForReceipts({ db }: Database, account: string, blast: number): Promise<void> {
  await inAccount(db, account, async (trx) => {
    const { status } = await lockBlast(trx, account, blast);
    if (status !== "sent" && status !== "failed" && status !== "cancelled")
      throw new HttpError(409, "The networks can be asked when the blast has ended.");
    const row = await checkedRow(
      trx,
      WaitingReceipts,
      sql`
      select c.no_receipt as missing, b.finished_at < now() - ${idDays} * interval '1 day' as old,
        exists (select from messaging.receipt_queries q where q.blast_id = b.id and q.state = 'waiting') as waiting
      from messaging.blasts b join messaging.blast_counts c on c.customer_account = b.customer_account and c.blast_id = b.id
      where b.customer_account = ${account} and b.id = ${blast}`,
    );
    if (row?.waiting) return;
    if (!row || row.missing === 0) throw new HttpError(409, "No message of this blast is without a receipt.");
    if (row.old) throw new HttpError(409, `The networks can be asked for ${idDays} days.`);
    await sql`
      insert into messaging.receipt_queries (blast_id, customer_account) values (${blast}, ${account})
      on conflict (blast_id) do update set state = 'waiting', after_seq = 0, asked = 0, delivered = 0, failed = 0,
        requested_at = now(), owner = null, lease_until = null`.execute(trx);
    await announce(trx, account, blast, status);
  });
}

const Query = z.object({ blast: z.number(), account: z.string(), after: z.number() });
type Query = z.infer<typeof Query>;
const MessageWithoutReceipt = z.object({
  seq: z.number(),
  msisdn: z.string(),
  parts: z.number(),
  submitted_at: z.date().nullable(),
});
type MessageWithoutReceipt = z.infer<typeof MessageWithoutReceipt>;
const PartId = z.object({ seq: z.number(), part: z.number(), connector: z.string(), provider_id: z.string() });
type PartId = z.infer<typeof PartId>;
type Verdict = MessageWithoutReceipt & { status: "delivered" | "failed" | "expired" | "rejected"; reason: string };

/** Asks about the next messages of one blast, through the carriers that took them. Nothing is sent again by this. */
export async function askNext(
  database: Database,
  owner: string | undefined,
  carriers: readonly Carrier[],
): Promise<void> {
  const able = carriers.filter((carrier) => carrier.query && carrier.ready());
  if (!owner || able.length === 0) return;
  const query = await checkedRow(
    database.db,
    Query,
    sql`
    update messaging.receipt_queries set owner = ${owner}, lease_until = now() + ${leaseSeconds} * interval '1 second'
    where blast_id = (
      select blast_id from messaging.receipt_queries
      where state = 'waiting' and (owner is null or owner = ${owner} or lease_until < now())
      order by requested_at limit 1 for update skip locked)
    returning blast_id as blast, customer_account as account, after_seq as after`,
  );
  if (!query) return;
  const { messages, ids, sender } = await inAccount(database.db, query.account, (trx) => loadMissing(trx, query));
  const verdicts: Verdict[] = [];
  await Promise.all(
    messages.map(async (message) => {
      const own = ids.filter(({ seq }) => seq === message.seq);
      const verdict = await ask(message, own, able, sender);
      if (verdict) verdicts.push(verdict);
    }),
  );
  await inAccount(database.db, query.account, (trx) => write(trx, query, messages, verdicts));
}

async function loadMissing(trx: Trx, { account, blast, after }: Query) {
  const { sender, started_at } = await trx
    .selectFrom("messaging.blasts")
    .select(["sender", "started_at"])
    .where("customer_account", "=", account)
    .where("id", "=", blast)
    .executeTakeFirstOrThrow();
  const messages = await checkedRows(
    trx,
    MessageWithoutReceipt,
    sql`
    select seq, msisdn, parts, submitted_at from messaging.messages
    where customer_account = ${account} and blast_id = ${blast} and seq > ${after} and status = 'unknown'
      and done_at is not null and msisdn like '+%' order by seq limit ${atOnce}`,
  );
  const seqs = messages.map(({ seq }) => seq);
  // The ids have no index by blast, which sending would have to keep; those of a time are on a few pages.
  const ids = await checkedRows(
    trx,
    PartId,
    sql`
    select seq, part, connector, provider_id from messaging.parts
    where customer_account = ${account} and blast_id = ${blast} and seq = any(${seqs}::int[])
      and answered_at >= ${started_at ?? new Date(0)}`,
  );
  return { messages: messages, ids: ids, sender };
}

/** Delivered when every part is, not delivered as soon as one is not, and nothing when the carrier does not say. */
async function ask(
  message: MessageWithoutReceipt,
  ids: readonly PartId[],
  carriers: readonly Carrier[],
  sender: string,
): Promise<Verdict | undefined> {
  let delivered = 0;
  for (const { part, connector, provider_id } of ids) {
    const carrier = carriers.find(({ name }) => name === connector);
    const said = await carrier?.query?.(provider_id, sender);
    if (!said?.final) continue;
    const status = statusOfReceipt(said.state);
    if (status !== "delivered") return { ...message, status, reason: receiptWords(said.state, said.error) };
    delivered += part === 0 ? message.parts : 1;
  }
  return delivered >= message.parts ? { ...message, status: "delivered", reason: "" } : undefined;
}

async function write(
  trx: Trx,
  query: Query,
  asked: readonly MessageWithoutReceipt[],
  verdicts: readonly Verdict[],
): Promise<void> {
  const { account, blast } = query;
  await sql`select from messaging.blast_counts where customer_account = ${account} and blast_id = ${blast} for update`.execute(
    trx,
  );
  const { timeZone } = await loadBlastSettings(trx, account);
  const daily: DailyChange[] = [];
  const counts = { delivered: 0, failed: 0 };
  for (const { seq, msisdn, status, reason, submitted_at } of verdicts) {
    const { numAffectedRows } = await sql`
      update messaging.messages set status = ${status}, reason = ${reason}, done_at = now(),
        done_mask = case when ${status === "delivered"} then (1 << parts) - 1 else done_mask end
      where customer_account = ${account} and blast_id = ${blast} and seq = ${seq} and status = 'unknown'
        and done_at is not null`.execute(trx);
    if (numAffectedRows === 0n) continue;
    const count = status === "delivered" ? "delivered" : "failed";
    counts[count]++;
    daily.push({ day: dayIn(timeZone, submitted_at ?? new Date()), network: networkFor(msisdn), [count]: 1 });
    if (count === "failed")
      await sql`
        insert into messaging.blast_reasons as r (customer_account, blast_id, reason, messages)
        values (${account}, ${blast}, ${reason}, 1)
        on conflict (customer_account, blast_id, reason) do update set messages = r.messages + 1`.execute(trx);
  }
  const moved = counts.delivered + counts.failed;
  await sql`
    update messaging.blast_counts set no_receipt = no_receipt - ${moved}, delivered = delivered + ${counts.delivered},
      failed = failed + ${counts.failed} where customer_account = ${account} and blast_id = ${blast}`.execute(trx);
  await addDaily(trx, account, daily);
  await sql`
    update messaging.receipt_queries set asked = asked + ${asked.length}, delivered = delivered + ${counts.delivered},
      failed = failed + ${counts.failed}, after_seq = ${asked.at(-1)?.seq ?? query.after},
      state = ${asked.length < atOnce ? "done" : "waiting"}, owner = null, lease_until = null
    where blast_id = ${blast} and customer_account = ${account}`.execute(trx);
  await announce(trx, account, blast, "sent");
}

export async function findReceiptQuery(trx: Trx, account: string, blast: number) {
  const row = await trx
    .selectFrom("messaging.receipt_queries")
    .select(["state", "asked", "delivered", "failed", "requested_at"])
    .where("customer_account", "=", account)
    .where("blast_id", "=", blast)
    .executeTakeFirst();
  if (!row) return null;
  const { requested_at, state, ...counts } = row;
  return { ...counts, done: state === "done", requested_at: requested_at.toISOString() };
}
