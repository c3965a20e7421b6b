import { type RawBuilder, type SqlBool, sql } from "kysely";

/** What a paged call was asked for (the kit's `paging`). */
export type Asked = { page: number; per_page: number; after?: string; before?: string };

/** How many rows there are; `capped` says that there are more than it was worth counting. */
export type Total = { rows: number; capped: boolean };

/** Counting stops here: one more than the most a filtered list will say. */
export const countCap = 10_001;

/** The last values of the ordering columns, as PostgreSQL writes them. */
export type Key = readonly string[];

/** Which rows to read. `back`: in the opposite order, nearest first; the page turns them round. */
export type Span = { from?: Key; back: boolean; offset: number; limit: number };

/** A list's order: the columns, highest (newest) first unless `ascending`, with the type of their values. */
export type Order = {
  columns: readonly { column: string; type: "bigint" | "timestamptz" }[];
  ascending?: boolean;
};

export const newestFirst: Order = { columns: [{ column: "id", type: "bigint" }] };

const shapes = {
  bigint: /^\d{1,18}$/,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/,
} as const;

/**
 * One page in the order given. With a cursor it costs the same wherever it is; by number it is counted from the
 * nearer end. A page past the end is the last one, a broken cursor is no cursor.
 */
export async function pageOfRows<Row>(
  asked: Asked,
  order: Order,
  counted: Total | Promise<Total>,
  read: (span: Span) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
) {
  const { per_page } = asked;
  const about = ({ rows, capped }: Total) => ({
    total: rows,
    total_capped: capped,
    last_page: Math.max(1, Math.ceil(rows / per_page)),
    per_page,
  });
  const cursors = (rows: Row[], previous: boolean, next: boolean) => {
    const [first, last] = [rows[0], rows.at(-1)];
    return {
      previous: previous && first ? seal(keyOf(first)) : null,
      next: next && last ? seal(keyOf(last)) : null,
    };
  };

  const before = open(asked.before, order);
  const from = before ?? open(asked.after, order);
  if (from) {
    const span = { from, back: before !== undefined, offset: 0, limit: per_page + 1 };
    const [found, total] = await Promise.all([read(span), counted]);
    const more = found.length > per_page;
    const data = found.slice(0, per_page);
    if (before) data.reverse();
    const ends = cursors(data, before ? more : true, before ? true : more);
    return { data, ...about(total), current_page: asked.page, ...ends };
  }

  const forward = async (page: number) => {
    const span = { back: false, offset: (page - 1) * per_page, limit: per_page + 1 };
    const [found, total] = await Promise.all([read(span), counted]);
    const data = found.slice(0, per_page);
    return { data, ...about(total), current_page: page, ...cursors(data, page > 1, found.length > per_page) };
  };
  // The first page is the same whatever the total: both are read at once.
  if (asked.page === 1) return forward(1);

  const total = await counted;
  const { last_page } = about(total);
  const page = total.capped ? asked.page : Math.min(asked.page, last_page);
  const offset = (page - 1) * per_page;
  const beyond = total.rows - offset - per_page;
  if (!total.capped && beyond < offset) {
    const data = await read({ back: true, offset: Math.max(0, beyond), limit: Math.min(per_page, per_page + beyond) });
    data.reverse();
    return { data, ...about(total), current_page: page, ...cursors(data, page > 1, beyond > 0) };
  }
  return forward(page);
}

/** The part of a query that reads a span: ` where … order by … limit …` without the where. */
export function reads(order: Order, span: Span): { beyond: RawBuilder<SqlBool>; tail: RawBuilder<unknown> } {
  const columns = order.columns.map(({ column }) => sql.ref(column));
  const values = order.columns.map(({ type }, i) => sql`${span.from?.[i]}::${sql.raw(type)}`);
  const up = span.back !== (order.ascending ?? false);
  const sign = sql.raw(up ? ">" : "<");
  const direction = sql.raw(up ? "asc" : "desc");
  return {
    beyond: span.from ? sql`(${sql.join(columns)}) ${sign} (${sql.join(values)})` : sql`true`,
    tail: sql`order by ${sql.join(columns.map((column) => sql`${column} ${direction}`))}
      limit ${span.limit} offset ${span.offset}`,
  };
}

function seal(key: Key): string {
  return Buffer.from(key.join("|")).toString("base64url");
}

function open(cursor: string | undefined, order: Order): Key | undefined {
  if (!cursor) return undefined;
  const key = Buffer.from(cursor, "base64url").toString().split("|");
  return key.length === order.columns.length && order.columns.every(({ type }, i) => shapes[type].test(key[i] ?? ""))
    ? key
    : undefined;
}

/** A moment as PostgreSQL writes it in UTC, as ISO 8601 with milliseconds: by way of a Date fifty take 0.07 ms more. */
export function isoOf(at: string): string {
  const [, day, time, fraction = ""] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(at) ?? [];
  return day ? `${day}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z` : new Date(at).toISOString();
}
