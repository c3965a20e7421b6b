import { sql } from "kysely";
import { z } from "zod";
import type { sortChoices } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { keyColumn, type Order, orderBy } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { withWhy } from "../clocks/why";
import { type TicketFilters as Filters, TicketFilters } from "../contract.filters";
import { shown, ticketRows } from "../records/tickets";
import { ticketsWhere, type ViewerScope } from "./where";

type Sort = (typeof sortChoices)[number];

const id = keyColumn("bigint", "t.id");
const orders: Record<Sort, Order> = {
  newest: orderBy("newest", [id], false),
  oldest: orderBy("oldest", [id], true),
  due: orderBy("due", [keyColumn("timestamptz", "t.due_at", true), id], true),
  updated: orderBy("updated", [keyColumn("timestamptz", "t.updated_at"), id], false),
  priority: orderBy("priority", [keyColumn("bigint", "t.priority_id"), id], false),
};

/** A span of dates is read in the order of that date: its index answers both, and the newest are still first. */
function ticketOrder({ start, end, date_filter }: Filters, sort: Sort): Order {
  if ((!start && !end) || (sort !== "newest" && sort !== "oldest")) return orders[sort];
  const date = keyColumn("timestamptz", `t.${date_filter}_at`);
  return orderBy(`${sort} by ${date_filter}`, [date, id], sort === "oldest");
}

/** The filters of the query and of the body as one; the body is asked first (Q175). */
export function parseFilters(query: object, body: object): Filters {
  const said = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  return TicketFilters.parse({ ...query, ...said });
}

export async function ticketPage(
  trx: Trx,
  scope: ViewerScope,
  filters: Filters,
  pageQuery: PageQuery & { sort: Sort; explain?: "1" | undefined },
) {
  const where = ticketsWhere(scope, filters);
  const page = await pageOfRows(trx, pageQuery, {
    schema: IdRow,
    select: sql`t.id`,
    from: sql`ticketing.tickets t where ${where}`,
    order: ticketOrder(filters, pageQuery.sort),
    // What fits depends on the values: each search has a plan of its own.
    batched: false,
  });
  const data = await withNames(
    trx,
    scope,
    page.data.map(({ id }) => id),
  );
  return { ...page, data: pageQuery.explain ? await withWhy(trx, scope.account, data, scope.now) : data };
}

/** Tickets by id in the order given, as the contract shows them. */
export async function withNames(
  trx: Trx,
  { account, now }: Pick<ViewerScope, "account" | "now">,
  ids: readonly number[],
) {
  if (ids.length === 0) return [];
  const known = await ticketRows(trx, account, ids);
  const byNumber = new Map(known.map((row) => [row.id, shown(row, now)]));
  return ids.flatMap((id) => byNumber.get(id) ?? []);
}

/** The tickets of a customer: by id, number or address, the newest first. */
export async function customerPage(trx: Trx, scope: ViewerScope, customer: string, pageQuery: PageQuery) {
  const filters = TicketFilters.parse({ customer });
  return ticketPage(trx, scope, filters, { ...pageQuery, sort: "newest" });
}

const FilterContextRow = z.object({ time_zone: z.string(), subs: z.array(z.number()) });

/** What the filters must know of the account: its zone, and which dispositions are under another. */
export async function loadFilterContext(trx: Trx, account: string): Promise<Pick<ViewerScope, "zone" | "subs">> {
  const [found] = await checkedRows(
    trx,
    FilterContextRow,
    sql`
    select time_zone, to_jsonb(array(select id from ticketing.dispositions d
      where d.customer_account = s.customer_account and parent_id is not null)) as subs
    from ticketing.account_settings s where customer_account = ${account}`,
  );
  return { zone: found?.time_zone ?? "Africa/Nairobi", subs: found?.subs ?? [] };
}
