import { sql } from "kysely";
import { z } from "zod";
import { costCents } from "../../../rules/money";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { Summary } from "../contract.answers";
import type { blastCalls } from "../contract.blasts";
import { dayIn, loadBlastSettings } from "./settings";

type Span = { start: string; end: string };
const Day = Summary.shape.days.element;
type Day = z.infer<typeof Day>;

const longest = 400;
const oneDay = 86_400_000;

/** Figures for a span of the account's days; the last 30 when none is asked for. */
export function loadSummary(
  { db }: Database,
  account: string,
  asked: z.output<typeof blastCalls.summary.query>,
  now: Date,
): Promise<Summary> {
  return readAccount(db, account, async (trx) => {
    const { timeZone } = await loadBlastSettings(trx, account);
    const span = spanOf(asked, dayIn(timeZone, now));
    const days = await listDays(trx, account, span);
    const length = days.length;
    const before = await listDays(trx, account, { start: plus(span.start, -length), end: plus(span.start, -1) });
    const all = totals(days);
    return {
      days,
      ...all,
      pending: all.sent - all.delivered - all.failed,
      before: totals(before),
      by_network: await listNetworks(trx, account, span),
    };
  });
}

export function reportDays(
  { db }: Database,
  account: string,
  asked: z.output<typeof blastCalls.reports.query>,
  now: Date,
): Promise<Day[]> {
  return readAccount(db, account, async (trx) => {
    const { timeZone } = await loadBlastSettings(trx, account);
    return listDays(trx, account, spanOf(asked, dayIn(timeZone, now)));
  });
}

/** Odd or missing days fall back; turned ones are turned; a span is at most 400 days long. */
function spanOf(asked: { start_date?: string | undefined; end_date?: string | undefined }, today: string): Span {
  const end = real(asked.end_date) ?? today;
  const start = real(asked.start_date) ?? plus(end, -29);
  const [first, last] = start <= end ? [start, end] : [end, start];
  const length = (Date.parse(last) - Date.parse(first)) / oneDay;
  return { start: length < longest ? first : plus(last, 1 - longest), end: last };
}

function real(day: string | undefined): string | undefined {
  if (!day) return undefined;
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) && day > "1970" && day < "2200"
    ? day
    : undefined;
}

function plus(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * oneDay).toISOString().slice(0, 10);
}

const DayRow = Day.omit({ cost_cents: true }).extend({ units: z.number() });

/** Every day of the span, those without traffic as zeros. */
async function listDays(trx: Trx, account: string, { start, end }: Span): Promise<Day[]> {
  const rows = await checkedRows(
    trx,
    DayRow,
    sql`
    select to_char(all_days.day, 'YYYY-MM-DD') as day, coalesce(sum(sent), 0)::int as sent,
      coalesce(sum(delivered), 0)::int as delivered, coalesce(sum(failed), 0)::int as failed,
      coalesce(sum(received), 0)::int as received, coalesce(sum(units), 0)::bigint as units
    from generate_series(${start}::date, ${end}::date, interval '1 day') as all_days (day)
    left join messaging.daily d on d.customer_account = ${account} and d.day = all_days.day::date
    group by all_days.day order by all_days.day`,
  );
  return rows.map(({ units, ...row }) => ({ ...row, cost_cents: costCents(1, units) }));
}

async function listNetworks(trx: Trx, account: string, { start, end }: Span): Promise<Summary["by_network"]> {
  return checkedRows(
    trx,
    Summary.shape.by_network.element,
    sql`
    select network, sum(sent)::int as sent, sum(delivered)::int as delivered from messaging.daily
    where customer_account = ${account} and day between ${start}::date and ${end}::date
    group by network having sum(sent) > 0 order by sum(sent) desc, network`,
  );
}

function totals(days: readonly Day[]) {
  const all = { sent: 0, delivered: 0, failed: 0, cost_cents: 0, received: 0 };
  for (const day of days) {
    all.sent += day.sent;
    all.delivered += day.delivered;
    all.failed += day.failed;
    all.cost_cents += day.cost_cents;
    all.received += day.received;
  }
  return all;
}

export type DailyChange = {
  day: string;
  network: string;
  sent?: number;
  delivered?: number;
  failed?: number;
  received?: number;
  units?: number;
};

/** Adds to the figures, in the transaction that changes the messages. Always in one order, so that two never wait for each other. */
export async function addDaily(trx: Trx, account: string, changes: readonly DailyChange[]): Promise<void> {
  const sums = new Map<string, Required<DailyChange>>();
  for (const { day, network, ...counts } of changes) {
    const key = `${day} ${network}`;
    const sum = sums.get(key) ?? { day, network, sent: 0, delivered: 0, failed: 0, received: 0, units: 0 };
    for (const name of ["sent", "delivered", "failed", "received", "units"] as const) sum[name] += counts[name] ?? 0;
    sums.set(key, sum);
  }
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  if (rows.length === 0) return;
  await sql`
    insert into messaging.daily as d (customer_account, day, network, sent, delivered, failed, received, units)
    select ${account}, day, network, sent, delivered, failed, received, units
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as row (day date, network text, sent int, delivered int, failed int, received int, units bigint)
    on conflict (customer_account, day, network) do update set sent = d.sent + excluded.sent,
      delivered = d.delivered + excluded.delivered, failed = d.failed + excluded.failed,
      received = d.received + excluded.received, units = d.units + excluded.units`.execute(trx);
}
