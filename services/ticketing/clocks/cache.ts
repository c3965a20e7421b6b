import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { bigints, json } from "../../kit/rows";

/** Writes the due timers and the tickets' cached figures from their clocks, many at a time. */
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
      delete from ticketing.due_timers a where customer_account = ${account} and ticket_id = any(${ids})
        and not exists (select from wanted w where w.clock_id = a.clock_id and w.what = a.what)
    )
    insert into ticketing.due_timers (customer_account, clock_id, what, ticket_id, at)
    select ${account}, clock_id, what, ticket_id, at from wanted w
    on conflict (customer_account, clock_id, what) do update set at = excluded.at
      where ticketing.due_timers.at <> excluded.at`.execute(trx);
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
        bool_or(stopped_at is not null and not met) as missed,
        (array_agg(elapsed_ms order by id desc) filter (where stopped_at is not null and kind = 'first'))[1] as first_ms,
        (array_agg(elapsed_ms order by id desc) filter (where stopped_at is not null and kind = 'resolution'))[1] as resolution_ms
      from ticketing.clocks where customer_account = ${account} and ticket_id = any(${ids}) group by ticket_id
    )
    update ticketing.tickets t set
      ruling_policy_id = g.policy_id,
      due_at = f.due_at, due_clock = f.due_clock, warn_at = f.warn_at, breached_at = f.breached_at,
      first_ms = f.first_ms, resolution_ms = f.resolution_ms,
      sla_state = case when f.ticket_id is null then 'none' when f.runs then 'running' when f.pauses then 'paused'
        when f.missed then 'missed' else 'met' end
    from given g left join figures f on f.ticket_id = g.id
    where t.customer_account = ${account} and t.id = g.id
      and (t.ruling_policy_id, t.due_at, t.due_clock, t.warn_at, t.breached_at, t.first_ms, t.resolution_ms, t.sla_state)
        is distinct from (g.policy_id, f.due_at, f.due_clock, f.warn_at, f.breached_at, f.first_ms, f.resolution_ms, case when f.ticket_id is null then 'none'
          when f.runs then 'running' when f.pauses then 'paused' when f.missed then 'missed' else 'met' end)`.execute(
    trx,
  );
}
