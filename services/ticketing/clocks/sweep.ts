import { sql } from "kysely";
import { type ClockKind, clockNames } from "../../../rules/ticket-words";
import { type Database, inAccount } from "../../kit/database";
import { wakeRules } from "../automations/run";
import { type Act, acting, bigints, row, rows } from "../desk/act";
import { notify } from "../notices/notify";
import { supervisorsOf } from "../notices/supervisors";
import { remember } from "../tickets/history";
import type { TicketRow } from "../tickets/rows";

type Due = { clock_id: number; what: "warn" | "due"; ticket_id: number };

/** Tickets in one transaction. */
const batch = 200;

/**
 * Finds what is due in every account and tells the ticket's members and their supervisors, once: a second sweep, at the
 * same time or later, finds nothing. Answers how many clocks were found broken.
 */
export async function sweep({ db }: Database, now: Date, site = ""): Promise<number> {
  const accounts = await sql<{ account: string }>`
    select distinct customer_account as account from ticketing.agenda where at <= ${now}`.execute(db);
  let broken = 0;
  for (const { account } of accounts.rows)
    for (;;) {
      const found = await inAccount(db, account, async (trx) => {
        const act: Act = {
          trx,
          account,
          now,
          site,
          by: { id: null, name: "Jibu", kind: "house" },
          depth: 0,
          wake: wakeRules,
          touched: { tickets: new Set(), people: new Set() },
        };
        return acting(act, sweepBatch);
      });
      broken += found.broken;
      if (found.seen < batch) break;
    }
  return broken;
}

async function sweepBatch(act: Act): Promise<{ seen: number; broken: number }> {
  const { trx, account, now } = act;
  // The tickets are locked before their agenda, as everybody does it; what another holds it settles or tells itself.
  const tickets = await rows<{ id: number }>(
    trx,
    sql`
    select id from ticketing.tickets where customer_account = ${account} and id in (
      select ticket_id from ticketing.agenda where customer_account = ${account} and at <= ${now} order by at limit ${batch})
    order by id for update skip locked`,
  );
  const due = await rows<Due>(
    trx,
    sql`
    delete from ticketing.agenda where customer_account = ${account} and at <= ${now}
      and ticket_id = any(${bigints(tickets.map(({ id }) => id))})
    returning clock_id, what, ticket_id`,
  );
  let broken = 0;
  for (const one of due.sort((a, b) => a.ticket_id - b.ticket_id || a.clock_id - b.clock_id))
    if (await tellOf(act, one)) broken++;
  return { seen: tickets.length, broken };
}

type Clock = { id: number; kind: ClockKind; due_at: Date; stopped_at: Date | null; paused: boolean };

async function tellOf(act: Act, { clock_id, what, ticket_id }: Due): Promise<boolean> {
  const { trx, account, now } = act;
  const ticket = await row<TicketRow>(
    trx,
    sql`select * from ticketing.tickets where customer_account = ${account} and id = ${ticket_id} for update`,
  );
  const clock = await row<Clock>(
    trx,
    sql`
    select id, kind, due_at, stopped_at, paused from ticketing.clocks where customer_account = ${account} and id = ${clock_id}`,
  );
  if (!ticket || !clock || clock.stopped_at || clock.paused) return false;
  const breached = what === "due";
  if (breached && clock.due_at > now) return false;
  const column = sql.raw(breached ? "noticed_at" : "warned_at");
  await sql`
    update ticketing.clocks set ${column} = ${now} ${breached ? sql`, breached_at = due_at` : sql``}
    where customer_account = ${account} and id = ${clock_id}`.execute(trx);
  const name = clockNames[clock.kind].toLowerCase();
  if (breached) {
    await sql`
      update ticketing.tickets set breached_at = least(breached_at, ${clock.due_at})
      where customer_account = ${account} and id = ${ticket_id}`.execute(trx);
    await remember(act, ticket_id, ticket.version, [
      { action: "breached", words: `${clockNames[clock.kind]} was missed` },
    ]);
  }
  const members = await rows<{ user_id: string }>(
    trx,
    sql`
    select user_id from ticketing.ticket_members where customer_account = ${account} and ticket_id = ${ticket_id} and not watches`,
  );
  const supervisors = breached ? await supervisorsOf(trx, account, ticket_id) : [];
  await notify(act, {
    users: [...members.map(({ user_id }) => user_id), ...supervisors],
    kind: breached ? "sla breached" : "sla warning",
    ticket: ticket_id,
    words: breached
      ? `#${ticket_id} missed its ${name}: ${ticket.subject}`
      : `#${ticket_id} is near its ${name}: ${ticket.subject}`,
    key: `${what}:${clock_id}`,
  });
  act.touched.tickets.add(ticket_id);
  await act.wake({ ...act, event: `${what}:${clock_id}` }, ticket_id, [breached ? "sla breached" : "sla warning"]);
  return breached;
}
