import { sql } from "kysely";
import { z } from "zod";
import { type ClockKind, clockKinds, isDone } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";
import { TicketRow } from "../records/tickets";
import { cache } from "./cache";
import { ClockInterval, ClockRow, computeClock, elapsedTime, grouped } from "./compute";
import { loadRules, type PolicyRow, policyFor, type Rules } from "./rules";

const ticketColumns = [
  "id",
  "subject",
  "status",
  "stage_id",
  "type_id",
  "priority_id",
  "disposition_id",
  "sub_disposition_id",
  "policy_id",
  "customer_id",
  "from_customer",
  "created_at",
  "asked_at",
  "first_response_at",
  "waiting_since",
  "resolved_at",
  "reopened_at",
  "merged_into",
  "deleted_at",
] as const satisfies (keyof TicketRow)[];

/** What the clocks need of a ticket: by the hundred thousand the rest is a burden. */
export const ClockTicket = TicketRow.pick({
  status: true,
  id: true,
  waiting_since: true,
  created_at: true,
  stage_id: true,
  subject: true,
  type_id: true,
  disposition_id: true,
  sub_disposition_id: true,
  policy_id: true,
  asked_at: true,
  first_response_at: true,
  resolved_at: true,
  reopened_at: true,
  merged_into: true,
  deleted_at: true,
  priority_id: true,
  customer_id: true,
  from_customer: true,
}).extend({ group_ids: z.array(z.number()) });
export type ClockTicket = z.infer<typeof ClockTicket>;

/** The columns of it, the ticket being `t`. */
export const clockTicketColumns = sql`${sql.raw(ticketColumns.map((name) => `t.${name}`).join(", "))},
  to_jsonb(array(select group_id from ticketing.ticket_groups g
    where g.customer_account = t.customer_account and g.ticket_id = t.id)) as group_ids`;

const clockColumns = sql.raw(
  "id, ticket_id, kind, policy_id, started_at, target_ms, due_at, warn_at, paused, stopped_at, elapsed_ms, met, breached_at",
);

const OwnClock = ClockRow.extend({ ticket_id: z.number() });
type OwnClock = z.infer<typeof OwnClock>;
const OwnInterval = ClockInterval.extend({ ticket_id: z.number() });
type OwnInterval = z.infer<typeof OwnInterval>;
/** A clock as it should be: without an id it is a new one. */
type WantedClock = Omit<OwnClock, "id"> & { id?: number };
type Plan = { intervals: OwnInterval[]; changed: WantedClock[]; added: WantedClock[]; dropped: number[] };

/** Brings the clocks of one ticket to what its state says; see `recalculateAllClocks`. */
export function recalculateClocks(trx: Trx, account: string, id: number, now: Date, rules?: Rules): Promise<void> {
  return recalculateAllClocks(trx, account, [id], now, rules);
}

/**
 * Brings tickets' clocks to what their state says: an interval where that changed, clocks begun, stopped, continued or
 * recalculated, and the due time cached on the ticket. The tickets' rows must be locked. Safe to repeat.
 */
export async function recalculateAllClocks(
  trx: Trx,
  account: string,
  ids: readonly number[],
  now: Date,
  known?: Rules,
): Promise<void> {
  if (ids.length === 0) return;
  const rules = known ?? (await loadRules(trx, account));
  const mine = sql`customer_account = ${account} and ticket_id = any(${bigints(ids)})`;
  const tickets = await checkedRows(
    trx,
    ClockTicket,
    sql`select ${clockTicketColumns} from ticketing.tickets t
    where t.customer_account = ${account} and t.id = any(${bigints(ids)}) order by t.id`,
  );
  const intervals = grouped(
    await checkedRows(
      trx,
      OwnInterval,
      sql`select ticket_id, at, state, reason from ticketing.clock_intervals where ${mine} order by id`,
    ),
  );
  const clocks = grouped(
    await checkedRows(trx, OwnClock, sql`select ${clockColumns} from ticketing.clocks where ${mine} order by id`),
  );
  const plan: Plan = { intervals: [], changed: [], added: [], dropped: [] };
  const policies = tickets.map((ticket) => {
    const policy = policyFor(ticket, rules);
    planFor(plan, {
      ticket,
      policy,
      rules,
      intervals: intervals.get(ticket.id) ?? [],
      clocks: clocks.get(ticket.id) ?? [],
      now,
    });
    return { id: ticket.id, policy_id: policy?.id ?? null };
  });
  await write(trx, account, plan);
  await cache(trx, account, policies);
}

type PlanInput = {
  ticket: ClockTicket;
  policy: PolicyRow | undefined;
  rules: Rules;
  intervals: OwnInterval[];
  clocks: OwnClock[];
  now: Date;
};

function planFor(plan: Plan, input: PlanInput): void {
  const { ticket, rules, intervals, now } = input;
  const wanted = wantedInterval(ticket, rules);
  if (intervals.at(-1)?.state !== wanted.state) {
    // The first interval begins with the ticket: created paused starts paused.
    const interval = { ticket_id: ticket.id, at: intervals.length === 0 ? ticket.created_at : now, ...wanted };
    intervals.push(interval);
    plan.intervals.push(interval);
  }
  for (const kind of clockKinds) planClock(plan, input, kind);
}

/** Gone or merged is paused, so that what comes back continues where it was. */
function wantedInterval(ticket: ClockTicket, rules: Rules): Omit<ClockInterval, "at"> {
  if (ticket.deleted_at) return { state: "paused", reason: "deleted" };
  if (ticket.merged_into) return { state: "paused", reason: `merged into #${ticket.merged_into}` };
  if (isDone(ticket.status)) return { state: "stopped", reason: ticket.status };
  const stage = rules.stages.get(ticket.stage_id);
  if (stage?.pauses) return { state: "paused", reason: stage.name };
  // A pending stage says itself whether it pauses; a board without one leaves it to the status.
  if (ticket.status === "pending" && stage?.status !== "pending") return { state: "paused", reason: "pending" };
  return { state: "running", reason: "" };
}

/** When the clock of a kind began, if the ticket's state asks for one that runs. */
export function clockStart(ticket: ClockTicket, kind: ClockKind, policy: PolicyRow | undefined): Date | undefined {
  const gone = ticket.deleted_at !== null || ticket.merged_into !== null;
  if (isDone(ticket.status) && !gone) return undefined;
  if (kind === "first") {
    if (ticket.first_response_at) return undefined;
    return ticket.from_customer ? ticket.created_at : (ticket.asked_at ?? undefined);
  }
  if (kind === "next") return ticket.waiting_since ?? undefined;
  return policy?.on_reopen === "restart" && ticket.reopened_at ? ticket.reopened_at : ticket.created_at;
}

function planClock(plan: Plan, { ticket, policy, rules, intervals, clocks, now }: PlanInput, kind: ClockKind): void {
  const start = clockStart(ticket, kind, policy);
  const open = clocks.find((clock) => clock.kind === kind && !clock.stopped_at);
  const computed = start && policy && computeClock({ kind, started_at: start }, policy, rules, intervals, now);
  if (start && policy && computed) {
    // A ticket that came back continues with the clock it had; only a restart begins another.
    const earlier = clocks.find((clock) => clock.kind === kind && clock.started_at.getTime() === start.getTime());
    const own = open ?? earlier;
    const runs = { started_at: start, policy_id: policy.id, stopped_at: null, elapsed_ms: null, met: null };
    const wanted: WantedClock = { ticket_id: ticket.id, kind, ...runs, ...computed };
    if (!own) plan.added.push(wanted);
    else if (differs(own, wanted)) plan.changed.push({ ...wanted, id: own.id });
    return;
  }
  if (!open) return;
  const done = isDone(ticket.status);
  const used = rules.policies.find(({ id }) => id === open.policy_id) ?? policy;
  if (start || !used || (kind === "resolution" && !done)) {
    plan.dropped.push(open.id);
    return;
  }
  const answered = kind === "first" ? ticket.first_response_at : now;
  const stopped_at = (done ? ticket.resolved_at : answered) ?? now;
  const elapsed_ms = elapsedTime(open, stopped_at, used, rules, intervals);
  const met = elapsed_ms <= open.target_ms;
  // Done without the answer that the clock waited for: late it was missed, in time there is nothing to record.
  const unanswered = done && kind !== "resolution" && !(kind === "first" && ticket.first_response_at);
  if (unanswered && met) {
    plan.dropped.push(open.id);
    return;
  }
  const late = met ? null : (open.breached_at ?? open.due_at ?? stopped_at);
  plan.changed.push({
    ...open,
    stopped_at,
    elapsed_ms: unanswered ? null : elapsed_ms,
    met,
    breached_at: late,
    paused: false,
  });
}

/** Dates are compared by their instant. */
function differs(own: OwnClock, wanted: WantedClock): boolean {
  const keys = Object.keys(wanted) as (keyof WantedClock)[];
  return keys.some((key) => own[key]?.valueOf() !== wanted[key]?.valueOf());
}

const clockShape = sql.raw(`id bigint, ticket_id bigint, kind text, policy_id bigint, started_at timestamptz,
  target_ms bigint, due_at timestamptz, warn_at timestamptz, paused boolean, stopped_at timestamptz, elapsed_ms bigint,
  met boolean, breached_at timestamptz`);

async function write(trx: Trx, account: string, { intervals, changed, added, dropped }: Plan): Promise<void> {
  if (intervals.length > 0)
    await sql`
      insert into ticketing.clock_intervals (customer_account, ticket_id, at, state, reason)
      select ${account}, ticket_id, at, state, reason
      from jsonb_to_recordset(${json(intervals)}) as x (ticket_id bigint, at timestamptz, state text, reason text)`.execute(
      trx,
    );
  if (dropped.length > 0) {
    await sql`
      delete from ticketing.due_timers where customer_account = ${account} and clock_id = any(${bigints(dropped)})`.execute(
      trx,
    );
    await sql`
      delete from ticketing.clocks where customer_account = ${account} and id = any(${bigints(dropped)})`.execute(trx);
  }
  if (changed.length > 0)
    await sql`
      update ticketing.clocks c set started_at = x.started_at, policy_id = x.policy_id, target_ms = x.target_ms,
        due_at = x.due_at, warn_at = x.warn_at, paused = x.paused, stopped_at = x.stopped_at,
        elapsed_ms = x.elapsed_ms, met = x.met, breached_at = x.breached_at
      from jsonb_to_recordset(${json(changed)}) as x (${clockShape})
      where c.customer_account = ${account} and c.id = x.id`.execute(trx);
  if (added.length > 0)
    await sql`
      insert into ticketing.clocks (customer_account, ticket_id, kind, policy_id, started_at, target_ms, due_at, warn_at,
        paused, breached_at)
      select ${account}, ticket_id, kind, policy_id, started_at, target_ms, due_at, warn_at, paused, breached_at
      from jsonb_to_recordset(${json(added)}) as x (${clockShape})`.execute(trx);
}
