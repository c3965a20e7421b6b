import type { Kysely } from "kysely";
import { sql } from "kysely";
import { z } from "zod";
import type { DB } from "../tables";
import { inAccount, type Trx } from "./database";
import { AccountRow, checkedRow, checkedRows } from "./row-schema";

export const Event = z.object({
  seq: z.number(),
  kind: z.string(),
  body: z.record(z.string(), z.unknown()),
  at: z.date(),
});
export type Event = z.infer<typeof Event>;
export type NewEvent = Pick<Event, "kind" | "body">;

/** The channel on which "<account> <seq>" is told when an event is committed. */
export const eventChannel = "events";

/**
 * Writes one event into the account's log, in the transaction of the change. The cursor row is locked until the
 * commit, so sequence numbers become visible in order and without gaps: a reader at n has seen all up to n. Do it last
 * in the transaction: everybody else of the account waits for the lock.
 */
export async function append(trx: Trx, account: string, kind: string, body: Record<string, unknown>): Promise<number> {
  return appendAll(trx, account, [{ kind, body }]);
}

const SeqRow = z.object({ seq: z.number() });

/** Several events of one change, in order and under one lock. Answers the number of the last. */
export async function appendAll(trx: Trx, account: string, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) throw new Error("there is no event to write");
  const kinds = events.map(({ kind }) => kind);
  const bodies = events.map(({ body }) => JSON.stringify(body));
  const row = await checkedRow(
    trx,
    SeqRow,
    sql`
    with next as (
      insert into events.cursor (customer_account, seq) values (${account}, ${events.length})
      on conflict (customer_account) do update set seq = events.cursor.seq + excluded.seq
      returning seq
    ), written as (
      insert into events.log (customer_account, seq, kind, body, at)
      select ${account}, next.seq - ${events.length}::bigint + given.n, given.kind, given.body::jsonb, clock_timestamp()
      from next, unnest(${kinds}::text[], ${bodies}::text[]) with ordinality as given (kind, body, n)
    )
    select seq, pg_notify(${eventChannel}, ${account} || ' ' || seq) from next`,
  );
  const seq = row?.seq;
  if (seq === undefined) throw new Error("the event log gave no sequence number");
  return seq;
}

/** What happened after the cursor, oldest first. */
export async function since(db: Kysely<DB>, account: string, cursor: number, limit = 500): Promise<Event[]> {
  return (await readOn(db, account, cursor, limit)).events;
}

/** `head`: the newest number there is. `lost`: what follows the cursor is no longer kept, or the cursor is not ours. */
export type Page = { events: Event[]; head: number; lost: boolean };

const LogRow = z.union([Event.extend({ head: z.number() }), z.object({ head: z.number(), seq: z.null() })]);

/** The next page of the log after a cursor, and whether it follows without a gap. One statement, so one moment. */
export async function readOn(db: Kysely<DB>, account: string, cursor: number, limit = 500): Promise<Page> {
  const found = await checkedRows(
    db,
    LogRow,
    sql`
    select c.seq as head, l.seq, l.kind, l.body, l.at from events.cursor c left join lateral (
      select seq, kind, body, at from events.log where customer_account = ${account} and seq > ${cursor}::bigint
      order by seq limit ${limit}::bigint
    ) l on true
    where c.customer_account = ${account} order by l.seq`,
    { batched: true },
  );
  const head = found[0]?.head ?? 0;
  const events = found.flatMap((row) => {
    if (row.seq === null) return [];
    const { seq, kind, body, at } = row;
    return [{ seq, kind, body, at }];
  });
  const next = events[0]?.seq ?? head + 1;
  return { events, head, lost: next !== cursor + 1 };
}

/** The number of the account's newest event; 0 before the first. */
export async function loadCursor(db: Kysely<DB>, account: string): Promise<number> {
  const newest = await checkedRow(
    db,
    SeqRow,
    sql`
    select seq from events.cursor where customer_account = ${account}`,
    { batched: true },
  );
  return newest?.seq ?? 0;
}

const CursorAtRow = z.object({ seq: z.number().nullable() });

/** The number of the last event before a moment: all that a page drawn at that moment may not know comes after it. */
export async function cursorAt(db: Kysely<DB>, account: string, moment: Date): Promise<number> {
  const row = await checkedRow(
    db,
    CursorAtRow,
    sql`
    select coalesce(
      (select seq from events.log where customer_account = ${account} and at < ${moment} order by seq desc limit 1),
      (select seq - 1 from events.log where customer_account = ${account} order by seq limit 1),
      (select seq from events.cursor where customer_account = ${account})) as seq`,
  );
  return row?.seq ?? 0;
}

/** How many events.drop_log drops at a time. */
const lump = 5_000;

const DroppedRow = z.object({ dropped: z.number() });

/** Drops the events older than so many days, in every account; numbers go on. Answers how many there were. */
export async function prune(db: Kysely<DB>, days: number): Promise<number> {
  const rows = await checkedRows(db, AccountRow, sql`select customer_account as account from events.cursor`);
  let gone = 0;
  for (const { account } of rows)
    for (;;) {
      const dropped = await inAccount(db, account, async (trx) => {
        const row = await checkedRow(
          trx,
          DroppedRow,
          sql`
          select events.drop_log(${account}, now() - make_interval(days => ${days})) as dropped`,
        );
        return row?.dropped ?? 0;
      });
      gone += dropped;
      if (dropped < lump) break;
    }
  return gone;
}

/** Empties what was told of these conversations: an erased person stays nowhere in the log. Their numbers stay. */
export async function eraseEvents(trx: Trx, account: string, conversations: readonly number[]): Promise<void> {
  await sql`select events.erase_log(${account}, ${conversations}::bigint[])`.execute(trx);
}
