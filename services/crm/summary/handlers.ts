import { sql } from "kysely";
import { z } from "zod";
import { addDays, dayIn } from "../../../rules/calendar";
import { pipelineKinds, type StageCategory, stageCategories } from "../../../rules/crm";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { Handlers } from "../../kit/serve";
import { loadZone } from "../channels/terms";
import type { crm } from "../contract";
import type { CrmSummary, summaryCalls } from "../contract.summary";
import { type CrmDeps, currentTime } from "../deps";
import { endedWithin } from "../records/span";
import { listStageSettings } from "../records/stages";
import { listActivities } from "./activities";
import { allSources, listedSources, listSources } from "./sources";
import { listStageTimes } from "./stage-times";

const Sum = z.object({ currency: z.string(), cents: z.number() });
type Sum = z.infer<typeof Sum>;
type Span = { start: string; end: string; zone: string };

/** The figures of the CRM. */
export function summaryHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof summaryCalls> {
  return {
    async dealsSummary({ query }, { account }) {
      const zone = await loadZone(deps, account);
      const now = currentTime(deps);
      const end = query.end_date ?? dayIn(zone, now);
      const span = { start: query.start_date ?? addDays(end, 1 - query.days), end, zone };
      const listed = query.sources === "all" ? allSources : listedSources;
      const body = await readAccount(db, account, (trx) => loadSummary(trx, account, span, { now, listed }));
      return { status: 200, body };
    },
  };
}

const StageSum = Sum.extend({
  kind: z.enum(pipelineKinds),
  stage_id: z.number(),
  category: z.enum(stageCategories),
  month: z.string().nullable(),
  records: z.number(),
});

const ClosedCount = z.object({ category: z.enum(["won", "lost"]), deals: z.number() });

const SalesSum = Sum.extend({ sales: z.number() });

async function loadSummary(
  trx: Trx,
  account: string,
  span: Span,
  { now, listed }: { now: Date; listed: number },
): Promise<CrmSummary> {
  const { start, end, zone } = span;
  const from = sql.raw(
    "crm.records l join crm.stages s on s.customer_account = l.customer_account and s.id = l.stage_id",
  );
  const [stages, all, sources, ended, sold, stage_times, activities] = await Promise.all([
    listStageSettings(trx, account, "deal", { batched: true }),
    // One reading of an index, however many records there are: what it says is added up below.
    checkedRows(
      trx,
      StageSum,
      sql`select g.kind, g.stage_id, s.category, g.currency, to_char(g.expected_close, 'YYYY-MM') as month,
          sum(g.records)::int as records, sum(g.cents)::bigint as cents from (
          select l.kind, l.stage_id, l.currency, l.expected_close, count(*) as records,
            coalesce(sum(l.value_cents), 0) as cents
          from crm.records l
          where l.customer_account = ${account} and l.kind in ('lead', 'deal') and l.converted_at is null
          group by 1, 2, 3, 4) g
        join crm.stages s on s.customer_account = ${account} and s.id = g.stage_id
        group by 1, 2, 3, 4, 5 order by g.currency, month`,
      { batched: true },
    ),
    listSources(trx, account, span, listed),
    checkedRows(
      trx,
      ClosedCount,
      sql`select s.category, count(*)::int as deals from ${from}
        where l.customer_account = ${account} and l.kind = 'deal' and ${endedWithin(span)}
        group by s.category`,
      { batched: true },
    ),
    checkedRows(
      trx,
      SalesSum,
      sql`select currency, count(*)::int as sales, sum(total_cents)::bigint as cents from crm.sales
        where customer_account = ${account} and sold_on between ${start}::date and ${end}::date
          and removed_at is null
        group by currency order by currency`,
      { batched: true },
    ),
    listStageTimes(trx, account, span),
    listActivities(trx, account, span, now),
  ]);
  const isOpen = ({ category }: { category: StageCategory }) => category !== "won" && category !== "lost";
  const deals = all.filter(({ kind }) => kind === "deal");
  const openDeals = deals.filter(isOpen);
  return {
    span: { start_date: start, end_date: end, time_zone: zone },
    open: {
      leads: total(all.filter((one) => one.kind === "lead" && isOpen(one))),
      deals: total(openDeals),
      values: added(openDeals),
    },
    stages: stages.map(({ id, name, category, probability, pipeline }) => {
      const own = deals.filter(({ stage_id }) => stage_id === id);
      return { id, name, category, probability, pipeline, deals: total(own), values: added(own) };
    }),
    ...sources,
    won: ended.find(({ category }) => category === "won")?.deals ?? 0,
    lost: ended.find(({ category }) => category === "lost")?.deals ?? 0,
    sales: sold.reduce((sum, { sales }) => sum + sales, 0),
    sold: sold.map(({ currency, cents }) => ({ currency, cents })),
    forecast: forecast(openDeals, new Map(stages.map(({ id, probability }) => [id, probability]))),
    ...{ stage_times, activities },
  };
}

type MonthSum = Sum & { stage_id: number; month: string | null; records: number };

/** What is expected to close by month: all of it, and what of it is likely by the stages that it is in. */
function forecast(sums: readonly MonthSum[], probabilities: ReadonlyMap<number, number>): CrmSummary["forecast"] {
  const months = [...new Set(sums.flatMap(({ month }) => (month === null ? [] : [month])))].sort().slice(0, mostMonths);
  return months.map((month) => {
    const own = sums.filter((one) => one.month === month);
    const likely = added(
      own.map((one) => ({ ...one, cents: one.cents * ((probabilities.get(one.stage_id) ?? 0) / 100) })),
    );
    return {
      month,
      deals: total(own),
      values: added(own),
      likely: likely.map(({ currency, cents }) => ({ currency, cents: Math.round(cents) })),
    };
  });
}

/** Months that a forecast looks ahead. */
const mostMonths = 200;

const total = (sums: readonly { records: number }[]) => sums.reduce((sum, { records }) => sum + records, 0);

/** The sums of each currency. */
function added(sums: readonly Sum[]): Sum[] {
  const totals = new Map<string, number>();
  for (const { currency, cents } of sums) totals.set(currency, (totals.get(currency) ?? 0) + cents);
  return [...totals].filter(([, cents]) => cents > 0).map(([currency, cents]) => ({ currency, cents }));
}
