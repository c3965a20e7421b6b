import { sql } from "kysely";
import { z } from "zod";
import { clockKinds, clockNames } from "../../rules/ticket-labels";
import type { Database } from "../kit/database";
import { AccountRow, checkedRows, IdRow } from "../kit/row-schema";
import { bigints, hasRows } from "../kit/rows";
import { lastResort, loadAudiences } from "./notices/audience";
import { notify, type TicketNotice } from "./notices/notify";
import { rememberAll } from "./records/history";
import { changeAsSystem } from "./system-work";
import type { UnitOfWork } from "./workspace/unit-of-work";

/** Tickets in one transaction: what follows is one statement each for all of them. */
const batch = 500;

/**
 * Finds what is due in every account and tells the ticket's members and their supervisors, once: a second sweep, at the
 * same time or later, finds nothing. Accounts take turns, so that a large one does not keep the others waiting. Answers
 * how many clocks were found broken.
 */
export async function sweep({ db }: Database, now: Date, site = ""): Promise<number> {
  const accounts = await checkedRows(
    db,
    AccountRow,
    sql`
    select distinct customer_account as account from ticketing.due_timers where at <= ${now}`,
  );
  let broken = 0;
  let waiting = accounts.map(({ account }) => account);
  while (waiting.length > 0) {
    const again: string[] = [];
    for (const account of waiting) {
      const found = await changeAsSystem(db, { account, site, now }, sweepBatch);
      broken += found.broken;
      if (found.seen === batch) again.push(account);
    }
    waiting = again;
  }
  return broken;
}

const DueTimer = z.object({
  clock_id: z.number(),
  kind: z.enum(clockKinds),
  ticket_id: z.number(),
  subject: z.string(),
  version: z.number(),
  breached: z.boolean(),
});
type DueTimer = z.infer<typeof DueTimer>;

async function sweepBatch(unit: UnitOfWork): Promise<{ seen: number; broken: number }> {
  const { trx, account, now } = unit;
  // The tickets are locked before their timers, as everybody does it; whoever holds another recalculates it or tells of it.
  const tickets = await checkedRows(
    trx,
    IdRow,
    sql`
    select id from ticketing.tickets where customer_account = ${account} and id in (
      select ticket_id from ticketing.due_timers where customer_account = ${account} and at <= ${now} order by at limit ${batch})
    order by id for update skip locked`,
  );
  const due = await checkedRows(
    trx,
    DueTimer,
    sql`
    with gone as (
      delete from ticketing.due_timers where customer_account = ${account} and at <= ${now}
        and ticket_id = any(${bigints(tickets.map(({ id }) => id))})
      returning clock_id, what, ticket_id)
    select g.clock_id, c.kind, g.ticket_id, t.subject, t.version, g.what = 'due' as breached
    from gone g join ticketing.clocks c on c.customer_account = ${account} and c.id = g.clock_id
      join ticketing.tickets t on t.customer_account = ${account} and t.id = g.ticket_id
    where c.stopped_at is null and not c.paused and (g.what = 'warn' or c.due_at <= ${now})
    order by g.ticket_id, g.clock_id, g.what desc`,
  );
  const broken = due.filter(({ breached }) => breached);
  await record(unit, due);
  await tell(unit, due);
  await wakeFor(unit, due);
  return { seen: tickets.length, broken: broken.length };
}

/** Writes on clocks, tickets and in their history what was found. */
async function record(unit: UnitOfWork, due: readonly DueTimer[]): Promise<void> {
  const { trx, account, now } = unit;
  const clocks = (breached: boolean) =>
    bigints(due.filter((one) => one.breached === breached).map(({ clock_id }) => clock_id));
  await sql`
    update ticketing.clocks set warned_at = ${now}
    where customer_account = ${account} and id = any(${clocks(false)})`.execute(trx);
  await sql`
    with broken as (
      update ticketing.clocks set noticed_at = ${now}, breached_at = due_at
      where customer_account = ${account} and id = any(${clocks(true)}) returning ticket_id, due_at)
    update ticketing.tickets t set breached_at = least(t.breached_at, b.due_at)
    from (select ticket_id, min(due_at) as due_at from broken group by 1) b
    where t.customer_account = ${account} and t.id = b.ticket_id`.execute(trx);
  await rememberAll(
    unit,
    due
      .filter(({ breached }) => breached)
      .map(({ ticket_id, version, kind }) => ({
        ticket: ticket_id,
        version,
        line: { action: "breached", words: `${clockNames[kind]} was missed` },
      })),
  );
  for (const { ticket_id } of due) unit.changed.add(ticket_id);
}

/** A warning is for the members; a missed due time is for supervisors too, and is always somebody's. */
async function tell(unit: UnitOfWork, due: readonly DueTimer[]): Promise<void> {
  if (due.length === 0) return;
  const { trx, account } = unit;
  const ids = [...new Set(due.map(({ ticket_id }) => ticket_id))];
  const audience = await loadAudiences(trx, account, ids);
  let last: string[] | undefined;
  const told: TicketNotice[] = [];
  for (const { clock_id, kind, ticket_id, subject, breached } of due) {
    const { members, supervisors, group } = audience(ticket_id);
    let users = breached ? [...members, ...supervisors] : members;
    if (breached && users.length === 0) users = group;
    if (breached && users.length === 0) {
      last ??= await lastResort(trx, account);
      users = last;
    }
    const name = clockNames[kind].toLowerCase();
    told.push({
      users,
      kind: breached ? "sla breached" : "sla warning",
      ticket: ticket_id,
      words: breached
        ? `#${ticket_id} missed its ${name}: ${subject}`
        : `#${ticket_id} is near its ${name}: ${subject}`,
      key: `${breached ? "due" : "warn"}:${clock_id}`,
    });
  }
  await notify(unit, told);
}

/** Wakes the rules, where the account has one that listens. */
async function wakeFor(unit: UnitOfWork, due: readonly DueTimer[]): Promise<void> {
  const { trx, account } = unit;
  const listens = await hasRows(
    trx,
    sql`
    select 1 from ticketing.automations
    where customer_account = ${account} and enabled and event in ('sla breached', 'sla warning') limit 1`,
  );
  if (!listens) return;
  for (const { clock_id, ticket_id, breached } of due) {
    const event = `${breached ? "due" : "warn"}:${clock_id}`;
    await unit.wake({ ...unit, event }, ticket_id, [breached ? "sla breached" : "sla warning"]);
  }
}
