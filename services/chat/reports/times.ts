import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type AgentStatus, plannedMinutes } from "../../../rules/chat";
import type { Trx } from "../../kit/database";
import { startOfDay } from "../../kit/local-day";
import { checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { AgentDay, AgentTime } from "../contract.statistics";
import type { ReportQuery } from "./where";

const statuses = [
  "online",
  "bio_break",
  "lunch",
  "short_break",
  "coaching",
  "training",
] as const satisfies AgentStatus[];
const planned = Object.entries(plannedMinutes);

export const noTime: AgentTime = {
  ...{ online: 0, bio_break: 0, lunch: 0, short_break: 0, coaching: 0, training: 0 },
  ...{ breaks: 0, planned: 0, used: 0, over: 0 },
};

/** Whole seconds of an interval. */
const seconds = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
  sql`greatest(0, date_part('epoch', ${until} - ${from}))`;

/**
 * Time in each status within the period, in local days: what lasts over midnight is in both (statement M48). A break's
 * planned length belongs to the day on which it began, what was used beyond it to the day on which that happened.
 */
function pieces({ account, now, zone, period, asked, members }: ReportQuery): RawBuilder<unknown> {
  const [from, until] = [startOfDay(period.from, zone), startOfDay(period.to, zone, 1)];
  const plan = sql`case b.status ${sql.join(
    planned.map(([status, minutes]) => sql`when ${status} then ${minutes * 60}::int`),
    sql` `,
  )} end`;
  const localDay = (at: RawBuilder<unknown>) => sql`((${at}) at time zone ${zone})::date`;
  const midnight = (days: number) => sql`((d.day + ${days}::int)::timestamp at time zone ${zone})`;
  const who = asked.agent ? sql`and b.participant_id = ${asked.agent}` : sql``;
  const team = members ? sql`and b.participant_id = any(${texts(members)})` : sql``;
  return sql`(
    select s.participant_id, s.status, d.day, s.plan, ${localDay(sql`s.time`)} = d.day as begins,
      ${seconds(sql`greatest(s.time, ${midnight(0)})`, sql`least(s.ended, ${midnight(1)})`)} as lasted,
      case when s.plan is not null then ${seconds(
        sql`greatest(s.time + s.plan * interval '1 second', ${midnight(0)})`,
        sql`least(s.ended, ${midnight(1)})`,
      )} end as beyond
    from (select b.participant_id, b.status, b.time, least(coalesce(b.time_ended, ${now}::timestamptz), ${now}::timestamptz) as ended, ${plan} as plan
      from chat.breaks b where b.customer_account = ${account} and b.status <> 'offline' and b.time < ${until}
        and coalesce(b.time_ended, ${now}::timestamptz) > greatest(b.time, ${from}) ${who} ${team} offset 0) s
    cross join lateral (select ${localDay(sql`greatest(s.time, ${from})`)} + n as day from generate_series(0,
      ${localDay(sql`least(s.ended, ${until}) - interval '1 microsecond'`)} - ${localDay(sql`greatest(s.time, ${from})`)}) n) d) x`;
}

const columns = sql`${sql.join(
  statuses.map(
    (status) => sql`round(coalesce(sum(x.lasted) filter (where x.status = ${status}), 0))::int as ${sql.ref(status)}`,
  ),
)}, count(*) filter (where x.plan is not null and x.begins) as breaks,
  coalesce(sum(x.plan) filter (where x.begins), 0)::int as planned,
  round(coalesce(sum(x.lasted) filter (where x.plan is not null), 0))::int as used,
  round(coalesce(sum(x.beyond), 0))::int as over`;

const agentTime = (row: AgentTime): AgentTime =>
  Object.fromEntries(Object.keys(noTime).map((name) => [name, row[name as keyof AgentTime]])) as AgentTime;

const TimeByAgentRow = AgentTime.extend({ id: z.string() });

/** Of each agent, by their id. */
export async function timeByAgent(trx: Trx, reportQuery: ReportQuery): Promise<Map<string, AgentTime>> {
  const found = await checkedRows(
    trx,
    TimeByAgentRow,
    sql`select x.participant_id as id, ${columns} from ${pieces(reportQuery)} group by 1`,
  );
  return new Map(found.map((one) => [one.id, agentTime(one)]));
}

const TimeByDayRow = AgentTime.extend(AgentDay.omit({ time: true }).shape);

/** Of each agent and day on which there is any, the last day first. */
export async function timeByDay(trx: Trx, reportQuery: ReportQuery): Promise<AgentDay[]> {
  const found = await checkedRows(
    trx,
    TimeByDayRow,
    sql`
    select t.*, p.name from (select x.day::text as day, x.participant_id as id, ${columns} from ${pieces(reportQuery)} group by 1, 2) t
    join chat.participants p on p.customer_account = ${reportQuery.account} and p.participant_id = t.id
    order by t.day desc, lower(p.name), t.id`,
  );
  return found.map(({ day, id, name, ...time }) => ({ day, id, name, time: agentTime(time) }));
}

export function addTimes(times: Iterable<AgentTime>): AgentTime {
  const sum = { ...noTime };
  for (const time of times) for (const name of Object.keys(sum) as (keyof AgentTime)[]) sum[name] += time[name];
  return sum;
}
