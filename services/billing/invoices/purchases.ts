import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { Purchase } from "../contract.invoices";

type Span = { start_date?: string | undefined; end_date?: string | undefined };

/** Tax invoices and credit notes by Nairobi's month of issue and by product. Pro formas ask, they are no purchase. */
export async function listPurchases(trx: Trx, account: string, { start_date, end_date }: Span): Promise<Purchase[]> {
  const from = start_date ? sql`and issued_at >= ${start_date}::date::timestamp at time zone 'Africa/Nairobi'` : sql``;
  const to = end_date ? sql`and issued_at < (${end_date}::date + 1)::timestamp at time zone 'Africa/Nairobi'` : sql``;
  const statement = sql`
    select to_char(issued_at at time zone 'Africa/Nairobi', 'YYYY-MM') as month, product,
      sum(case kind when 'credit' then -abs(total_cents) else total_cents end)::bigint as cents
    from billing.invoices where customer_account = ${account} and kind <> 'proforma' ${from} ${to}
    group by 1, 2 order by 1, 2`;
  return checkedRows(trx, Purchase, statement);
}
