import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../../kit/database";
import * as paging from "../../kit/paging";
import { rows } from "../../kit/rows";

/** A list's order: by the id, or by anything else, where a cursor is how far the reader has come. */
export type Order = paging.Order | { by: RawBuilder<unknown> };

/**
 * One page. A cursor by id costs the same wherever it is; a broken one is no cursor, a page past the end is the last.
 * @param from the tables and the condition: `ticketing.… where …`
 */
export async function pageOfRows<Row extends { id: number }>(
  trx: Trx,
  pageQuery: paging.PageQuery,
  { select, from, order }: { select: RawBuilder<unknown>; from: RawBuilder<unknown>; order: Order },
) {
  const total = await paging.count(trx, from);
  const read = (tail: RawBuilder<unknown>) => rows<Row>(trx, sql`select ${select} from ${from} and ${tail}`);
  if ("columns" in order) {
    const reads = (span: paging.RowRange) => {
      const { beyond, tail } = paging.reads(order, span);
      return read(sql`${beyond} ${tail}`);
    };
    return paging.pageOfRows(pageQuery, order, total, reads, ({ id }) => [String(id)]);
  }

  const { per_page } = pageQuery;
  const last_page = Math.max(1, Math.ceil(total.rows / per_page));
  const given = number(pageQuery.before ?? pageQuery.after);
  const page = total.capped ? pageQuery.page : Math.min(pageQuery.page, last_page);
  const offset = given ?? (page - 1) * per_page;
  const found = await read(sql`true order by ${order.by} limit ${per_page + 1} offset ${offset}`);
  return {
    data: found.slice(0, per_page),
    ...{ total: total.rows, total_capped: total.capped, last_page, per_page },
    current_page: given === undefined ? page : Math.floor(offset / per_page) + 1,
    next: found.length > per_page ? String(offset + per_page) : null,
    previous: offset > 0 ? String(Math.max(0, offset - per_page)) : null,
  };
}

function number(cursor: string | undefined): number | undefined {
  return cursor && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;
}
