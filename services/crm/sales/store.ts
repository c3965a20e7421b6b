import { sql } from "kysely";
import { z } from "zod";
import type { ListSort } from "../../../rules/list-orders";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { likePattern, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { CrmProduct, Customer, Sale, type SaleForm, type saleCalls } from "../contract.sales";
import { recordsByPart } from "../points/find";
import type { RecordActor } from "../records/changes";
import { findRecord } from "../records/store";

const SaleRow = Sale.omit({ contact: true, deal: true }).extend({
  created_at: z.date(),
  removed_at: z.date().nullable(),
  contact_id: z.number().nullable(),
  contact_name: z.string().nullable(),
  deal_id: z.number().nullable(),
  deal_name: z.string().nullable(),
});
type SaleRow = z.infer<typeof SaleRow>;

const columns = sql.raw(`x.id, x.currency, x.total_cents, x.lines, x.sold_on::text as sold_on, x.by, x.created_at,
  x.paid_cents, x.due_on::text as due_on, x.removed_at, x.removed_by,
  x.contact_id, c.name as contact_name, x.deal_id, d.name as deal_name`);
const tables = sql.raw(`crm.sales x
  left join crm.records c on c.customer_account = x.customer_account and c.id = x.contact_id
  left join crm.records d on d.customer_account = x.customer_account and d.id = x.deal_id`);

function asSale({ contact_id, contact_name, deal_id, deal_name, created_at, removed_at, ...sale }: SaleRow): Sale {
  return {
    ...sale,
    contact: contact_id === null ? null : { id: contact_id, name: contact_name ?? "" },
    deal: deal_id === null ? null : { id: deal_id, name: deal_name ?? "" },
    created_at: created_at.toISOString(),
    removed_at: removed_at?.toISOString() ?? null,
  };
}

export function listProducts(trx: Trx, account: string): Promise<CrmProduct[]> {
  return checkedRows(
    trx,
    CrmProduct,
    sql`select id, name, price_cents, currency from crm.products
      where customer_account = ${account} and deleted_at is null order by lower(name), id limit 1000`,
    { batched: true },
  );
}

const saleOrders = namedOrders<ListSort<"sales">>(
  { recorded: [], sold: keyColumn("date", "x.sold_on"), total: keyColumn("bigint", "x.total_cents") },
  keyColumn("bigint", "x.id"),
);

export async function salePage(trx: Trx, account: string, query: z.output<typeof saleCalls.sales.query>) {
  const { q, contact_id = null, start_date = null, end_date = null, payment, due_before } = query;
  const like = likePattern(q);
  // Written out, so that the index of those to be paid is used.
  const awaited = sql`and x.due_on is not null and x.paid_cents < x.total_cents`;
  const paid = sql`and x.paid_cents >= x.total_cents and (x.paid_cents > 0 or x.due_on is not null)`;
  const page = await pageOfRows(trx, query, {
    schema: SaleRow,
    select: columns,
    from: sql`${tables} where x.customer_account = ${account}
      and x.removed_at is ${payment === "taken back" ? sql`not null` : sql`null`}
      and (${q} = '' or c.name ilike ${like} or d.name ilike ${like} or x.lines::text ilike ${like})
      and (${contact_id}::bigint is null or x.contact_id = ${contact_id})
      and (${start_date}::date is null or x.sold_on >= ${start_date}::date)
      and (${end_date}::date is null or x.sold_on <= ${end_date}::date)
      ${payment === "to be paid" ? awaited : payment === "paid" ? paid : sql``}
      ${due_before ? sql`and x.due_on < ${due_before}::date` : sql``}`,
    order: saleOrders(query.sort),
    batched: q === "",
  });
  return { ...page, data: page.data.map(asSale) };
}

/**
 * Records a sale, once for its key. Answers its id, and whether it is new.
 * @throws HttpError 409 for another sale under a used key, 422 where there is no such contact, deal or product
 */
export async function addSale(
  trx: Trx,
  account: string,
  { key, contact_id, deal_id, currency, lines, sold_on, due_on }: Omit<z.output<typeof SaleForm>, "payment">,
  by: RecordActor,
): Promise<{ id: number; fresh: boolean }> {
  const deal = deal_id === null ? undefined : await known(trx, account, "deal", deal_id);
  const contact = contact_id ?? deal?.contact_id ?? null;
  if (contact !== null) await known(trx, account, "contact", contact);
  const products = await listProducts(trx, account);
  const wrong = lines.findIndex(
    ({ product_id }) => product_id !== null && !products.some(({ id }) => id === product_id),
  );
  if (wrong >= 0)
    throw new HttpError(422, "There is no such product.", { [`lines.${wrong}.product_id`]: ["Choose a product."] });
  const total = lines.reduce((sum, { quantity, price_cents }) => sum + quantity * price_cents, 0);
  if (total > 1e15) throw new HttpError(422, "This sale is too large.", { lines: ["This sale is too large."] });
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into crm.sales (customer_account, key, contact_id, deal_id, currency, total_cents, lines, sold_on, due_on,
        by_id, by)
      values (${account}, ${key}, ${contact}, ${deal_id}, ${currency}, ${total}, ${json(lines)}, ${sold_on}::date,
        ${due_on}::date, ${by.id}, ${by.name})
      on conflict (customer_account, key) do nothing returning id`,
  );
  if (made) return { id: made.id, fresh: true };
  const before = await checkedRow(
    trx,
    IdRow,
    sql`select id from crm.sales where customer_account = ${account} and key = ${key} and lines = ${json(lines)}
      and contact_id is not distinct from ${contact} and deal_id is not distinct from ${deal_id}`,
  );
  if (!before) throw new HttpError(409, "This sale was recorded already, with other lines.");
  return { id: before.id, fresh: false };
}

async function known(trx: Trx, account: string, kind: "contact" | "deal", id: number) {
  return findRecord(trx, account, kind, id).catch((error: unknown) => {
    if (!(error instanceof HttpError)) throw error;
    throw new HttpError(422, error.message, { [`${kind}_id`]: [`Choose a ${kind}.`] });
  });
}

export async function findSale(trx: Trx, account: string, id: number): Promise<Sale> {
  const found = await checkedRow(
    trx,
    SaleRow,
    sql`select ${columns} from ${tables} where x.customer_account = ${account} and x.id = ${id}`,
  );
  if (!found) throw new HttpError(404, "There is no such sale.");
  return asSale(found);
}

const customerOrders = namedOrders<ListSort<"customers">>(
  { created: [], name: keyColumn("text", "l.name_start") },
  keyColumn("bigint", "l.id"),
);

/** The contacts with sales; the one whose record is newest first, unless another order is asked for. */
export function customerPage(trx: Trx, account: string, query: z.output<typeof saleCalls.customers.query>) {
  const { q } = query;
  const like = likePattern(q);
  const matching =
    q === ""
      ? sql`true`
      : sql`(l.name ilike ${like} or l.company ilike ${like} or l.phone like ${like} or l.email ilike ${like}
          or l.id in ${recordsByPart(account, "contact", q)})`;
  return pageOfRows(trx, query, {
    schema: Customer,
    select: sql`l.id, l.name, l.company, l.phone, l.email, s.sales, s.last_on, s.totals`,
    from: sql`crm.records l cross join lateral (
        select sum(n)::int as sales, max(last_on)::text as last_on,
          jsonb_agg(jsonb_build_object('currency', currency, 'cents', cents) order by currency) as totals
        from (select currency, count(*) as n, max(sold_on) as last_on, sum(total_cents) as cents from crm.sales x
          where x.customer_account = l.customer_account and x.contact_id = l.id and x.removed_at is null
          group by currency) by_currency
        having count(*) > 0) s
      where l.customer_account = ${account} and l.kind = 'contact'
        and ${matching}`,
    order: customerOrders(query.sort),
    batched: q === "",
  });
}
