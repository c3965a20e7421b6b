import { sql } from "kysely";
import { z } from "zod";
import { type ClockKind, clockKinds } from "../../../rules/ticket-labels";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { ClockInterval, type ComputedClock, computeClock, grouped } from "./compute";
import { ClockTicket, clockStart, clockTicketColumns, recalculateAllClocks } from "./recalculate";
import { policyFor, type Rules } from "./rules";

/** Tickets in one transaction: long enough to be quick, short enough that nobody waits for a row. */
const batch = 1_000;
/** Transactions at once: while one writes, the next is worked out. */
const lanes = 2;

const isHere = sql`t.deleted_at is null and t.merged_into is null`;
const isOpen = sql`t.status in ('new', 'open', 'pending') and ${isHere}`;
/** Nothing leaves one any more; an older version did. */
const hasLooseClock = sql`t.status in ('resolved', 'closed') and ${isHere} and exists (select from ticketing.clocks c
  where c.customer_account = t.customer_account and c.ticket_id = t.id and c.stopped_at is null)`;

/**
 * Recalculates the open tickets of an account, from their starts and with their pauses, in the background. Closed ones
 * keep what was recorded. Safe to run twice. Answers how many tickets were looked at.
 */
export async function recountOpen(
  { db }: Database,
  account: string,
  now: () => Date = () => new Date(),
): Promise<number> {
  // Found once: a ticket that is opened meanwhile is counted by the new rules already.
  const ids = await readAccount(db, account, (trx) =>
    checkedRows(
      trx,
      IdRow,
      sql`select t.id from ticketing.tickets t where t.customer_account = ${account} and ${isOpen}
        union select t.id from ticketing.clocks c join ticketing.tickets t on t.customer_account = c.customer_account and t.id = c.ticket_id
        where c.customer_account = ${account} and c.stopped_at is null and ${hasLooseClock} order by id`,
    ),
  );
  let next = 0;
  let done = 0;
  const lane = async () => {
    while (next < ids.length) {
      const asked = ids.slice(next, next + batch);
      next += batch;
      const counted = await inAccount(db, account, async (trx) => {
        const mine = bigints(asked.map(({ id }) => id));
        const found = await checkedRows(
          trx,
          IdRow,
          sql`
          select t.id from ticketing.tickets t where t.customer_account = ${account} and t.id = any(${mine})
            and (${isOpen} or ${hasLooseClock}) order by t.id for update`,
        );
        // Lost by a crash it is done again: the job that asks for it ends after every one of its commits.
        await sql`set local synchronous_commit = off`.execute(trx);
        const wanted = found.map(({ id }) => id);
        await recalculateAllClocks(trx, account, wanted, now());
        return found.length;
      });
      // Behind the wait: what the other lane added meanwhile must not be lost.
      done += counted;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
}

type TicketClocks = { ticket: ClockTicket; intervals: ClockInterval[] };

const IntervalRow = ClockInterval.extend({ ticket_id: z.number() });

/** Tickets with their intervals. */
export async function listOpenClocks(trx: Trx, account: string, ids: readonly number[]): Promise<TicketClocks[]> {
  const tickets = await checkedRows(
    trx,
    ClockTicket,
    sql`
    select ${clockTicketColumns} from ticketing.tickets t where t.customer_account = ${account} and t.id = any(${bigints(ids)}) order by t.id`,
  );
  const intervals = await checkedRows(
    trx,
    IntervalRow,
    sql`
    select ticket_id, at, state, reason from ticketing.clock_intervals
    where customer_account = ${account} and ticket_id = any(${bigints(ids)}) order by id`,
  );
  const intervalsBy = grouped(intervals);
  return tickets.map((ticket) => ({ ticket, intervals: intervalsBy.get(ticket.id) ?? [] }));
}

type CountedClock = { kind: ClockKind; start: Date; policy_id: number; computed: ComputedClock };

/** What the clocks of an open ticket would say under these rules. */
export function countedBy({ ticket, intervals }: TicketClocks, rules: Rules, now: Date): CountedClock[] {
  const policy = policyFor(ticket, rules);
  if (!policy) return [];
  return clockKinds.flatMap((kind) => {
    const start = clockStart(ticket, kind, policy);
    const computed = start && computeClock({ kind, started_at: start }, policy, rules, intervals, now);
    return start && computed ? [{ kind, start, policy_id: policy.id, computed }] : [];
  });
}

/** Those of the tickets that no policy would match. */
export async function unmatched(trx: Trx, account: string, ids: readonly number[], rules: Rules): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < ids.length; at += batch)
    for (const { ticket } of await listOpenClocks(trx, account, ids.slice(at, at + batch)))
      if (!policyFor(ticket, rules)) found.push(ticket.id);
  return found;
}
