import { type RawBuilder, sql } from "kysely";
import { paymentMethodNames, paymentMethods } from "../../../rules/sale-payments";
import { CustomerEvent, CustomerTask } from "../../kit/contract.customer";
import { type EventRange, eventInstant, inRange } from "../../kit/customer";
import type { Trx } from "../../kit/database";
import { missing } from "../../kit/principal";
import { checkedRows } from "../../kit/row-schema";
import type { CallContext } from "../../kit/serve";
import { saleNeeds } from "../contract.sales";

/** Whether the caller may see what the customer bought and paid; another service of this product may. */
export function seesSales({ who }: Pick<CallContext, "who">): boolean {
  return who?.kind !== "person" || missing(who, saleNeeds) === undefined;
}

const soldNames = sql.raw("(select string_agg(l ->> 'name', ', ') from jsonb_array_elements(s.lines) l)");

function shownMoney(cents: string): RawBuilder<unknown> {
  return sql.raw(`s.currency || ' ' || to_char((${cents}) / 100.0, 'FM999,999,999,999,990.00')`);
}

/** Sales of these contacts of which a payment is awaited, the earliest day first. A day is one of UTC here. */
export function listAwaitedPayments(trx: Trx, account: string, ids: RawBuilder<unknown>): Promise<CustomerTask[]> {
  return checkedRows(
    trx,
    CustomerTask,
    sql`select case when s.due_on < (now() at time zone 'UTC')::date then 'payment overdue' else 'payment due' end as kind,
        s.id as record, ${shownMoney("s.total_cents - s.paid_cents")} || ' by ' || to_char(s.due_on, 'FMDD Mon YYYY')
          || ', ' || ${soldNames} as title,
        ${eventInstant(sql`s.created_at`)} as since
      from crm.sales s
      where s.customer_account = ${account} and s.contact_id = any(${ids})
        and s.due_on is not null and s.paid_cents < s.total_cents and s.removed_at is null
      order by s.due_on, s.id limit 5`,
  );
}

const methodNames = sql.raw(
  `case p.method ${paymentMethods.map((method) => `when '${method}' then '${paymentMethodNames[method]}'`).join(" ")} end`,
);

/** What these contacts bought, and paid; the sale goes as the record. */
export function listSaleEvents(
  trx: Trx,
  account: string,
  ids: RawBuilder<unknown>,
  range: EventRange,
): Promise<CustomerEvent[][]> {
  const theirs = sql`s.customer_account = ${account} and s.contact_id = any(${ids}) and s.removed_at is null`;
  return Promise.all([
    checkedRows(
      trx,
      CustomerEvent,
      sql`select ${eventInstant(sql`s.created_at`)} as at, 'sale' as kind, s.id as record, 'sale' as state,
          ${soldNames} as title, ${shownMoney("s.total_cents")} as text, s.by
        from crm.sales s where ${theirs}
          and ${inRange(sql`s.created_at`, range)} order by s.created_at desc limit ${range.limit + 1}`,
    ),
    checkedRows(
      trx,
      CustomerEvent,
      sql`select ${eventInstant(sql`p.created_at`)} as at, 'payment' as kind, s.id as record, 'sale' as state,
          ${soldNames} as title,
          concat_ws(', ', ${shownMoney("p.amount_cents")}, ${methodNames}, nullif(p.reference, '')) as text, p.by
        from crm.sales s join crm.sale_payments p on p.customer_account = s.customer_account and p.sale_id = s.id
        where ${theirs} and p.removed_at is null
          and ${inRange(sql`p.created_at`, range)} order by p.created_at desc limit ${range.limit + 1}`,
    ),
  ]);
}
