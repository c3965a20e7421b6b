import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { CrmSummary } from "../contract.summary";
import { type DaySpan, withinDays } from "../records/span";

/**
 * For how long records were in the stages that they left in the span, in the order of the pipelines; stages that were
 * deleted since come last, by the name that they had.
 */
export function listStageTimes(trx: Trx, account: string, span: DaySpan): Promise<CrmSummary["stage_times"]> {
  return checkedRows(
    trx,
    CrmSummary.shape.stage_times.element,
    sql`
    select t.stage_id, coalesce(s.name, t.stage) as stage, s.kind, coalesce(p.name, '') as pipeline, t.records,
      t.mean_days
    from (
      select stage_id, max(stage) as stage, count(*)::int as records,
        round((avg(extract(epoch from left_at - entered_at)) / 86400)::numeric, 1)::float8 as mean_days
      from crm.stage_times where customer_account = ${account} and ${withinDays(sql`left_at`, span)}
      group by stage_id) t
    left join crm.stages s on s.customer_account = ${account} and s.id = t.stage_id
    left join crm.pipelines p on p.customer_account = ${account} and p.id = s.pipeline_id
    order by case s.kind when 'lead' then 1 when 'deal' then 2 when 'contact' then 3 else 4 end, p.rank, p.id, s.rank,
      t.stage_id`,
    { batched: true },
  );
}
