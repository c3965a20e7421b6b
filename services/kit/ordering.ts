import { type RawBuilder, type SqlBool, sql } from "kysely";

export type KeyType = "bigint" | "numeric" | "timestamptz" | "date" | "text";

/** What rows are ordered by. The first column of an order may be `nullable`: rows without a value are last, either way. */
export type KeyColumn = { by: RawBuilder<unknown>; type: KeyType; nullable?: boolean };

/**
 * A list's order: its name, and its columns, all of them highest (newest) first unless `ascending`. Together they have
 * another value in each row.
 */
export type Order = { name: string; columns: readonly KeyColumn[]; ascending: boolean };

/** The values of the ordering columns, as PostgreSQL writes them. */
export type Key = readonly (string | null)[];

/** Which rows to read. `back`: in the opposite order, nearest first; the page turns them round. */
export type RowRange = { from?: Key; back: boolean; offset: number; limit: number };

/** The end of a statement that reads rows: a condition, the order and the limit. */
export type Part = { beyond: RawBuilder<SqlBool>; tail: RawBuilder<unknown> };

/** A column, or an expression, of a type that lists can be ordered by. */
export function keyColumn(type: KeyType, by: string | RawBuilder<unknown>, nullable = false): KeyColumn {
  // A name is quoted once: kysely would take it apart again for each page.
  return { type, by: typeof by === "string" ? sql.raw(by.replace(/\w+/g, '"$&"')) : by, nullable };
}

export function orderBy(name: string, columns: readonly KeyColumn[], ascending: boolean): Order {
  if (columns.slice(1).some(({ nullable }) => nullable))
    throw new Error(`${name}: only the first may be without value`);
  return { name, columns, ascending };
}

/** In the order of one unique number, the highest first. */
export function byNumber(column: string, ascending = false): Order {
  return orderBy(`${ascending ? "" : "-"}${column}`, [keyColumn("bigint", column)], ascending);
}

/** In the order of a moment, the latest first, and of a number where there are several in it. */
export function byTime(at: string, id: string): Order {
  return orderBy(`-${at}`, [keyColumn("timestamptz", at), keyColumn("bigint", id)], false);
}

export const newestFirst = byNumber("id");

type SortName<S extends string> = S extends `-${infer Name}` ? Name : S;
/** A function where the direction matters: what is to be last both ways. */
type SortColumns = KeyColumn | readonly KeyColumn[] | ((ascending: boolean) => readonly KeyColumn[]);

/**
 * The orders of a list by what its `sort` may say (`rules/list-orders.ts`): each name with its columns; "-name" is "name"
 * the other way round. `unique` decides between rows that are alike.
 */
export function namedOrders<S extends string>(
  sorts: Record<SortName<S>, SortColumns>,
  unique: KeyColumn,
): (sort: S) => Order {
  return (sort) => {
    const ascending = !sort.startsWith("-");
    const said: SortColumns = sorts[sort.replace(/^-/, "") as SortName<S>];
    const columns = typeof said === "function" ? said(ascending) : said;
    return orderBy(sort, [...("by" in columns ? [columns] : columns), unique], ascending);
  };
}

/**
 * What to read of a range: one part, or where rows without a value stand beside others two, the second of them when the
 * first has not enough rows. Each part is one stretch of an index.
 */
export function rangeParts(order: Order, range: RowRange): ((limit: number) => Part)[] {
  const [first, ...rest] = order.columns;
  const { from, back } = range;
  const up = back !== order.ascending;
  const beyond = (columns: readonly KeyColumn[], values: Key) => isBeyond(columns, values, up);
  const part =
    (condition: RawBuilder<SqlBool>, nulls = false) =>
    (limit: number) => ({
      beyond: condition,
      tail: tailOf(order.columns, {
        up,
        nulls: nulls ? (back ? "first" : "last") : undefined,
        limit,
        offset: range.offset,
      }),
    });
  if (!first?.nullable) return [part(from ? beyond(order.columns, from) : sql<SqlBool>`true`)];
  const [empty, filled] = [part(sql<SqlBool>`${first.by} is null`), part(sql<SqlBool>`${first.by} is not null`)];
  if (from) {
    if (from[0] !== null)
      return back ? [part(beyond(order.columns, from))] : [part(beyond(order.columns, from)), empty];
    const others = part(sql<SqlBool>`${first.by} is null and ${beyond(rest, from.slice(1))}`);
    return back ? [others, filled] : [others];
  }
  // An index has what is empty behind the highest; read from its end it comes first.
  const asIndexed = order.ascending || range.offset > 0;
  return asIndexed ? [part(sql<SqlBool>`true`, true)] : back ? [empty, filled] : [filled, empty];
}

function isBeyond(columns: readonly KeyColumn[], values: Key, up: boolean): RawBuilder<SqlBool> {
  const key = columns.map(({ type }, i) => sql`${values[i]}::${sql.raw(type)}`);
  return sql`(${sql.join(columns.map(({ by }) => by))}) ${sql.raw(up ? ">" : "<")} (${sql.join(key)})`;
}

type Tail = { up: boolean; nulls: "first" | "last" | undefined; limit: number; offset: number };

/** The limit is part of the text: who plans it once for all values must know how few rows are wanted. */
function tailOf(columns: readonly KeyColumn[], { up, nulls, limit, offset }: Tail): RawBuilder<unknown> {
  const each = columns.map(
    ({ by, nullable }) =>
      sql`${by} ${sql.raw(up ? "asc" : "desc")}${nullable && nulls ? sql.raw(` nulls ${nulls}`) : sql``}`,
  );
  return sql`order by ${sql.join(each)} limit ${sql.lit(limit)}${offset > 0 ? sql` offset ${offset}::bigint` : sql``}`;
}

/** Between the values of a key that are no text and never empty: none of them has it, and JSON would cost more. */
const between = "|";

function isPlain({ columns }: Order): boolean {
  return columns.every(({ type, nullable }) => type !== "text" && !nullable);
}

/** The key of a row as one text. */
export function keyText(order: Order): RawBuilder<string> {
  const texts = order.columns.map(({ by }) => sql`(${by})::text`);
  if (isPlain(order)) return sql<string>`${sql.join(texts, sql.raw(` || '${between}' || `))}`;
  return sql<string>`json_build_array(${sql.join(texts)})::text`;
}

/** A place in a list: the order, and the key of the row that a page ended with. */
export function cursorPlace(order: Order, key: string): string {
  const values = isPlain(order) ? key.split(between) : (JSON.parse(key) as (string | null)[]);
  return JSON.stringify([order.name, ...values]);
}

/** The key of a place; none where it is broken, or of another order. */
export function readPlace(order: Order, place: string | undefined): Key | undefined {
  if (!place) return undefined;
  const said = listIn(place);
  const [name, ...key] = said ?? [];
  const fits = name === order.name && key.length === order.columns.length;
  return fits && order.columns.every((column, i) => isValue(column, key[i])) ? (key as Key) : undefined;
}

function listIn(text: string): unknown[] | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Whether PostgreSQL takes it as a value of the column. */
function isValue({ type, nullable }: KeyColumn, value: unknown): boolean {
  if (value === null) return nullable === true;
  return typeof value === "string" && isOfType[type](value);
}

const isOfType: Record<KeyType, (text: string) => boolean> = {
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  numeric: (text) => /^-?\d{1,100}(?:\.\d{1,100})?$/.test(text),
  text: (text) => !/\p{Surrogate}/u.test(text) && !text.includes("\u0000"),
  date: (text) => /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && isDay(text),
  timestamptz: (text) => {
    const [, day, time] = /^([1-9]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?\+00$/.exec(text) ?? [];
    return day !== undefined && isDay(day, time);
  },
};

/** The 31st of February would be a day of March here, and an error there. */
function isDay(day: string, time = "00:00:00"): boolean {
  const at = new Date(`${day}T${time}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T${time}`);
}
