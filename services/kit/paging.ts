import { type CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { z } from "zod";
import { asBatched } from "./batched-read";
import type { Trx } from "./database";
import {
  cursorPlace,
  type Key,
  keyText,
  type Order,
  type Part,
  type RowRange,
  rangeParts,
  readPlace,
} from "./ordering";
import { checked, checkedRow, type RowSchema } from "./row-schema";
import { type ReadOptions, rows } from "./unchecked-rows";

/**
 * What a paged call was asked for (the contract's `paging`). `after` and `before` are places: `serve` has opened the
 * cursors, and makes cursors of the places in the answer.
 */
export type PageQuery = { page: number; per_page: number; after?: string | undefined; before?: string | undefined };

/** How many rows there are; `capped` says that there are more than it was worth counting. */
export type Total = { rows: number; capped: boolean };

/** Counting stops here: one more than the most a list will say, "10,000+". */
export const countCap = 10_001;

const RowCount = z.object({ rows: z.number() });

/** How many rows, counted no further than the cap. */
export async function count(
  trx: Trx,
  from: RawBuilder<unknown>,
  { cap = countCap, ...options }: ReadOptions & { cap?: number } = {},
): Promise<Total> {
  const counted = sql`select count(*) as rows from (select 1 from ${from} limit ${sql.lit(cap)}) as counted`;
  return cappedTotal((await checkedRow(trx, RowCount, counted, options))?.rows ?? 0, cap);
}

/** What a count that stopped at the cap says. */
export function cappedTotal(rows: number, cap = countCap): Total {
  return rows < cap ? { rows, capped: false } : { rows: cap - 1, capped: true };
}

/**
 * A page by its number, of rows that were added up and are in no table. A page past the end is the last one. `next` and
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

/** A row with its key as text, which stands beside what was selected. */
type Keyed<Row> = Row & { page_key: string };

type Reader<Row> = (part: Part) => Promise<Keyed<Row>[]>;

/**
 * How a list is read. `from`: the tables and the condition, `ticketing.… where …`. `before`: what stands in front of the
 * select (`with …`). `batched` (the default): its count and its rows travel with the other reads of the page; not for a
 * search that may take long. `total`: known already, or counted to another cap.
 */
export type PageSource<Row = unknown> = ReadOptions & {
  select: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  order: Order;
  before?: RawBuilder<unknown>;
  total?: Total | Promise<Total>;
  /** What is selected; its type is the row's. */
  schema: RowSchema<Row>;
};

/** One page of a list, in its order: the one way in which lists are cut into pages. */
export function pageOfRows<Row>(trx: Trx, pageQuery: PageQuery, source: PageSource<Row>) {
  const { select, from, order, before = sql``, batched = true, schema } = source;
  const total = source.total ?? count(trx, from, { batched });
  const key = sql`, ${keyText(order)} as page_key`;
  return cut<Row>(pageQuery, order, total, async ({ beyond, tail }) => {
    const statement = sql`${before} select ${select}${key} from ${from} and ${beyond} ${tail}`;
    const found = await rows<Keyed<Row>>(trx, statement, { batched });
    checked(schema, found);
    return found;
  });
}

/** What comes next of a list that is read forwards alone and not counted. */
export async function nextRows<Row>(
  trx: Trx,
  { after, per_page }: Pick<PageQuery, "after" | "per_page">,
  source: Omit<PageSource<Row>, "total">,
) {
  const total = { rows: 0, capped: true };
  const { data, next } = await pageOfRows<Row>(trx, { page: 1, per_page, after }, { ...source, total });
  return { data, next };
}

/** One page of a query of the query builder. */
export function pageAnswer<D, TB extends keyof D, Row>(
  trx: Trx,
  query: SelectQueryBuilder<D, TB, Row>,
  pageQuery: PageQuery,
  order: Order,
  { batched = true }: ReadOptions = {},
) {
  const one = query.clearSelect().select(sql<number>`1`.as("one"));
  const total = count(trx, sql`${one} as counted`, { batched });
  return cut<Row>(pageQuery, order, total, async ({ beyond, tail }) => {
    const part = query.select(keyText(order).as("page_key")).where(beyond);
    const asked = sql<Keyed<Row>>`${part} ${tail}`.compile(trx) as CompiledQuery<Keyed<Row>>;
    return (await trx.executeQuery(batched ? asBatched(asked) : asked)).rows;
  });
}

/**
 * Cuts the page out. With a cursor it costs the same wherever it is; by number it is counted from the nearer end. A page
 * past the end is the last one, a broken cursor is no cursor.
 */
async function cut<Row>(pageQuery: PageQuery, order: Order, counted: Total | Promise<Total>, read: Reader<Row>) {
  const { per_page } = pageQuery;
  const before = readPlace(order, pageQuery.before);
  const from = before ?? readPlace(order, pageQuery.after);
  if (from) {
    const back = before !== undefined;
    const [found, total] = await Promise.all([readAll(order, beyondOf(from, back, per_page), read), counted]);
    const more = found.length > per_page;
    const page = { page: pageQuery.page, previous: back ? more : true, next: back ? true : more };
    return answer(order, back ? found.slice(0, per_page).reverse() : found.slice(0, per_page), total, per_page, page);
  }

  const forward = async (page: number) => {
    const range = { back: false, offset: (page - 1) * per_page, limit: per_page + 1 };
    const [found, total] = await Promise.all([readAll(order, range, read), counted]);
    const ends = { page, previous: page > 1, next: found.length > per_page };
    return answer(order, found.slice(0, per_page), total, per_page, ends);
  };
  // The first page is the same whatever the total: both are read at once.
  if (pageQuery.page === 1) return forward(1);

  const total = await counted;
  const page = total.capped ? pageQuery.page : Math.min(pageQuery.page, lastPage(total, per_page));
  const offset = (page - 1) * per_page;
  const left = total.rows - offset - per_page;
  if (total.capped || left >= offset) return forward(page);
  const range = { back: true, offset: Math.max(0, left), limit: Math.min(per_page, per_page + left) };
  const found = await readAll(order, range, read);
  return answer(order, found.reverse(), total, per_page, { page, previous: page > 1, next: left > 0 });
}

function beyondOf(from: Key, back: boolean, per_page: number): RowRange {
  return { from, back, offset: 0, limit: per_page + 1 };
}

/** The rows of a range, from as many parts of the order as it takes. */
async function readAll<Row>(order: Order, range: RowRange, read: Reader<Row>): Promise<Keyed<Row>[]> {
  const found: Keyed<Row>[] = [];
  for (const part of rangeParts(order, range)) {
    found.push(...(await read(part(range.limit - found.length))));
    if (found.length >= range.limit) break;
  }
  return found;
}

function answer<Row>(
  order: Order,
  found: Keyed<Row>[],
  total: Total,
  per_page: number,
  { page, previous, next }: { page: number; previous: boolean; next: boolean },
) {
  const [first, last] = [found[0], found.at(-1)];
  return {
    data: found.map(({ page_key: _, ...row }) => row as unknown as Row),
    ...{ total: total.rows, total_capped: total.capped, last_page: lastPage(total, per_page), per_page },
    current_page: page,
    previous: previous && first ? cursorPlace(order, first.page_key) : null,
    next: next && last ? cursorPlace(order, last.page_key) : null,
  };
}

function lastPage({ rows }: Total, per_page: number): number {
  return Math.max(1, Math.ceil(rows / per_page));
}

/** A moment as PostgreSQL writes it in UTC, as ISO 8601 with milliseconds: by way of a Date fifty take 0.07 ms more. */
export function toIso(at: string): string {
  const [, day, time, fraction = ""] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(at) ?? [];
  return day ? `${day}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z` : new Date(at).toISOString();
}

/** A pattern for what contains the text, whatever of it would be a pattern itself. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
