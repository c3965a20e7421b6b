import { sql } from "kysely";
import { z } from "zod";
import { priorities, statuses } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow, type RowSchema } from "../../kit/row-schema";
import { parseFilters } from "../tickets/list";
import { ticketsWhere, type ViewerScope } from "../tickets/where";
import { averageMinutes, timeSums } from "./times";

const live = (scope: ViewerScope, query: object = {}) =>
  sql`ticketing.tickets t where ${ticketsWhere({ ...scope, all: true }, parseFilters(query, {}))}`;
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

type Status = (typeof statuses)[number];
const NamedCount = z.object({
  id: z.number(),
  name: z.string(),
  colour: z.string(),
  tickets: z.number(),
  overdue: z.number(),
});
type NamedCount = z.infer<typeof NamedCount>;

const StageSums = NamedCount.extend({ status: z.enum(statuses) });

export function stagesSummary(trx: Trx, scope: ViewerScope): Promise<(NamedCount & { status: Status })[]> {
  return checkedRows(
    trx,
    StageSums,
    sql`
    select s.id, s.name, s.colour, s.status, coalesce(c.tickets, 0) as tickets, coalesce(c.overdue, 0) as overdue
    from ticketing.stages s left join (
      select t.stage_id, count(*)::int as tickets, count(*) filter (where t.due_at <= ${scope.now})::int as overdue
      from ${live(scope)} group by 1) c on c.stage_id = s.id
    where s.customer_account = ${scope.account} order by s.board_id, s.rank, s.id`,
  );
}

const colours = ["grey", "blue", "teal", "amber", "red"];

const PrioritySums = z.object({
  priority_id: z.number(),
  open: z.number(),
  overdue: z.number(),
  resolved: z.number(),
});

/** Tickets of the type Incident; where an account has renamed it, of the type with its number. */
export async function incidentsSummary(trx: Trx, scope: ViewerScope) {
  const type = await checkedRow(
    trx,
    IdRow,
    sql`
    select id from ticketing.types where customer_account = ${scope.account} and (lower(name) = 'incident' or id = 3)
    order by (lower(name) = 'incident') desc limit 1`,
  );
  const incidents = live(scope, { type: type?.id ?? 0 });
  const found = await checkedRows(
    trx,
    PrioritySums,
    sql`
    select t.priority_id, count(*) filter (where t.status in ('new', 'open', 'pending'))::int as open,
      count(*) filter (where t.due_at <= ${scope.now})::int as overdue,
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

const WeekSums = z.object({ week: z.string(), created: z.number(), resolved: z.number(), breached: z.number() });

/** Each week is counted between its two ends: that is one span of an index, where naming every ticket's week is a sum. */
export async function weeksSummary(trx: Trx, scope: ViewerScope) {
  const { now, zone } = scope;
  const tickets = live(scope);
  const counted = (column: string) => {
    const at = sql.ref(`t.${column}`);
    return sql`(select count(*)::int from ${tickets} and ${at} >= weeks.week::timestamp at time zone ${zone}
      and ${at} < (weeks.week + 7)::timestamp at time zone ${zone})`;
  };
  const found = await checkedRows(
    trx,
    WeekSums,
    sql`
    with weeks as (select (date_trunc('week', ${now}::timestamptz at time zone ${zone}) - n * interval '1 week')::date as week
      from generate_series(0, 11) n)
    select weeks.week::text, ${counted("created_at")} as created, ${counted("resolved_at")} as resolved,
      ${counted("breached_at")} as breached
    from weeks order by weeks.week`,
  );
  return found.map((one, at) => ({ ...one, partial: at === found.length - 1 }));
}

const CountedRow = z.object({ n: z.number() });

const StatusSums = z.object({ status: z.string(), tickets: z.number(), overdue: z.number() });

/** Four counts, each by an index of its own. */
export async function ticketsSummary(trx: Trx, scope: ViewerScope) {
  const { account, now, me } = scope;
  const count = async (tickets: ReturnType<typeof live>) =>
    (await checkedRow(trx, CountedRow, sql`select count(*)::int as n from ${tickets}`))?.n ?? 0;
  const [byStatus, due_today, unassigned, mine] = await Promise.all([
    checkedRows(
      trx,
      StatusSums,
      sql`
      select t.status, count(*)::int as tickets, count(*) filter (where t.due_at <= ${now})::int as overdue
      from ${live(scope)} group by 1`,
    ),
    count(live(scope, { due: "today" })),
    count(live(scope, { member: "none", status: "unresolved" })),
    count(sql`${live(scope, { status: "unresolved" })} and t.id in (select m.ticket_id from ticketing.ticket_members m
      where m.customer_account = ${account} and m.user_id = ${me} and not m.watches)`),
  ]);
  const sum = (of: "tickets" | "overdue", only?: readonly string[]) =>
    byStatus.filter(({ status }) => !only || only.includes(status)).reduce((total, one) => total + one[of], 0);
  return {
    total: sum("tickets"),
    by_status: statuses.map((name, at) => ({ id: at + 1, name, tickets: sum("tickets", [name]) })),
    unresolved: sum("tickets", ["new", "open", "pending"]),
    overdue: sum("overdue"),
    due_today,
    unassigned,
    mine,
  };
}

const Rate = z.object({
  start: z.string(),
  end: z.string(),
  created: z.number(),
  resolved: z.number(),
  in_time: z.number(),
  judged: z.number(),
});
const Minutes = z.object({
  first: z.number().nullable(),
  first_count: z.number(),
  resolution: z.number().nullable(),
  resolution_count: z.number(),
});

/** Of the tickets opened in the last thirty local days, today with them, and in the thirty before. */
export async function resolutionRate(trx: Trx, scope: ViewerScope) {
  const { now, zone } = scope;
  const done = sql`t.status in ('resolved', 'closed')`;
  const today = sql`(${now}::timestamptz at time zone ${zone})::date`;
  /** Thirty days that end some days before today. */
  const month = (ago: number) => {
    const [from, until] = [sql`(${today} - ${ago + 29}::int)`, sql`(${today} - ${ago}::int)`];
    const where = sql`${ticketsWhere({ ...scope, all: true }, parseFilters({}, {}))}
      and t.created_at >= ${from}::timestamp at time zone ${zone}
      and t.created_at < (${until} + 1)::timestamp at time zone ${zone}`;
    const rate = sql`
      select ${from}::text as start, ${until}::text as "end", count(*)::int as created,
        count(*) filter (where ${done})::int as resolved,
        count(*) filter (where ${done} and t.sla_state = 'met')::int as in_time,
        count(*) filter (where ${done} and t.sla_state in ('met', 'missed'))::int as judged
      from ticketing.tickets t where ${where}`;
    const minutes = sql`
      select ${averageMinutes} from (select ${timeSums} from ticketing.tickets t where ${where}) c`;
    return { rate, minutes };
  };
  const [last, minutes, before] = await Promise.all([
    sums(trx, Rate, month(0).rate),
    sums(trx, Minutes, month(0).minutes),
    sums(trx, Rate, month(30).rate),
  ]);
  return {
    start: last.start,
    end: last.end,
    created: last.created,
    resolved: last.resolved,
    rate: percent(last.resolved, last.created),
    in_time: last.in_time,
    in_time_rate: percent(last.in_time, last.judged),
    first_response_minutes: minutes.first,
    first_response_count: minutes.first_count,
    resolution_minutes: minutes.resolution,
    resolution_count: minutes.resolution_count,
    before: {
      created: before.created,
      resolved: before.resolved,
      rate: percent(before.resolved, before.created),
      in_time_rate: percent(before.in_time, before.judged),
    },
  };
}

async function sums<Sums>(trx: Trx, schema: RowSchema<Sums>, statement: ReturnType<typeof sql>): Promise<Sums> {
  const found = await checkedRow(trx, schema, statement);
  if (!found) throw new Error("a sum has no row");
  return found;
}
