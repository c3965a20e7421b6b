import { sql } from "kysely";
import { z } from "zod";
import { showKes } from "../../../rules/money";
import { recordActivity } from "../../kit/activities";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRows } from "../../kit/row-schema";
import { type BillingDeps, currentTime } from "../deps";
import { proof } from "../store";
import { issue } from "./issue";
import { vatRateOn, withVatInside } from "./vat";

export const monthTask = "billing.month";

/** The first moment of the month after, in Nairobi, and a little: all of the old month is in the books then. */
export function nextMonth(now: Date): Date {
  const there = new Date(now.getTime() + 3 * 3_600_000);
  return new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 1) - 3 * 3_600_000 + 30 * 60_000);
}

/** Plans the next closing of the books of an account. */
export function monthLater(trx: Trx, account: string, now: Date): Promise<void> {
  return sendLater(trx, monthTask, { account }, { key: `month:${account}`, at: nextMonth(now) });
}

/** Closes the month before: proves the books, invoices what was used, and plans the next time. */
export async function closeMonth(
  database: Database,
  deps: BillingDeps,
  payload: Record<string, unknown>,
): Promise<void> {
  const account = String(payload.account);
  await inAccount(database.db, account, async (trx) => {
    const wallet = await trx
      .selectFrom("billing.wallets")
      .select(["available_cents", "held_cents"])
      .where("customer_account", "=", account)
      .forUpdate()
      .executeTakeFirst();
    if (!wallet) return;
    const sums = await proof(trx, account);
    if (sums.all !== 0 || sums.available !== wallet.available_cents || sums.held !== wallet.held_cents)
      throw new Error(`the books of account ${account} do not add up`);
    const now = currentTime(deps);
    await invoiceUsage(deps, trx, account, lastMonth(now), now);
    await monthLater(trx, account, now);
  });
}

/** The month before, as its first and last day. */
export function lastMonth(now: Date): { from: string; to: string } {
  const there = new Date(now.getTime() + 3 * 3_600_000);
  const first = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() - 1, 1));
  const last = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), 0));
  return { from: first.toISOString().slice(0, 10), to: last.toISOString().slice(0, 10) };
}

const UsageRow = z.object({ product: z.string(), cents: z.number() });

/** A tax invoice for what was used in a span of days and paid from the balance as it was used: VAT is inside. */
export async function invoiceUsage(
  deps: Pick<BillingDeps, "seller">,
  trx: Trx,
  account: string,
  { from, to }: { from: string; to: string },
  at: Date,
): Promise<number | undefined> {
  // What came back of the use itself lessens it; credit notes are of other invoices.
  const rows = await checkedRows(
    trx,
    UsageRow,
    sql`
    select product, sum(charged_cents)::bigint as cents from billing.ledger_transactions
    where customer_account = ${account} and (kind = 'settle' or kind = 'credit' and reference like '%/refund') and charged_cents <> 0
      and at >= ${from}::date::timestamp at time zone 'Africa/Nairobi'
      and at < (${to}::date + 1)::timestamp at time zone 'Africa/Nairobi'
    group by product order by product`,
  );
  const lines = rows.map(({ product, cents }) => ({ description: `${product || "Other"}: use`, gross_cents: cents }));
  const totals = withVatInside(lines, vatRateOn(to));
  if (totals.total_cents <= 0) return undefined;
  const title = `Use, ${from} to ${to}`.replaceAll("-", ".");
  const key = `usage:${from}`;
  const id = await issue(trx, account, {
    ...totals,
    kind: "tax",
    key,
    title,
    at,
    period_from: from,
    period_to: to,
    seller: deps.seller,
    note: "Paid from the balance as it was used. Prices of use are with VAT.",
  });
  const description = `${title}, ${showKes(totals.total_cents)}.`;
  await recordActivity(trx, account, "system", {
    action: "Invoice issued",
    description,
    subject: "invoice",
    subject_id: String(id),
  });
  return id;
}
