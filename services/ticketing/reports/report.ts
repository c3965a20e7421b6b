import { type RawBuilder, sql } from "kysely";
import { statuses } from "../../../rules/ticket-words";
import type { Trx } from "../../kit/database";
import type { Report, ReportRow } from "../contract.figures";
import type { TicketFilters } from "../contract.filters";
import { row, rows } from "../desk/act";
import { type Looking, ticketsWhere } from "../tickets/where";

export type ReportBy = "disposition" | "stage" | "status" | "member";

/** The line of a ticket: its key, its name, and what it belongs to. */
const lines: Record<
  ReportBy,
  {
    key: RawBuilder<unknown>;
    name: RawBuilder<unknown>;
    parent: RawBuilder<unknown>;
    join: RawBuilder<unknown>;
    /** The query of the list that shows the same tickets. */
    filter: (key: string | null, parent: string | null) => Record<string, string>;
  }
> = {
  disposition: {
    key: sql`coalesce(sd.id, d.id)::text`,
    name: sql`coalesce(sd.name, d.name, 'None')`,
    parent: sql`case when sd.id is not null then d.name end`,
    join: sql`left join ticketing.dispositions d on d.customer_account = t.customer_account and d.id = t.disposition_id
      left join ticketing.dispositions sd on sd.customer_account = t.customer_account and sd.id = t.sub_disposition_id`,
    // A disposition's own line: what is under it has lines of its own.
    filter: (key, parent) =>
      key === null
        ? { disposition: "none" }
        : { disposition: key, ...(parent === null ? { sub_disposition: "none" } : {}) },
  },
  stage: {
    key: sql`s.id::text`,
    name: sql`s.name`,
    parent: sql`b.name`,
    join: sql`join ticketing.stages s on s.customer_account = t.customer_account and s.id = t.stage_id
      join ticketing.boards b on b.customer_account = s.customer_account and b.id = s.board_id`,
    filter: (key): Record<string, string> => (key === null ? {} : { stage: key }),
  },
  status: {
    key: sql`t.status`,
    name: sql`t.status`,
    parent: sql`null::text`,
    join: sql``,
    filter: (key): Record<string, string> => (key === null ? {} : { status: key }),
  },
  member: {
    key: sql`m.user_id`,
    name: sql`coalesce(w.name, 'Nobody')`,
    parent: sql`null::text`,
    join: sql`left join ticketing.ticket_members m on m.customer_account = t.customer_account and m.ticket_id = t.id and not m.watches
      left join ticketing.people w on w.customer_account = m.customer_account and w.user_id = m.user_id`,
    filter: (key) => ({ member: key ?? "none" }),
  },
};

type Row = {
  key: string | null;
  name: string;
  parent: string | null;
  total: number;
  overdue: number;
  breached: number;
  met: number;
} & {
  first: number | null;
  resolution: number | null;
} & Record<(typeof statuses)[number], number>;

/** The same tickets as the list under these filters, by one thing. Times are business minutes, pauses not counted. */
export async function reportBy(trx: Trx, looking: Looking, by: ReportBy, filters: TicketFilters): Promise<Report> {
  const { key, name, parent, join, filter } = lines[by];
  const where = ticketsWhere(looking, filters);
  const figures = sql`count(*)::int as total, ${sql.join(statuses.map((status) => sql`count(*) filter (where t.status = ${status})::int as ${sql.ref(status)}`))},
    count(*) filter (where t.due_at <= ${looking.now})::int as overdue,
    count(*) filter (where t.breached_at is not null or (t.sla_state = 'running' and t.due_at <= ${looking.now}))::int as breached,
    count(*) filter (where t.sla_state = 'met')::int as met`;
  const minutes = (
    kind: string,
  ) => sql`(select c.elapsed_ms from ticketing.clocks c where c.customer_account = t.customer_account
    and c.ticket_id = t.id and c.kind = ${kind} and c.stopped_at is not null order by c.id desc limit 1)`;
  const data = await rows<Row>(
    trx,
    sql`
    select ${key} as key, ${name} as name, ${parent} as parent, ${figures},
      round(avg(${minutes("first")}) / 60000, 1)::float8 as first, round(avg(${minutes("resolution")}) / 60000, 1)::float8 as resolution
    from ticketing.tickets t ${join} where ${where}
    group by 1, 2, 3 order by total desc, 2`,
  );
  const all = await row<Row>(trx, sql`select ${figures} from ticketing.tickets t where ${where}`);
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
        resolution_minutes: line.resolution,
        filter: filter(line.key, line.parent),
      }),
    ),
    total: all?.total ?? 0,
    overdue: all?.overdue ?? 0,
    breached: all?.breached ?? 0,
    met: all?.met ?? 0,
    time_zone: looking.zone,
    created_by_day: await byDay(trx, looking, where),
  };
}

/** The last thirty local days, none left out. */
async function byDay(trx: Trx, { now, zone }: Looking, where: ReturnType<typeof ticketsWhere>) {
  const day = (column: string) => sql`(t.${sql.ref(column)} at time zone ${zone})::date`;
  const first = sql`((${now}::timestamptz at time zone ${zone})::date - 29)`;
  const begins = sql`${first}::timestamp at time zone ${zone}`;
  return rows<Report["created_by_day"][number]>(
    trx,
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
