import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Trx } from "./database";

/** What a paged call was asked for (the contract's `paging`). */
export type PageQuery = { page: number; per_page: number; after?: string | undefined; before?: string | undefined };

/** How many rows there are; `capped` says that there are more than it was worth counting. */
export type Total = { rows: number; capped: boolean };

/** Counting stops here: one more than the most a list will say, "10,000+". */
export const countCap = 10_001;

/** How many rows, counted no further than the cap. */
export async function count(trx: Trx, from: RawBuilder<unknown>, cap = countCap): Promise<Total> {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from (select 1 from ${from} limit ${cap}) as counted`.execute(trx);
  return totalOf(rows[0]?.rows ?? 0, cap);
}

/** What a count that stopped at the cap says. */
export function totalOf(rows: number, cap = countCap): Total {
  return rows < cap ? { rows, capped: false } : { rows: cap - 1, capped: true };
}

/**
 * A page by its number, of a list that is short enough to be counted. A page past the end is the last one. `next` and
 * `previous` only say that there is more, since the number leads there.
 */
export function pageByNumber({ page, per_page }: PageQuery, total: number) {
  const last_page = Math.max(1, Math.ceil(total / per_page));
  const current_page = Math.min(page, last_page);
  return {
    offset: (current_page - 1) * per_page,
    about: {
      ...{ total, total_capped: false, current_page, last_page, per_page },
      next: current_page < last_page ? String(current_page + 1) : null,
      previous: current_page > 1 ? String(current_page - 1) : null,
    },
  };
}

/** The last values of the ordering columns, as PostgreSQL writes them. */
export type Key = readonly string[];

/** Which rows to read. `back`: in the opposite order, nearest first; the page turns them round. */
export type RowRange = { from?: Key; back: boolean; offset: number; limit: number };

/** A list's order: the columns, highest (newest) first unless `ascending`, with the type of their values. */
export type Order = {
  columns: readonly { column: string; type: "bigint" | "timestamptz" }[];
  ascending?: boolean;
};

/** In the order of one unique number, the highest first. */
export function byNumber(column: string, ascending = false): Order {
  return { columns: [{ column, type: "bigint" }], ascending };
}

/** In the order of a moment, the latest first, and of a number where there are several in it. */
export function byTime(at: string, id: string): Order {
  return {
    columns: [
      { column: at, type: "timestamptz" },
      { column: id, type: "bigint" },
    ],
  };
}

export const newestFirst = byNumber("id");

/** What PostgreSQL would take as a value of the type: a cursor comes from outside. */
const isValue = {
  bigint: (text: string) => /^\d{1,18}$/.test(text),
  timestamptz: (text: string) => {
    const [, day, time] = /^([1-9]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?\+00$/.exec(text) ?? [];
    const at = new Date(`${day}T${time}Z`);
    // The 31st of February would be a day of March here, and an error there.
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T${time}`);
  },
} as const;

/**
 * One page in the order given. With a cursor it costs the same wherever it is; by number it is counted from the
 * nearer end. A page past the end is the last one, a broken cursor is no cursor.
 */
export async function pageOfRows<Row>(
  pageQuery: PageQuery,
  order: Order,
  counted: Total | Promise<Total>,
  read: (span: RowRange) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
) {
  const { per_page } = pageQuery;
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

  const before = open(pageQuery.before, order);
  const from = before ?? open(pageQuery.after, order);
  if (from) {
    const span = { from, back: before !== undefined, offset: 0, limit: per_page + 1 };
    const [found, total] = await Promise.all([read(span), counted]);
    const more = found.length > per_page;
    const data = found.slice(0, per_page);
    if (before) data.reverse();
    const ends = cursors(data, before ? more : true, before ? true : more);
    return { data, ...about(total), current_page: pageQuery.page, ...ends };
  }

  const forward = async (page: number) => {
    const span = { back: false, offset: (page - 1) * per_page, limit: per_page + 1 };
    const [found, total] = await Promise.all([read(span), counted]);
    const data = found.slice(0, per_page);
    return { data, ...about(total), current_page: page, ...cursors(data, page > 1, found.length > per_page) };
  };
  // The first page is the same whatever the total: both are read at once.
  if (pageQuery.page === 1) return forward(1);

  const total = await counted;
  const { last_page } = about(total);
  const page = total.capped ? pageQuery.page : Math.min(pageQuery.page, last_page);
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
export function reads(order: Order, span: RowRange): { beyond: RawBuilder<SqlBool>; tail: RawBuilder<unknown> } {
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
  return key.length === order.columns.length && order.columns.every(({ type }, i) => isValue[type](key[i] ?? ""))
    ? key
    : undefined;
}

/** A moment as PostgreSQL writes it in UTC, as ISO 8601 with milliseconds: by way of a Date fifty take 0.07 ms more. */
export function isoOf(at: string): string {
  const [, day, time, fraction = ""] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(at) ?? [];
  return day ? `${day}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z` : new Date(at).toISOString();
}

/** A page of a query in the order of one unique number, highest first unless `ascending`. */
export async function pageAnswer<D, TB extends keyof D, Row>(
  trx: Trx,
  query: SelectQueryBuilder<D, TB, Row>,
  pageQuery: PageQuery,
  by: { key: string; name: keyof Row & string; ascending?: boolean },
) {
  const key = sql.ref<number>(by.key);
  const one = query.clearSelect().select(sql<number>`1`.as("one"));
  return pageOfRows(
    pageQuery,
    byNumber(by.key, by.ascending),
    await count(trx, sql`${one} as counted`),
    (span) => {
      const up = span.back !== (by.ascending ?? false);
      const beyond = span.from ? query.where(key, up ? ">" : "<", Number(span.from[0])) : query;
      return beyond
        .orderBy(key, up ? "asc" : "desc")
        .limit(span.limit)
        .offset(span.offset)
        .execute() as Promise<Row[]>;
    },
    (row) => [String(row[by.name])],
  );
}

/** A pattern for what contains the text, whatever of it would be a pattern itself. */
export function likeOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
