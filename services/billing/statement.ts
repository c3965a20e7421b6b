import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import { type Database, readAccount, type Trx } from "../kit/database";
import { byNumber } from "../kit/ordering";
import { pageAnswer } from "../kit/paging";
import { checkedRows } from "../kit/row-schema";
import type { Charges, StatementLine, statementCalls } from "./contract.statement";
import { nairobiDay } from "./invoices/vat";

type Query = z.output<typeof statementCalls.statement.query>;
type Span = { start_date?: string | undefined; end_date?: string | undefined };

/** What changed the balance, the newest first. The balance after each line stands in it, so any page costs the same. */
export function statementPage({ db }: Database, account: string, query: Query) {
  return readAccount(db, account, async (trx) => {
    let found = trx
      .selectFrom("billing.ledger_transactions as t")
      .select([
        "t.seq",
        "t.at",
        "t.kind",
        "t.description",
        "t.product",
        "t.reference",
        "t.available_change",
        "t.available_after",
      ])
      .where("t.customer_account", "=", account)
      .where("t.available_change", "<>", 0);
    if (query.start_date)
      found = found.where(sql<SqlBool>`t.at >= ${query.start_date}::date::timestamp at time zone 'Africa/Nairobi'`);
    if (query.end_date)
      found = found.where(sql<SqlBool>`t.at < (${query.end_date}::date + 1)::timestamp at time zone 'Africa/Nairobi'`);
    const page = await pageAnswer(trx, found, query, byNumber("t.seq"));
    const data = page.data.map(
      (row): StatementLine => ({
        seq: row.seq,
        at: row.at.toISOString(),
        // What settles a hold leaves the balance as it is and is in no line.
        kind: row.kind as StatementLine["kind"],
        description: row.description || words[row.kind] || "",
        product: row.product,
        reference: row.reference,
        cents: row.available_change,
        balance_cents: row.available_after,
      }),
    );
    return { ...page, data };
  });
}

const words: Record<string, string> = {
  release: "Refunded: not used",
  hold: "Set aside for sending",
  adjust: "Adjusted",
};

const aDay = 86_400_000;

/** Charges by day (up to 62 of them) or by month, of all products or some; by default of the last 30 days. */
export function listCharges({ db }: Database, account: string, products: string[] | undefined, asked: Span, now: Date) {
  const end = day(asked.end_date) ?? day(nairobiDay(now)) ?? now;
  const wanted = day(asked.start_date) ?? new Date(end.getTime() - 29 * aDay);
  // Ten years at most, and never backwards.
  const start = new Date(Math.max(Math.min(wanted.getTime(), end.getTime()), end.getTime() - 3_660 * aDay));
  const days = Math.round((end.getTime() - start.getTime()) / aDay) + 1;
  const step = days <= 62 ? "day" : "month";
  const before = { start: new Date(start.getTime() - days * aDay), end: new Date(start.getTime() - aDay) };
  return readAccount(db, account, async (trx): Promise<Charges> => {
    const periods = await sums(trx, account, products, { start, end }, step);
    const byProduct = await checkedRows(
      trx,
      ProductCharges,
      sql`
      select case when product = '' then 'Other' else product end as product, sum(charged_cents)::bigint as cents, count(*) as times
      from billing.ledger_transactions t where ${charged(account, products, { start, end })}
      group by 1 order by 2 desc`,
    );
    const earlier = await sums(trx, account, products, before, "month");
    const latest = await checkedRows(
      trx,
      Charge,
      sql`
      select at, description, product, charged_cents as cents
      from billing.ledger_transactions t where ${charged(account, products, { start, end })}
      order by at desc limit 20`,
    );
    return {
      start_date: iso(start),
      end_date: iso(end),
      step,
      periods: filled(periods, start, end, step),
      products: byProduct,
      total_cents: total(periods),
      before_cents: total(earlier),
      latest: latest.map((row) => ({
        ...row,
        description: row.description || `${row.product || "Use"}`,
        at: row.at.toISOString(),
      })),
    };
  });
}

const ProductCharges = z.object({ product: z.string(), cents: z.number(), times: z.number() });
const Charge = z.object({ at: z.date(), description: z.string(), product: z.string(), cents: z.number() });
const PeriodCharges = z.object({ period: z.string(), cents: z.number() });

type StatementSpan = { start: Date; end: Date };

function charged(account: string, products: string[] | undefined, { start, end }: StatementSpan) {
  const which = products ? sql`and product = any(${products})` : sql``;
  return sql`customer_account = ${account} and charged_cents <> 0
    and at >= ${iso(start)}::date::timestamp at time zone 'Africa/Nairobi'
    and at < (${iso(end)}::date + 1)::timestamp at time zone 'Africa/Nairobi' ${which}`;
}

/** A look into the index for each period: to cut the time of every charge down to its day or month costs many times that. */
async function sums(
  trx: Trx,
  account: string,
  products: string[] | undefined,
  span: StatementSpan,
  step: "day" | "month",
) {
  const one = `1 ${step}`;
  const statement = sql`
    select to_char(p.begins, 'YYYY-MM-DD') as period, s.cents
    from generate_series(date_trunc(${step}, ${iso(span.start)}::date::timestamp), ${iso(span.end)}::date::timestamp, ${one}::interval) p (begins),
      lateral (
        select sum(charged_cents)::bigint as cents from billing.ledger_transactions t
        where ${charged(account, products, span)} and at >= p.begins at time zone 'Africa/Nairobi'
          and at < (p.begins + ${one}::interval) at time zone 'Africa/Nairobi') s
    where s.cents is not null order by p.begins`;
  return checkedRows(trx, PeriodCharges, statement);
}

/** Every period of the span, also those without a charge. */
function filled(rows: { period: string; cents: number }[], start: Date, end: Date, step: "day" | "month") {
  const known = new Map(rows.map(({ period, cents }) => [period, cents]));
  const periods: { period: string; cents: number }[] = [];
  const at = new Date(start);
  if (step === "month") at.setUTCDate(1);
  while (at <= end) {
    const period = iso(at);
    periods.push({ period, cents: known.get(period) ?? 0 });
    if (step === "day") at.setUTCDate(at.getUTCDate() + 1);
    else at.setUTCMonth(at.getUTCMonth() + 1);
  }
  return periods;
}

function total(rows: { cents: number }[]): number {
  return rows.reduce((sum, { cents }) => sum + cents, 0);
}

function day(text: string | undefined): Date | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(`${text}T00:00:00Z`);
  const year = Number(text?.slice(0, 4));
  return Number.isNaN(at) || year < 2000 || year > 2200 ? undefined : new Date(at);
}

function iso(at: Date): string {
  return at.toISOString().slice(0, 10);
}
