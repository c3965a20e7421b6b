import { sql } from "kysely";
import { type ClockKind, clockKinds, isDone } from "../../../rules/ticket-words";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { bigints, json, rows } from "../desk/act";
import { type Derived, derive, grouped, type Spell } from "./compute";
import { policyFor, type Rules, rulesOf } from "./rules";
import { begun, cache, type Settled, settle, settled } from "./settle";

/** Tickets in one transaction: long enough to be quick, short enough that nobody waits for a row. */
const batch = 1_000;
/** Transactions at once: while one writes, the next is worked out. */
const lanes = 2;

const isOpen = sql`status in ('new', 'open', 'pending') and deleted_at is null and merged_into is null`;

/**
 * Counts the open tickets of an account anew, from their starts and with their pauses, in the background. Closed ones
 * keep what was recorded. Safe to run twice. Answers how many tickets were looked at.
 */
export async function recountOpen(
  { db }: Database,
  account: string,
  now: () => Date = () => new Date(),
): Promise<number> {
  // Found once: a ticket that is opened meanwhile is counted by the new rules already.
  const ids = await readAccount(db, account, (trx) =>
    rows<{ id: number }>(
      trx,
      sql`select id from ticketing.tickets where customer_account = ${account} and ${isOpen} order by id`,
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
        const found = await rows<{ id: number }>(
          trx,
          sql`
          select id from ticketing.tickets where customer_account = ${account} and id = any(${mine}) and ${isOpen}
          order by id for update`,
        );
        // Lost by a crash it is done again: the job that asks for it ends after every one of its commits.
        await sql`set local synchronous_commit = off`.execute(trx);
        const wanted = found.map(({ id }) => id);
        await recountBatch(trx, account, wanted, now());
        return found.length;
      });
      // Behind the wait: what the other lane added meanwhile must not be lost.
      done += counted;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
}

type Open = { id: number; ticket_id: number; kind: ClockKind; due_at: Date | null };
type Found = { ticket: Settled; spells: Spell[]; clocks: Open[] };

/** Tickets with their spells and open clocks. */
export async function openOf(trx: Trx, account: string, ids: readonly number[]): Promise<Found[]> {
  const tickets = await rows<Settled>(
    trx,
    sql`
    select ${settled} from ticketing.tickets t where t.customer_account = ${account} and t.id = any(${bigints(ids)}) order by t.id`,
  );
  const spells = await rows<Spell & { ticket_id: number }>(
    trx,
    sql`
    select ticket_id, at, state, reason from ticketing.spells
    where customer_account = ${account} and ticket_id = any(${bigints(ids)}) order by id`,
  );
  const clocks = await rows<Open>(
    trx,
    sql`
    select id, ticket_id, kind, due_at from ticketing.clocks
    where customer_account = ${account} and ticket_id = any(${bigints(ids)}) and stopped_at is null`,
  );
  const [spellsBy, clocksBy] = [grouped(spells), grouped(clocks)];
  return tickets.map((ticket) => ({
    ticket,
    spells: spellsBy.get(ticket.id) ?? [],
    clocks: clocksBy.get(ticket.id) ?? [],
  }));
}

type Counted = { kind: ClockKind; start: Date; policy_id: number; derived: Derived };

/** What the clocks of an open ticket would say under these rules. */
export function countedBy({ ticket, spells }: Found, rules: Rules, now: Date): Counted[] {
  const policy = policyFor(ticket, rules);
  if (!policy) return [];
  return clockKinds.flatMap((kind) => {
    const start = begun(ticket, kind, policy);
    const derived = start && derive({ kind, started_at: start }, policy, rules, spells, now);
    return start && derived ? [{ kind, start, policy_id: policy.id, derived }] : [];
  });
}

async function recountBatch(trx: Trx, account: string, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const rules = await rulesOf(trx, account);
  const updates: object[] = [];
  const plain: { id: number; policy_id: number | null }[] = [];
  for (const found of await openOf(trx, account, ids)) {
    const counted = countedBy(found, rules, now);
    const { ticket, clocks, spells } = found;
    // A clock to begin or to drop, or a pause that its stage has now: the careful way, one by one.
    const pauses = rules.stages.get(ticket.stage_id)?.pauses || ticket.status === "pending";
    const same =
      counted.length === clocks.length && counted.every(({ kind }) => clocks.some((open) => open.kind === kind));
    if (!same || isDone(ticket.status) || (spells.at(-1)?.state === "paused") !== pauses) {
      await settle(trx, account, ticket.id, now, rules);
      continue;
    }
    for (const { kind, start, policy_id, derived } of counted)
      updates.push({ id: clocks.find((open) => open.kind === kind)?.id, start, policy_id, ...derived });
    plain.push({ id: ticket.id, policy_id: counted[0]?.policy_id ?? policyFor(ticket, rules)?.id ?? null });
  }
  await sql`
    update ticketing.clocks c set started_at = x.start, policy_id = x.policy_id, target_ms = x.target_ms,
      due_at = x.due_at, warn_at = x.warn_at, paused = x.paused, breached_at = x.breached_at
    from jsonb_to_recordset(${json(updates)}) as x (id bigint, start timestamptz, policy_id bigint, target_ms bigint,
      due_at timestamptz, warn_at timestamptz, paused boolean, breached_at timestamptz)
    where c.customer_account = ${account} and c.id = x.id`.execute(trx);
  if (plain.length > 0) await cache(trx, account, plain);
}
