import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { dispositions } from "../../../rules/survey/sessions";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { Count, sessionChannels } from "../contract.schemas";
import { type ResponseFilters, sessionsWhere, stateWhere } from "./store";

const ValueCountRow = z.object({
  /** 0: sessions are counted. */
  question_id: Count,
  /** As `survey.answer_values` writes it; `session` or `stopped`. */
  value: z.string(),
  /** Of sessions, where they are; null for answers. */
  disposition: z.enum(dispositions).nullable(),
  channel: z.enum(sessionChannels).nullable(),
  last_channel: z.enum(sessionChannels).nullable(),
  /** Whatever the state of the session; only for sessions and where they stopped. */
  every: Count,
  /** In the state that was asked for. */
  counted: Count,
  /** The numbers among the answers, added up. */
  total: z.number(),
});
export type ValueCount = z.infer<typeof ValueCountRow>;

/** How often each thing was answered in the sessions that the filters leave. */
export function listCounts(
  trx: Trx,
  account: string,
  survey: number,
  filters: ResponseFilters,
  zone: string,
): Promise<ValueCount[]> {
  const statement = areKept(filters)
    ? keptCounts(account, survey, filters)
    : countedRows(account, survey, filters, zone);
  return checkedRows(trx, ValueCountRow, statement);
}

/** Whether the kept counts know what is asked for: by who chose something, stopped or asked they are not kept. */
function areKept(filters: ResponseFilters): boolean {
  const { state: _, disposition: _1, channel: _2, last_channel: _3, language: _4, run: _5, ...others } = filters;
  const { start_date: _6, end_date: _7, ...rest } = others;
  return Object.values(rest).every((value) => value === undefined);
}

/** What was added up, and what was not yet, as one statement sees it. */
function keptCounts(account: string, survey: number, filters: ResponseFilters): RawBuilder<unknown> {
  const { channel, last_channel, language, run, start_date, end_date } = filters;
  const [from, until] = [start_date ?? "-infinity", end_date ?? "infinity"];
  const anyDay = start_date === undefined && end_date === undefined;
  const days = sql`x.day >= ${from}::date and x.day <= ${until}::date and x.day <> 'infinity'`;
  const conditions = [sql`true`];
  if (channel !== undefined) conditions.push(sql`x.channel = ${channel}`);
  if (last_channel !== undefined) conditions.push(sql`x.last_channel = ${last_channel}`);
  if (language !== undefined) conditions.push(sql`x.language = ${language}`);
  if (run !== undefined) conditions.push(sql`x.instance_id = ${run}`);
  const columns = sql.raw(`x.question_id, x.value, x.channel, x.last_channel, x.language, x.instance_id, x.disposition,
    x.ended, x.count, x.total`);
  const inState = stateWhere(filters, sql`x.ended`);
  return sql`
    select x.question_id, x.value, case x.question_id when 0 then x.disposition end as disposition,
      case x.question_id when 0 then x.channel end as channel,
      case x.question_id when 0 then x.last_channel end as last_channel, sum(x.count)::bigint as every,
      coalesce(sum(x.count) filter (where ${inState}), 0)::bigint as counted,
      coalesce(sum(x.total) filter (where ${inState}), 0)::float8 as total
    from (
      select ${columns} from survey.tallies x where x.customer_account = ${account} and x.survey_id = ${survey}
        and ${anyDay ? sql`x.day = 'infinity'` : days}
      union all
      select ${columns} from survey.tally_changes x where x.customer_account = ${account} and x.survey_id = ${survey}
        and ${anyDay ? sql`true` : days}
    ) x
    where ${sql.join(conditions, sql` and `)}
    group by 1, 2, 3, 4, 5`;
}

/** The same, counted from the sessions and their answers. */
function countedRows(account: string, survey: number, filters: ResponseFilters, zone: string): RawBuilder<unknown> {
  const { stopped = null } = filters;
  const everyone: ResponseFilters = { ...filters, state: "all", disposition: undefined, stopped: undefined };
  return sql`
    with x as materialized (
      select x.id, x.question_id, x.disposition, x.channel, coalesce(x.current_channel, x.channel) as last_channel,
        ${stateWhere(filters)} and (${stopped}::bigint is null
          or (x.question_id = ${stopped} and x.disposition <> 'completed')) as counted
      from ${sessionsWhere(account, survey, everyone, zone)}
    )
    select 0::bigint as question_id, 'session' as value, x.disposition, x.channel, x.last_channel, count(*) as every,
      count(*) filter (where x.counted) as counted, 0::float8 as total
    from x group by 3, 4, 5
    union all
    select x.question_id, 'stopped', null, null, null, count(*), 0, 0 from x
    where x.question_id is not null and x.disposition <> 'completed' group by 1
    union all
    select a.question_id, w.value, null, null, null, 0, count(*), sum(w.total)::float8
    from x join survey.answers a on a.customer_account = ${account} and a.session_id = x.id and a.counted
    cross join lateral survey.answer_values(a.answer) w where x.counted group by 1, 2`;
}
