import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { CrmSummary } from "../contract.summary";
import { type DaySpan, withinDays } from "../records/span";

/** So many sources are listed; of more than that one fewer, and all others as one. */
export const listedSources = 50;
/** "All" of them: more than that are no sources but texts. */
export const allSources = 100_000;

const SourceRow = z.object({
  source: z.string().nullable(),
  sources: z.number(),
  leads: z.number(),
  converted: z.number(),
});

/** Leads that were added in the span by where they come from, the most first. */
export async function listSources(
  trx: Trx,
  account: string,
  span: DaySpan,
  listed: number,
): Promise<Pick<CrmSummary, "sources" | "other_sources">> {
  const found = await checkedRows(
    trx,
    SourceRow,
    sql`with counted as (
        select l.source, count(*) as leads, count(l.converted_at) as converted from crm.records l
        where l.customer_account = ${account} and l.kind = 'lead' and ${withinDays(sql`l.created_at`, span)}
        group by l.source),
      ranked as (
        select counted.*, row_number() over (order by leads desc, source) as place, count(*) over () as all_sources
        from counted),
      shown as (
        select *, place <= case when all_sources <= ${listed}::bigint then ${listed}::bigint else ${listed - 1}::bigint end as listed from ranked)
      select case when listed then source end as source, count(*)::int as sources, sum(leads)::int as leads,
        sum(converted)::int as converted
      from shown group by listed, case when listed then place end, case when listed then source end
      order by listed desc, leads desc, source`,
    { batched: true },
  );
  const [others] = found.filter(({ source }) => source === null);
  return {
    sources: found.flatMap(({ source, leads, converted }) => (source === null ? [] : [{ source, leads, converted }])),
    other_sources: others ? { sources: others.sources, leads: others.leads, converted: others.converted } : null,
  };
}
