import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { freshSeconds } from "../connectors/links";
import { blacklisted } from "../contacts/recipients";
import { linkWriter } from "../short-links/store";
import { announce } from "./announce";
import { cancelRange } from "./cancel-range";
import { waitAfterFirst } from "./first-messages";
import { publishBlastEnd } from "./notices";
import { endStatus } from "./states";

/** Some recipients of a blast that one worker is sending. Round 1 sends again what stayed unknown. */
const Chunk = z.object({
  blast: z.number(),
  account: z.string(),
  first: z.number(),
  last: z.number(),
  round: z.number(),
  urgent: z.boolean(),
  /** The name under which it was taken. */
  owner: z.string(),
  /** Most parts a second of its blast; null: as fast as the link goes. */
  speed: z.number().nullable(),
  /** The carrier through which it is sent. */
  connector: z.string(),
  /** Somebody else began to send it through this carrier and was cut off: it may go through no other one. */
  bound: z.boolean(),
});
export type Chunk = z.infer<typeof Chunk>;

/** Through which carrier, and whether chunks that are bound to none may be taken for it. */
export type CarrierChoice = { connector: string; takesFree: boolean };

export type ClaimedMessage = {
  seq: number;
  msisdn: string;
  text: string;
  parts: number;
  /** In 1/10,000 KES. */
  part_price: number;
  was: "queued" | "unknown";
  sent_mask: number;
  ref: number | null;
};

export type ClaimedBatch = { sender: string; reply: boolean; messages: ClaimedMessage[]; suppressed: ClaimedMessage[] };

/**
 * Takes the next chunk for a worker, or nothing. Urgent blasts come first, the others take turns, and two workers
 * never get the same chunk. One with a speed of its own is left to the worker that keeps its pace. A cancelled blast's chunk is taken as well: it has to be cleared away.
 */
export async function claim(
  { db }: Database,
  owner: string,
  leaseMs: number,
  urgentOnly: boolean,
  { connector, takesFree }: CarrierChoice,
): Promise<Chunk | undefined> {
  // What is cleared away is not sent, so any way will do.
  const free = sql`c.not_before <= now() and (c.owner is null or c.lease_until < now())
    and (c.connector = ${connector} or (c.connector is null and ${takesFree}) or state = 'cancelled')`;
  const paced = sql`q.speed is not null and q.paced_by <> ${owner} and exists (
    select from messaging.links l
    where l.worker = q.paced_by and l.up and l.seen_at > now() - ${freshSeconds} * interval '1 second')`;
  return checkedRow(
    db,
    Chunk,
    sql`
    with chosen as (
      select q.blast_id, q.customer_account, q.urgent, q.speed, q.state from messaging.queue q
      where q.state in ('sending', 'cancelled') and (q.urgent or ${!urgentOnly}) and (${paced}) is not true
        and exists (select from messaging.chunks c where c.blast_id = q.blast_id and ${free})
      order by q.urgent desc, q.turn, q.blast_id limit 1 for no key update of q
    ), taken as (
      select c.blast_id, c.first_seq, c.connector is not null as bound from messaging.chunks c join chosen on chosen.blast_id = c.blast_id
      where ${free} order by c.first_seq limit 1 for update of c skip locked
    ), turned as (
      update messaging.queue q set turn = clock_timestamp(), paced_by = case when chosen.speed is not null then ${owner} end
      from chosen where q.blast_id = chosen.blast_id
    )
    update messaging.chunks c set owner = ${owner}, lease_until = now() + ${leaseMs} * interval '1 millisecond',
      connector = ${connector}
    from taken, chosen where c.blast_id = taken.blast_id and c.first_seq = taken.first_seq
    returning c.blast_id as blast, chosen.customer_account as account, c.first_seq as first, c.last_seq as last,
      c.round, chosen.urgent, c.owner, chosen.speed, c.connector, taken.bound`,
  );
}

/** The messages of a chunk that are still to be sent. Those who have opted out since the draft are set apart. */
export function load({ db }: Database, chunk: Chunk): Promise<ClaimedBatch> {
  return inAccount(db, chunk.account, async (trx) => {
    const blast = await trx
      .selectFrom("messaging.blasts")
      .select(["sender", "body", "part_price", "reply", "status", "link_base"])
      .where("customer_account", "=", chunk.account)
      .where("id", "=", chunk.blast)
      .executeTakeFirstOrThrow();
    const was = chunk.round === 0 ? "queued" : "unknown";
    const rows = blast.status === "sending" ? await pending(trx, chunk, was) : [];
    const withLinks = await linkWriter(trx, chunk.account, chunk.blast, blast.link_base);
    const messages = rows.map(
      ({ text, part_price, ...row }): ClaimedMessage => ({
        ...row,
        text: withLinks(text ?? blast.body, row.seq),
        part_price: part_price ?? blast.part_price,
        was,
      }),
    );
    const out = blast.reply ? new Set<string>() : await optedOut(trx, chunk.account, messages);
    return {
      sender: blast.sender,
      reply: blast.reply,
      messages: messages.filter((message) => !out.has(message.msisdn)),
      suppressed: messages.filter((message) => out.has(message.msisdn)),
    };
  });
}

function pending(trx: Trx, chunk: Chunk, status: "queued" | "unknown") {
  return (
    trx
      .selectFrom("messaging.messages")
      .select(["seq", "msisdn", "text", "parts", "part_price", "sent_mask", "ref"])
      .where("customer_account", "=", chunk.account)
      .where("blast_id", "=", chunk.blast)
      .where("seq", ">=", chunk.first)
      .where("seq", "<=", chunk.last)
      .where("status", "=", status)
      // Somebody who was erased after an unknown outcome is not written to a second time.
      .where("msisdn", "like", "+%")
      // What is half sent, or perhaps sent, through another carrier is not sent through this one.
      .where((is) => is.or([is("connector", "is", null), is("connector", "=", chunk.connector)]))
      .orderBy("seq")
      .execute()
  );
}

export function optedOut(trx: Trx, account: string, messages: readonly ClaimedMessage[]): Promise<Set<string>> {
  return blacklisted(
    trx,
    account,
    messages.map((message) => message.msisdn),
  );
}

/** Keeps this worker's chunks. */
export async function keepLeases({ db }: Database, owner: string, leaseMs: number): Promise<void> {
  await sql`update messaging.chunks set lease_until = now() + ${leaseMs} * interval '1 millisecond'
    where owner = ${owner}`.execute(db);
}

const QueueState = z.object({ state: z.string(), pause_after: z.number().nullable() });

/**
 * Gives a chunk back when nothing of it is under way any more: put back when the blast was stopped in the middle, kept
 * for a second round when some messages are unknown, else done with. The last one ends the blast.
 */
export function finish({ db }: Database, chunk: Chunk, unknownWaitMs: number): Promise<"sent" | "failed" | undefined> {
  const { account, blast, first, last } = chunk;
  return inAccount(db, account, async (trx) => {
    const mine = await checkedRows(
      trx,
      QueueState,
      sql`
      select q.state, b.pause_after from messaging.blasts b
      join messaging.chunks c on c.blast_id = b.id join messaging.queue q on q.blast_id = b.id
      where b.customer_account = ${account} and b.id = ${blast} and c.first_seq = ${first} and c.owner = ${chunk.owner}
      for update of b, c`,
    );
    const [own] = mine;
    if (own === undefined) return undefined;
    const { state } = own;
    const left = state === "cancelled" ? await clear(trx, chunk) : await leftIn(trx, chunk);
    const connector = nextConnector(chunk, left);
    if (left.queued > 0)
      await trx
        .updateTable("messaging.chunks")
        .set({ owner: null, lease_until: null, connector })
        .where("blast_id", "=", blast)
        .where("first_seq", "=", first)
        .execute();
    else if (left.again > 0 && chunk.round === 0)
      await sql`
        update messaging.chunks set owner = null, lease_until = null, round = 1, connector = ${left.other ?? chunk.connector},
          not_before = now() + ${unknownWaitMs} * interval '1 millisecond'
        where blast_id = ${blast} and first_seq = ${first}`.execute(trx);
    else await sql`delete from messaging.chunks where blast_id = ${blast} and first_seq = ${first}`.execute(trx);
    if (state !== "sending") return undefined;
    if (own.pause_after !== last || left.queued > 0) return endIfDone(trx, account, blast);
    await waitAfterFirst(trx, account, blast, last);
    return undefined;
  });

  async function clear(trx: Trx, { account, blast }: Chunk) {
    await cancelRange(trx, account, blast, first, last);
    return { queued: 0, again: 0, own: 0, free: 0, other: null };
  }
}

const RemainingCounts = z.object({
  queued: z.number(),
  again: z.number(),
  /** Of those that are still to be sent: for this carrier, for any, and another carrier that has some. */
  own: z.number(),
  free: z.number(),
  other: z.string().nullable(),
});
type RemainingCounts = z.infer<typeof RemainingCounts>;

/** The carrier to which a chunk is bound that is given back: none, when what is left of it may go any way. */
function nextConnector({ connector, bound, round }: Chunk, { own, free, other }: RemainingCounts): string | null {
  if (round === 0 && bound && own + free > 0) return connector;
  if (round === 0 && free > 0) return null;
  return other ?? connector;
}

async function leftIn(trx: Trx, chunk: Chunk): Promise<RemainingCounts> {
  const waits = sql`(status = 'queued' or (status = 'unknown' and tries = 1))`;
  const row = await checkedRow(
    trx,
    RemainingCounts,
    sql`
    select count(*) filter (where status = 'queued' or (status = 'unknown' and ${chunk.round} = 1 and tries = 1))::int as queued,
      count(*) filter (where status = 'unknown' and tries = 1)::int as again,
      count(*) filter (where ${waits} and connector = ${chunk.connector})::int as own,
      count(*) filter (where status = 'queued' and connector is null)::int as free,
      min(connector) filter (where ${waits} and connector <> ${chunk.connector}) as other
    from messaging.messages where customer_account = ${chunk.account} and blast_id = ${chunk.blast}
      and seq between ${chunk.first} and ${chunk.last}`,
  );
  return row ?? { queued: 0, again: 0, own: 0, free: 0, other: null };
}

const ProgressRow = z.object({ accepted: z.number(), chunks: z.boolean() });

async function endIfDone(trx: Trx, account: string, blast: number): Promise<"sent" | "failed" | undefined> {
  const row = await checkedRow(
    trx,
    ProgressRow,
    sql`
    select parts_accepted as accepted, exists (select from messaging.chunks where blast_id = ${blast}) as chunks
    from messaging.blast_counts where customer_account = ${account} and blast_id = ${blast}`,
  );
  if (!row || row.chunks) return undefined;
  const status = endStatus(row.accepted);
  await trx
    .updateTable("messaging.blasts")
    .set({ status, finished_at: sql<Date>`now()` })
    .where("customer_account", "=", account)
    .where("id", "=", blast)
    .execute();
  await trx.updateTable("messaging.queue").set({ state: "finished" }).where("blast_id", "=", blast).execute();
  await announce(trx, account, blast, status);
  await publishBlastEnd(trx, account, blast);
  return status;
}
