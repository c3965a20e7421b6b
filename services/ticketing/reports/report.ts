import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { statuses } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import type { TicketFilters } from "../contract.filters";
import { Report, type ReportRow } from "../contract.statistics";
import { ticketsWhere, type ViewerScope } from "../tickets/where";
import { averageMinutes, timeSums } from "./times";

export type ReportBy = "disposition" | "stage" | "status" | "member";

/** The line of a ticket: what tickets are counted by, and of these columns its key, its name, and what it belongs to. */
const lines: Record<
  ReportBy,
  {
    columns: readonly `${"t" | "m"}.${string}`[];
    /** What gives the columns, where it isn't the ticket. */
    from: RawBuilder<unknown>;
    key: RawBuilder<unknown>;
    name: RawBuilder<unknown>;
    parent: RawBuilder<unknown>;
    /** What gives the names to the counted lines `n`. */
    names: (account: string) => RawBuilder<unknown>;
    /** The query of the list that shows the same tickets. */
    filter: (key: string | null, parent: string | null) => Record<string, string>;
  }
> = {
  disposition: {
    columns: ["t.disposition_id", "t.sub_disposition_id"],
    from: sql``,
    key: sql`coalesce(sd.id, d.id)::text`,
    name: sql`coalesce(sd.name, d.name, 'None')`,
    parent: sql`case when sd.id is not null then d.name end`,
    names: (
      account,
    ) => sql`left join ticketing.dispositions d on d.customer_account = ${account} and d.id = n.disposition_id
      left join ticketing.dispositions sd on sd.customer_account = ${account} and sd.id = n.sub_disposition_id`,
    // A disposition's own line: what is under it has lines of its own.
    filter: (key, parent) =>
      key === null
        ? { disposition: "none" }
        : { disposition: key, ...(parent === null ? { sub_disposition: "none" } : {}) },
  },
  stage: {
    columns: ["t.stage_id"],
    from: sql``,
    key: sql`s.id::text`,
    name: sql`s.name`,
    parent: sql`b.name`,
    names: (account) => sql`join ticketing.stages s on s.customer_account = ${account} and s.id = n.stage_id
      join ticketing.boards b on b.customer_account = s.customer_account and b.id = s.board_id`,
    filter: (key): Record<string, string> => (key === null ? {} : { stage: key }),
  },
  status: {
    columns: ["t.status"],
    from: sql``,
    key: sql`n.status`,
    name: sql`n.status`,
    parent: sql`null::text`,
    names: () => sql``,
    filter: (key): Record<string, string> => (key === null ? {} : { status: key }),
  },
  member: {
    columns: ["m.user_id"],
    from: sql`left join ticketing.ticket_members m on m.customer_account = t.customer_account and m.ticket_id = t.id and not m.watches`,
    key: sql`n.user_id`,
    name: sql`coalesce(w.name, 'Nobody')`,
    parent: sql`null::text`,
    names: (account) => sql`left join ticketing.people w on w.customer_account = ${account} and w.user_id = n.user_id`,
    filter: (key) => ({ member: key ?? "none" }),
  },
};

const Sums = z.object({
  total: z.number(),
  new: z.number(),
  open: z.number(),
  pending: z.number(),
  resolved: z.number(),
  closed: z.number(),
  overdue: z.number(),
  breached: z.number(),
  met: z.number(),
});
const sums = Sums.keyof().options;
type Sums = z.infer<typeof Sums>;

const LineRow = Sums.extend({
  key: z.string().nullable(),
  name: z.string(),
  parent: z.string().nullable(),
  first: z.number().nullable(),
  first_count: z.number(),
  resolution_count: z.number(),
  resolution: z.number().nullable(),
});

/**
 * The same tickets as the list under these filters, by one thing. Times are business minutes, pauses not counted.
 * Tickets are counted by numbers only: they are many, and the lines that get names few.
 */
export async function reportBy(trx: Trx, scope: ViewerScope, by: ReportBy, filters: TicketFilters): Promise<Report> {
  const { columns, from, key, name, parent, names, filter } = lines[by];
  const where = ticketsWhere(scope, filters);
  const of = sql.join(columns.map((column) => sql.ref(column)));
  const figures = sql`count(*)::int as total, ${sql.join(statuses.map((status) => sql`count(*) filter (where t.status = ${status})::int as ${sql.ref(status)}`))},
    count(*) filter (where t.due_at <= ${scope.now})::int as overdue,
    count(*) filter (where t.breached_at is not null or (t.sla_state = 'running' and t.due_at <= ${scope.now}))::int as breached,
    count(*) filter (where t.sla_state = 'met')::int as met`;
  const lined = checkedRows(
    trx,
    LineRow,
    sql`
    select ${key} as key, ${name} as name, ${parent} as parent,
      ${sql.join(sums.map((figure) => sql`sum(n.${sql.ref(figure)})::int as ${sql.ref(figure)}`))}, ${averageMinutes}
    from (
      select ${of}, ${figures}, ${timeSums}
      from ticketing.tickets t ${from} where ${where} group by ${of}) n ${names(scope.account)}
    group by 1, 2, 3 order by total desc, 2`,
  );
  // A ticket of two members is in two lines; of everything else it has one.
  const [data, all, created_by_day] = await Promise.all([
    lined,
    by === "member" ? checkedRow(trx, Sums, sql`select ${figures} from ticketing.tickets t where ${where}`) : undefined,
    byDay(trx, scope, where),
  ]);
  const sum = (of: keyof Sums) => all?.[of] ?? data.reduce((total, line) => total + line[of], 0);
  return {
    data: data.map(
      (line): ReportRow => ({
        id: line.key ?? "none",
        name: line.name,
        parent: line.parent,
        total: line.total,
        by_status: Object.fromEntries(statuses.map((status) => [status, line[status]])) as ReportRow["by_status"],
        overdue: line.overdue,
        breached: line.breached,
        met: line.met,
        first_response_minutes: line.first,
        first_response_count: line.first_count,
        resolution_minutes: line.resolution,
        resolution_count: line.resolution_count,
        filter: filter(line.key, line.parent),
      }),
    ),
    total: sum("total"),
    overdue: sum("overdue"),
    breached: sum("breached"),
    met: sum("met"),
    time_zone: scope.zone,
    created_by_day,
  };
}

/** The last thirty local days, none left out. */
async function byDay(trx: Trx, { now, zone }: ViewerScope, where: ReturnType<typeof ticketsWhere>) {
  const day = (column: string) => sql`(t.${sql.ref(column)} at time zone ${zone})::date`;
  const first = sql`((${now}::timestamptz at time zone ${zone})::date - 29)`;
  const begins = sql`${first}::timestamp at time zone ${zone}`;
  return checkedRows(
    trx,
    Report.shape.created_by_day.element,
    sql`
    with days as (select ${first} + n as day from generate_series(0, 29) n),
      created as (select ${day("created_at")} as day, count(*)::int as n from ticketing.tickets t
        where ${where} and t.created_at >= ${begins} group by 1),
      resolved as (select ${day("resolved_at")} as day, count(*)::int as n from ticketing.tickets t
        where ${where} and t.resolved_at >= ${begins} group by 1)
    select days.day::text, coalesce(c.n, 0) as created, coalesce(r.n, 0) as resolved
    from days left join created c using (day) left join resolved r using (day) order by days.day`,
  );
}
