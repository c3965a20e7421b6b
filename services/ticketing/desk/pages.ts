import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../../kit/database";
import { rows } from "./act";

/** What a paged call was asked for (the kit's `paging`). */
export type Asked = { page: number; per_page: number; after?: string | undefined; before?: string | undefined };

/** Counting stops here: one more than the most a filtered list will say. */
export const countCap = 10_001;

/** A list's order. By the id alone a cursor is the last id; in any other order it is how far the reader has come. */
export type Order = {
  by: RawBuilder<unknown>;
  back: RawBuilder<unknown>;
  id?: { column: RawBuilder<number>; down: boolean };
};

/** Newest first, by a unique id. */
export function byId(column: string, down = true): Order {
  const id = sql.ref<number>(column);
  const order = (desc: boolean) => (desc ? sql`${id} desc` : sql`${id} asc`);
  return { by: order(down), back: order(!down), id: { column: id, down } };
}

/**
 * One page. A cursor by id costs the same wherever it is; a broken one is no cursor, a page past the end is the last.
 * @param from the tables and the condition: `from … where …`
 */
export async function pageOfRows<Row extends { id: number }>(
  trx: Trx,
  {
    select,
    from,
    order,
    asked,
  }: { select: RawBuilder<unknown>; from: RawBuilder<unknown>; order: Order; asked: Asked },
) {
  const { per_page } = asked;
  const [counted] = await rows<{ n: number }>(
    trx,
    sql`select count(*)::int as n from (select 1 ${from} limit ${countCap}) as c`,
  );
  const total = counted?.n ?? 0;
  const total_capped = total >= countCap;
  const last_page = Math.max(1, Math.ceil(total / per_page));
  const read = (condition: RawBuilder<unknown>, by: RawBuilder<unknown>, offset: number) =>
    rows<Row>(
      trx,
      sql`select ${select} ${from} and ${condition} order by ${by} limit ${per_page + 1} offset ${offset}`,
    );
  const about = { total, total_capped, last_page, per_page };

  const cursor = order.id ? number(asked.before ?? asked.after) : undefined;
  if (order.id && cursor !== undefined) {
    const back = asked.before !== undefined;
    const sign = sql.raw(order.id.down === back ? ">" : "<");
    const found = await read(sql`${order.id.column} ${sign} ${cursor}`, back ? order.back : order.by, 0);
    const more = found.length > per_page;
    const data = found.slice(0, per_page);
    if (back) data.reverse();
    return { data, ...about, current_page: asked.page, ...ends(data, back ? more : true, back ? true : more) };
  }
  const given = order.id ? undefined : number(asked.before ?? asked.after);
  const page = Math.min(asked.page, total_capped ? 1_000_000 : last_page);
  const offset = given ?? (page - 1) * per_page;
  const found = await read(sql`true`, order.by, offset);
  const data = found.slice(0, per_page);
  const more = found.length > per_page;
  const current_page = given === undefined ? page : Math.floor(offset / per_page) + 1;
  if (order.id) return { data, ...about, current_page, ...ends(data, page > 1, more) };
  return {
    data,
    ...about,
    current_page,
    next: more ? String(offset + per_page) : null,
    previous: offset > 0 ? String(Math.max(0, offset - per_page)) : null,
  };
}

function ends(data: readonly { id: number }[], previous: boolean, next: boolean) {
  const [first, last] = [data[0], data.at(-1)];
  return { next: next && last ? String(last.id) : null, previous: previous && first ? String(first.id) : null };
}

function number(cursor: string | undefined): number | undefined {
  return cursor && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;
}
