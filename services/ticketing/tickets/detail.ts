import { sql } from "kysely";
import { z } from "zod";
import { elapsed } from "../../../rules/business-time";
import { explainDue } from "../../../rules/business-time.explain";
import { clockNames } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { ClockInterval, ClockRow, clockPauses } from "../clocks/compute";
import { loadRules, type Rules } from "../clocks/rules";
import { TicketMember } from "../contract.fields";
import type { SlaClock, TicketDetail } from "../contract.schemas";
import { type NamedRow, shown, ticketRow } from "../records/tickets";
import { setByDisposition } from "./dispositions";
import { filesOn, shownFile } from "./files";
import { itemsOn } from "./items";

/** The id that a page's index means: the number or the uuid of a ticket. */
export async function findTicketId(trx: Trx, account: string, index: string): Promise<number | undefined> {
  if (/^\d+$/.test(index)) return Number(index);
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(index) ? index : undefined;
  if (!uuid) return undefined;
  const found = await checkedRow(
    trx,
    IdRow,
    sql`select id from ticketing.tickets where customer_account = ${account} and uuid = ${uuid}::uuid`,
  );
  return found?.id;
}

type Links = ReadonlyMap<string, string>;

const MergedTicket = z.object({ id: z.number(), subject: z.string(), merged_at: z.date(), merged_by: z.string() });

/** A ticket whole: what is in it, and why each clock says what it says. */
export async function loadDetail(
  trx: Trx,
  account: string,
  id: number,
  now: Date,
  links: Links,
): Promise<TicketDetail | undefined> {
  const ticket = await ticketRow(trx, account, id);
  if (!ticket) return undefined;
  const mine = sql`customer_account = ${account} and ticket_id = ${id}`;
  // All of it travels in one message (batched): this is read outside of a transaction.
  const [files, items, clocks, merged, watchers, into, by_disposition] = await Promise.all([
    filesOn(trx, account, id),
    itemsOn(trx, account, id),
    listClocks(trx, account, ticket, now),
    checkedRows(
      trx,
      MergedTicket,
      sql`
      select t.id, t.subject, m.at as merged_at, m.by as merged_by
      from ticketing.merges m join ticketing.tickets t on t.customer_account = m.customer_account and t.id = m.source_id
      where m.customer_account = ${account} and m.target_id = ${id} and m.undone_at is null order by m.id`,
      { batched: true },
    ),
    checkedRows(
      trx,
      TicketMember,
      sql`
      select user_id as id, name, email from ticketing.ticket_members m join ticketing.people w using (customer_account, user_id)
      where ${mine} and m.watches order by name`,
      { batched: true },
    ),
    ticket.merged_into ? ticketRow(trx, account, ticket.merged_into) : undefined,
    setByDisposition(trx, account, ticket),
  ]);
  const about = shown(ticket, now);
  return {
    ...about,
    files: files.map((file) => shownFile(file, links)),
    items,
    clocks,
    merged: merged.map((one) => ({ ...one, merged_at: one.merged_at.toISOString() })),
    merged_into_subject: into?.subject ?? null,
    group_ids: about.groups.map((group) => group.id),
    member_ids: about.members.map((member) => member.id),
    cc: ticket.cc,
    sender_unproven: ticket.unproven,
    watchers,
    by_disposition,
  };
}

async function listClocks(trx: Trx, account: string, ticket: NamedRow, now: Date): Promise<SlaClock[]> {
  const mine = sql`customer_account = ${account} and ticket_id = ${ticket.id}`;
  const [clocks, intervals, rules] = await Promise.all([
    checkedRows(
      trx,
      ClockRow,
      sql`
      select id, kind, policy_id, started_at, target_ms, due_at, warn_at, paused, stopped_at, elapsed_ms, met, breached_at
      from ticketing.clocks where ${mine} order by id`,
      { batched: true },
    ),
    checkedRows(
      trx,
      ClockInterval,
      sql`select at, state, reason from ticketing.clock_intervals where ${mine} order by id`,
      {
        batched: true,
      },
    ),
    loadRules(trx, account),
  ]);
  return clocks.map((clock) => shownClock(clock, intervals, rules, now));
}

function shownClock(clock: ClockRow, intervals: readonly ClockInterval[], rules: Rules, now: Date): SlaClock {
  const policy = rules.policies.find(({ id }) => id === clock.policy_id);
  const calendar = rules.calendar(policy?.hours_id ?? null);
  const pauses = clockPauses(intervals);
  const start = clock.started_at.getTime();
  const until = (clock.stopped_at ?? now).getTime();
  const used = clock.elapsed_ms ?? elapsed(calendar, start, until, pauses);
  const held = elapsed(calendar, start, until) - elapsed(calendar, start, until, pauses);
  const late =
    clock.breached_at !== null || (clock.due_at !== null && clock.due_at.getTime() <= until && !clock.stopped_at);
  const told =
    clock.stopped_at || !policy ? undefined : explainDue(calendar, start, clock.target_ms, pauses, now.getTime());
  const minutes = (ms: number) => Math.round(ms / 6_000) / 10;
  return {
    id: clock.id,
    kind: clock.kind,
    name: clockNames[clock.kind],
    state: clock.stopped_at ? (clock.met ? "met" : "missed") : late ? "missed" : clock.paused ? "paused" : "running",
    target_minutes: minutes(clock.target_ms),
    elapsed_minutes: minutes(used),
    paused_minutes: minutes(held),
    left_minutes: minutes(Math.max(0, clock.target_ms - used)),
    started_at: clock.started_at.toISOString(),
    due_at: clock.due_at?.toISOString() ?? null,
    stopped_at: clock.stopped_at?.toISOString() ?? null,
    breached_at: clock.breached_at?.toISOString() ?? null,
    explanation: told
      ? {
          words: told.words,
          time_zone: told.timeZone,
          steps: told.steps.map((step) => ({
            ...step,
            minutes: Math.round(step.minutes * 100) / 100,
            from: new Date(step.from).toISOString(),
            until: new Date(step.until).toISOString(),
          })),
        }
      : null,
  };
}
