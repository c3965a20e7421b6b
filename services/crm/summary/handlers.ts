import { sql } from "kysely";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { rows } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { crm } from "../contract";
import type { CrmSummary, summaryCalls } from "../contract.summary";
import { type CrmDeps, currentTime } from "../deps";
import { listStages } from "../records/stages";

/** Days of the span when none is said. */
const usualDays = 90;
const aDay = 86_400_000;

type Sum = { currency: string; cents: number };
type Span = { start: string; end: string };

/** The figures of the CRM. */
export function summaryHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof summaryCalls> {
  return {
    async dealsSummary({ query }, { account }) {
      const now = currentTime(deps).getTime();
      const of = (at: number) => new Date(at).toISOString().slice(0, 10);
      const span = { start: query.start_date ?? of(now - usualDays * aDay), end: query.end_date ?? of(now) };
      return { status: 200, body: await readAccount(db, account, (trx) => loadSummary(trx, account, span)) };
    },
  };
}

async function loadSummary(trx: Trx, account: string, { start, end }: Span): Promise<CrmSummary> {
  // Days are those of the records: a lead of the evening counts for the day that the database's clock had, in UTC.
  const within = (at: ReturnType<typeof sql>) => sql`${at} >= ${start}::date and ${at} < ${end}::date + 1`;
  const openRecord = sql`l.customer_account = ${account} and l.converted_at is null and s.category not in ('won', 'lost')`;
  const from = sql.raw(
    "crm.records l join crm.stages s on s.customer_account = l.customer_account and s.id = l.stage_id",
  );
  const [stages, inStages, leads, sources, ended, sold, forecast] = await Promise.all([
    listStages(trx, account, "deal", { batched: true }),
    rows<Sum & { stage_id: number }>(
      trx,
      sql`select l.stage_id, l.currency, coalesce(sum(l.value_cents), 0)::bigint as cents from crm.records l
        where l.customer_account = ${account} and l.kind = 'deal' group by l.stage_id, l.currency order by l.currency`,
      { batched: true },
    ),
    rows<{ kind: "lead" | "deal"; records: number }>(
      trx,
      sql`select l.kind, count(*)::int as records from ${from} where ${openRecord} and l.kind <> 'contact' group by l.kind`,
      { batched: true },
    ),
    rows<CrmSummary["sources"][number]>(
      trx,
      sql`select l.source, count(*)::int as leads, count(l.converted_at)::int as converted from crm.records l
        where l.customer_account = ${account} and l.kind = 'lead' and ${within(sql`l.created_at`)}
        group by l.source order by leads desc, l.source limit 50`,
      { batched: true },
    ),
    rows<{ category: "won" | "lost"; deals: number }>(
      trx,
      sql`select s.category, count(*)::int as deals from ${from}
        where l.customer_account = ${account} and l.kind = 'deal' and s.category in ('won', 'lost')
          and ${within(sql`coalesce(l.won_on::timestamptz, l.stage_at)`)} group by s.category`,
      { batched: true },
    ),
    rows<Sum & { sales: number }>(
      trx,
      sql`select currency, count(*)::int as sales, sum(total_cents)::bigint as cents from crm.sales
        where customer_account = ${account} and sold_on between ${start}::date and ${end}::date
        group by currency order by currency`,
      { batched: true },
    ),
    rows<Sum & { month: string; deals: number; likely: number }>(
      trx,
      sql`select to_char(l.expected_close, 'YYYY-MM') as month, l.currency, count(*)::int as deals,
          coalesce(sum(l.value_cents), 0)::bigint as cents,
          round(coalesce(sum(l.value_cents * s.probability / 100.0), 0))::bigint as likely
        from ${from} where ${openRecord} and l.kind = 'deal' and l.expected_close is not null
        group by 1, 2 order by 1, 2 limit 200`,
      { batched: true },
    ),
  ]);
  const openStages = stages.filter(({ category }) => category !== "won" && category !== "lost").map(({ id }) => id);
  const months = [...new Set(forecast.map(({ month }) => month))];
  const plain = (sums: readonly Sum[]) => sums.map(({ currency, cents }) => ({ currency, cents }));
  return {
    open: {
      leads: leads.find(({ kind }) => kind === "lead")?.records ?? 0,
      deals: leads.find(({ kind }) => kind === "deal")?.records ?? 0,
      values: added(inStages.filter(({ stage_id }) => openStages.includes(stage_id))),
    },
    stages: stages.map(({ id, name, category, probability, records }) => ({
      ...{ id, name, category, probability, deals: records },
      values: plain(inStages.filter(({ stage_id, cents }) => stage_id === id && cents > 0)),
    })),
    sources,
    won: ended.find(({ category }) => category === "won")?.deals ?? 0,
    lost: ended.find(({ category }) => category === "lost")?.deals ?? 0,
    sales: sold.reduce((sum, { sales }) => sum + sales, 0),
    sold: plain(sold),
    forecast: months.map((month) => {
      const own = forecast.filter((one) => one.month === month);
      return {
        month,
        deals: own.reduce((sum, { deals }) => sum + deals, 0),
        values: plain(own),
        likely: own.map(({ currency, likely }) => ({ currency, cents: likely })),
      };
    }),
  };
}

/** The sums of each currency. */
function added(sums: readonly Sum[]): Sum[] {
  const totals = new Map<string, number>();
  for (const { currency, cents } of sums) totals.set(currency, (totals.get(currency) ?? 0) + cents);
  return [...totals].filter(([, cents]) => cents > 0).map(([currency, cents]) => ({ currency, cents }));
}
