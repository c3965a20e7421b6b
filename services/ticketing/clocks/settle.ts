import { sql } from "kysely";
import { type ClockKind, clockKinds, isDone } from "../../../rules/ticket-words";
import type { Trx } from "../../kit/database";
import { bigints, json, row, rows } from "../desk/act";
import type { TicketRow } from "../tickets/rows";
import { type ClockRow, derive, type Spell, spent } from "./compute";
import { type PolicyRow, policyFor, type Rules, rulesOf } from "./rules";

const settledColumns = [
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
  "first_response_at",
  "waiting_since",
  "resolved_at",
  "reopened_at",
  "merged_into",
  "deleted_at",
] as const satisfies (keyof TicketRow)[];

/** What settling needs of a ticket: by the hundred thousand the rest is a burden. */
export type Settled = Pick<TicketRow, (typeof settledColumns)[number]> & { group_ids: number[] };

/** The columns of it, the ticket being `t`. */
export const settled = sql`${sql.raw(settledColumns.map((name) => `t.${name}`).join(", "))},
  to_jsonb(array(select group_id from ticketing.ticket_groups g
    where g.customer_account = t.customer_account and g.ticket_id = t.id)) as group_ids`;

const clockColumns = sql.raw(
  "id, ticket_id, kind, policy_id, started_at, target_ms, due_at, warn_at, paused, stopped_at, elapsed_ms, met, breached_at",
);

/**
 * Brings a ticket's clocks to what its state says: a spell where that changed, clocks begun, stopped, gone on or
 * counted anew, and the due time cached on the ticket. The ticket's row must be locked. Safe to repeat.
 */
export async function settle(trx: Trx, account: string, id: number, now: Date, known?: Rules): Promise<void> {
  const rules = known ?? (await rulesOf(trx, account));
  const ticket = await row<Settled>(
    trx,
    sql`
    select ${settled} from ticketing.tickets t where t.customer_account = ${account} and t.id = ${id}`,
  );
  if (!ticket) return;
  const spells = await rows<Spell>(
    trx,
    sql`
    select at, state, reason from ticketing.spells where customer_account = ${account} and ticket_id = ${id} order by id`,
  );
  const wanted = spellOf(ticket, rules);
  if (spells.at(-1)?.state !== wanted.state) {
    // The first spell begins with the ticket: created paused starts paused.
    const at = spells.length === 0 ? ticket.created_at : now;
    await sql`
      insert into ticketing.spells (customer_account, ticket_id, at, state, reason)
      values (${account}, ${id}, ${at}, ${wanted.state}, ${wanted.reason})`.execute(trx);
    spells.push({ at, ...wanted });
  }
  const clocks = await rows<ClockRow>(
    trx,
    sql`
    select ${clockColumns} from ticketing.clocks where customer_account = ${account} and ticket_id = ${id} order by id`,
  );
  const policy = policyFor(ticket, rules);
  for (const kind of clockKinds) await settleClock(trx, account, { ticket, kind, policy, rules, spells, clocks, now });
  await cache(trx, account, [{ id, policy_id: policy?.id ?? null }]);
}

/** Gone or merged is paused, so that what comes back goes on where it was. */
function spellOf(ticket: Settled, rules: Rules): Omit<Spell, "at"> {
  if (ticket.deleted_at) return { state: "paused", reason: "deleted" };
  if (ticket.merged_into) return { state: "paused", reason: `merged into #${ticket.merged_into}` };
  if (isDone(ticket.status)) return { state: "stopped", reason: ticket.status };
  const stage = rules.stages.get(ticket.stage_id);
  if (stage?.pauses) return { state: "paused", reason: stage.name };
  if (ticket.status === "pending") return { state: "paused", reason: "pending" };
  return { state: "running", reason: "" };
}

type Settling = {
  ticket: Settled;
  kind: ClockKind;
  policy: PolicyRow | undefined;
  rules: Rules;
  spells: Spell[];
  clocks: ClockRow[];
  now: Date;
};

/** When the clock of a kind began, if the ticket's state asks for one that runs. */
export function begun(ticket: Settled, kind: ClockKind, policy: PolicyRow | undefined): Date | undefined {
  const gone = ticket.deleted_at !== null || ticket.merged_into !== null;
  if (isDone(ticket.status) && !gone) return undefined;
  if (kind === "first") return ticket.from_customer && !ticket.first_response_at ? ticket.created_at : undefined;
  if (kind === "next") return ticket.waiting_since ?? undefined;
  return policy?.on_reopen === "restart" && ticket.reopened_at ? ticket.reopened_at : ticket.created_at;
}

async function settleClock(trx: Trx, account: string, { ticket, kind, policy, rules, spells, clocks, now }: Settling) {
  const start = begun(ticket, kind, policy);
  const open = clocks.find((clock) => clock.kind === kind && !clock.stopped_at);
  if (start && policy) {
    // A ticket that came back goes on with the clock it had; only a restart begins another.
    const earlier = clocks.find((clock) => clock.kind === kind && clock.started_at.getTime() === start.getTime());
    const clock = open ?? earlier ?? { kind, started_at: start };
    const derived = derive({ kind, started_at: start }, policy, rules, spells, now);
    if (!derived) {
      if (open) await dropClock(trx, account, open.id);
      return;
    }
    const values = { started_at: start, policy_id: policy.id, ...derived };
    if ("id" in clock)
      await trx
        .updateTable("ticketing.clocks")
        .set({ ...values, stopped_at: null, elapsed_ms: null, met: null })
        .where("customer_account", "=", account)
        .where("id", "=", clock.id)
        .execute();
    else
      await trx
        .insertInto("ticketing.clocks")
        .values({ customer_account: account, ticket_id: ticket.id, kind, ...values })
        .execute();
    return;
  }
  if (!open) return;
  const used = rules.policies.find(({ id }) => id === open.policy_id) ?? policy;
  const answered = kind === "first" ? ticket.first_response_at : now;
  if (!start && used && (isDone(ticket.status) || kind !== "resolution")) {
    const stopped_at = (isDone(ticket.status) ? ticket.resolved_at : answered) ?? now;
    const elapsed_ms = spent(open, stopped_at, used, rules, spells);
    const met = elapsed_ms <= open.target_ms;
    const late = met ? null : (open.breached_at ?? open.due_at ?? stopped_at);
    await trx
      .updateTable("ticketing.clocks")
      .set({ stopped_at, elapsed_ms, met, breached_at: late, paused: false })
      .where("customer_account", "=", account)
      .where("id", "=", open.id)
      .execute();
    return;
  }
  await dropClock(trx, account, open.id);
}

async function dropClock(trx: Trx, account: string, id: number) {
  await sql`delete from ticketing.clocks where customer_account = ${account} and id = ${id}`.execute(trx);
  await sql`delete from ticketing.agenda where customer_account = ${account} and clock_id = ${id}`.execute(trx);
}

/** Writes the agenda and the tickets' cached figures from their clocks, many at a time. */
export async function cache(
  trx: Trx,
  account: string,
  tickets: readonly { id: number; policy_id: number | null }[],
): Promise<void> {
  const ids = bigints(tickets.map(({ id }) => id));
  await sql`
    with open as (
      select id, ticket_id, due_at, warn_at, breached_at, paused, warned_at, noticed_at from ticketing.clocks
      where customer_account = ${account} and ticket_id = any(${ids}) and stopped_at is null
    ), wanted as (
      select id as clock_id, 'due' as what, ticket_id, due_at as at from open where not paused and due_at is not null and noticed_at is null
      union all
      select id, 'warn', ticket_id, warn_at from open where not paused and warn_at is not null and warned_at is null and breached_at is null
    ), gone as (
      delete from ticketing.agenda a where customer_account = ${account} and ticket_id = any(${ids})
        and not exists (select from wanted w where w.clock_id = a.clock_id and w.what = a.what)
    )
    insert into ticketing.agenda (customer_account, clock_id, what, ticket_id, at)
    select ${account}, clock_id, what, ticket_id, at from wanted w
    on conflict (customer_account, clock_id, what) do update set at = excluded.at
      where ticketing.agenda.at <> excluded.at`.execute(trx);
  await sql`
    with given as (
      select * from jsonb_to_recordset(${json(tickets)}) as x (id bigint, policy_id bigint)
    ), figures as (
      select ticket_id,
        min(due_at) filter (where stopped_at is null and not paused) as due_at,
        (array_agg(kind order by due_at) filter (where stopped_at is null and not paused and due_at is not null))[1] as due_clock,
        min(warn_at) filter (where stopped_at is null and not paused) as warn_at,
        min(breached_at) as breached_at,
        bool_or(stopped_at is null and not paused) as runs,
        bool_or(stopped_at is null and paused) as pauses,
        bool_or(stopped_at is not null and not met) as missed
      from ticketing.clocks where customer_account = ${account} and ticket_id = any(${ids}) group by ticket_id
    )
    update ticketing.tickets t set
      ruling_policy_id = g.policy_id,
      due_at = f.due_at, due_clock = f.due_clock, warn_at = f.warn_at, breached_at = f.breached_at,
      sla_state = case when f.ticket_id is null then 'none' when f.runs then 'running' when f.pauses then 'paused'
        when f.missed then 'missed' else 'met' end
    from given g left join figures f on f.ticket_id = g.id
    where t.customer_account = ${account} and t.id = g.id
      and (t.ruling_policy_id, t.due_at, t.due_clock, t.warn_at, t.breached_at, t.sla_state) is distinct from
        (g.policy_id, f.due_at, f.due_clock, f.warn_at, f.breached_at, case when f.ticket_id is null then 'none'
          when f.runs then 'running' when f.pauses then 'paused' when f.missed then 'missed' else 'met' end)`.execute(
    trx,
  );
}
