import { sql } from "kysely";
import { priorities, statuses } from "../../../rules/ticket-words";
import type { Trx } from "../../kit/database";
import { row, rows } from "../desk/act";
import { filtersOf } from "../tickets/list";
import { type Looking, ticketsWhere } from "../tickets/where";

const live = (looking: Looking, query: object = {}) =>
  sql`ticketing.tickets t where ${ticketsWhere({ ...looking, all: true }, filtersOf(query, {}))}`;
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

type Named = { id: number; name: string; colour: string; tickets: number; overdue: number };

export function stagesSummary(trx: Trx, looking: Looking): Promise<Named[]> {
  return rows<Named>(
    trx,
    sql`
    select s.id, s.name, s.colour, coalesce(c.tickets, 0) as tickets, coalesce(c.overdue, 0) as overdue
    from ticketing.stages s left join (
      select t.stage_id, count(*)::int as tickets, count(*) filter (where t.due_at <= ${looking.now})::int as overdue
      from ${live(looking)} group by 1) c on c.stage_id = s.id
    where s.customer_account = ${looking.account} order by s.board_id, s.rank, s.id`,
  );
}

const colours = ["grey", "blue", "teal", "amber", "red"];

/** Tickets of the type Incident; where a desk has renamed it, of the type with its number. */
export async function incidentsSummary(trx: Trx, looking: Looking) {
  const type = await row<{ id: number }>(
    trx,
    sql`
    select id from ticketing.types where customer_account = ${looking.account} and (lower(name) = 'incident' or id = 3)
    order by (lower(name) = 'incident') desc limit 1`,
  );
  const incidents = live(looking, { type: type?.id ?? 0 });
  const found = await rows<{ priority_id: number; open: number; overdue: number; resolved: number }>(
    trx,
    sql`
    select t.priority_id, count(*) filter (where t.status in ('new', 'open', 'pending'))::int as open,
      count(*) filter (where t.due_at <= ${looking.now})::int as overdue,
      count(*) filter (where t.status in ('resolved', 'closed'))::int as resolved
    from ${incidents} and ${type !== undefined} group by 1`,
  );
  const sum = (of: "open" | "overdue" | "resolved") => found.reduce((total, one) => total + one[of], 0);
  const data = [...priorities].reverse().map(({ id, name }) => {
    const one = found.find(({ priority_id }) => priority_id === id);
    return { id, name, colour: colours[id - 1] ?? "grey", tickets: one?.open ?? 0, overdue: one?.overdue ?? 0 };
  });
  return { open: sum("open"), overdue: sum("overdue"), resolved: sum("resolved"), type_id: type?.id ?? null, data };
}

export async function weeksSummary(trx: Trx, looking: Looking) {
  const { now, zone } = looking;
  const week = (column: string) => sql`date_trunc('week', t.${sql.ref(column)} at time zone ${zone})::date`;
  const thisWeek = sql`date_trunc('week', ${now}::timestamptz at time zone ${zone})`;
  const begins = sql`(${thisWeek} - interval '11 weeks') at time zone ${zone}`;
  const counted = (column: string) =>
    sql`select ${week(column)} as week, count(*)::int as n from ${live(looking)} and t.${sql.ref(column)} >= ${begins} group by 1`;
  const found = await rows<{ week: string; created: number; resolved: number; breached: number }>(
    trx,
    sql`
    with weeks as (select (${thisWeek} - n * interval '1 week')::date as week from generate_series(0, 11) n),
      created as (${counted("created_at")}), resolved as (${counted("resolved_at")}), breached as (${counted("breached_at")})
    select weeks.week::text, coalesce(c.n, 0) as created, coalesce(r.n, 0) as resolved, coalesce(b.n, 0) as breached
    from weeks left join created c using (week) left join resolved r using (week) left join breached b using (week)
    order by weeks.week`,
  );
  return found.map((one, at) => ({ ...one, partial: at === found.length - 1 }));
}

export async function ticketsSummary(trx: Trx, looking: Looking) {
  const { account, now, zone, me } = looking;
  const today = sql`date_trunc('day', ${now}::timestamptz at time zone ${zone})`;
  const byStatus = await rows<{
    status: string;
    tickets: number;
    overdue: number;
    due_today: number;
    unassigned: number;
    mine: number;
  }>(
    trx,
    sql`
    select t.status, count(*)::int as tickets, count(*) filter (where t.due_at <= ${now})::int as overdue,
      count(*) filter (where t.due_at >= ${today} at time zone ${zone} and t.due_at < (${today} + interval '1 day') at time zone ${zone})::int as due_today,
      count(*) filter (where t.status in ('new', 'open', 'pending') and not exists (select from ticketing.ticket_members m
        where m.customer_account = t.customer_account and m.ticket_id = t.id and not m.watches))::int as unassigned,
      count(*) filter (where t.status in ('new', 'open', 'pending') and exists (select from ticketing.ticket_members m
        where m.customer_account = ${account} and m.ticket_id = t.id and m.user_id = ${me} and not m.watches))::int as mine
    from ${live(looking)} group by 1`,
  );
  const sum = (of: "tickets" | "overdue" | "due_today" | "unassigned" | "mine", only?: readonly string[]) =>
    byStatus.filter(({ status }) => !only || only.includes(status)).reduce((total, one) => total + one[of], 0);
  return {
    total: sum("tickets"),
    by_status: statuses.map((name, at) => ({ id: at + 1, name, tickets: sum("tickets", [name]) })),
    unresolved: sum("tickets", ["new", "open", "pending"]),
    overdue: sum("overdue"),
    due_today: sum("due_today"),
    unassigned: sum("unassigned"),
    mine: sum("mine"),
  };
}

type Rate = {
  start: string;
  end: string;
  created: number;
  resolved: number;
  in_time: number;
  judged: number;
  first: number | null;
  resolution: number | null;
};

/** Of the tickets opened in the last thirty local days, today with them, and in the thirty before. */
export async function resolutionRate(trx: Trx, looking: Looking) {
  const { now, zone } = looking;
  const clock = (
    kind: string,
  ) => sql`(select c.elapsed_ms from ticketing.clocks c where c.customer_account = t.customer_account
    and c.ticket_id = t.id and c.kind = ${kind} and c.stopped_at is not null order by c.id desc limit 1)`;
  const done = sql`t.status in ('resolved', 'closed')`;
  const today = sql`(${now}::timestamptz at time zone ${zone})::date`;
  /** Thirty days that end some days before today. */
  const month = async (ago: number): Promise<Rate> => {
    const [from, until] = [sql`(${today} - ${ago + 29}::int)`, sql`(${today} - ${ago}::int)`];
    const found = await row<Rate>(
      trx,
      sql`
      select ${from}::text as start, ${until}::text as "end", count(*)::int as created,
        count(*) filter (where ${done})::int as resolved,
        count(*) filter (where ${done} and t.sla_state = 'met')::int as in_time,
        count(*) filter (where ${done} and t.sla_state in ('met', 'missed'))::int as judged,
        round(avg(${clock("first")}) / 60000, 1)::float8 as first, round(avg(${clock("resolution")}) / 60000, 1)::float8 as resolution
      from ${live(looking)} and t.created_at >= ${from}::timestamp at time zone ${zone}
        and t.created_at < (${until} + 1)::timestamp at time zone ${zone}`,
    );
    if (!found) throw new Error("a sum has no row");
    return found;
  };
  const [last, before] = [await month(0), await month(30)];
  return {
    start: last.start,
    end: last.end,
    created: last.created,
    resolved: last.resolved,
    rate: percent(last.resolved, last.created),
    in_time: last.in_time,
    in_time_rate: percent(last.in_time, last.judged),
    first_response_minutes: last.first,
    resolution_minutes: last.resolution,
    before: {
      created: before.created,
      resolved: before.resolved,
      rate: percent(before.resolved, before.created),
      in_time_rate: percent(before.in_time, before.judged),
    },
  };
}
