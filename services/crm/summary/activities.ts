import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { CrmSummary } from "../contract.summary";
import { type DaySpan, withinDays } from "../records/span";

/** People that a dashboard lists. */
const mostPeople = 200;

/**
 * What each person did in the span: notes and calls by who wrote them down, appointments that have begun and were not called off and
 * tasks that are done by whose they are. People have the name that they had last; what no user did has its name alone.
 */
export function listActivities(trx: Trx, account: string, span: DaySpan, now: Date): Promise<CrmSummary["activities"]> {
  return checkedRows(
    trx,
    CrmSummary.shape.activities.element,
    sql`
    select user_id, (array_agg(name order by last desc))[1] as name, sum(notes)::int as notes, sum(calls)::int as calls,
      sum(appointments)::int as appointments, sum(tasks)::int as tasks
    from (
      select by_id as user_id, by as name, max(created_at) as last, count(*) as notes, 0 as calls, 0 as appointments, 0 as tasks
      from crm.notes
      where customer_account = ${account} and copied_from is null and ${withinDays(sql`created_at`, span)} group by 1, 2
      union all
      select by_id, by, max(at), 0, count(*), 0, 0 from crm.logged_calls
      where customer_account = ${account} and copied_from is null and ${withinDays(sql`at`, span)} group by 1, 2
      union all
      select user_id, user_name, max(starts_at), 0, 0, count(*), 0 from crm.appointments
      where customer_account = ${account} and state <> 'cancelled' and starts_at <= ${now}::timestamptz
        and ${withinDays(sql`starts_at`, span)} group by 1, 2
      union all
      select user_id, user_name, max(done_at), 0, 0, 0, count(*) from crm.tasks
      where customer_account = ${account} and done_at is not null and ${withinDays(sql`done_at`, span)}
      group by 1, 2) each
    group by user_id, case when user_id is null then name end
    order by sum(notes + calls + appointments + tasks) desc, 2, 1 limit ${sql.lit(mostPeople)}`,
    { batched: true },
  );
}
