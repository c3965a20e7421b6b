import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readAccount } from "../../services/kit/database";
import {
  byNumber,
  byTime,
  type KeyColumn,
  keyColumn,
  namedOrders,
  type Order,
  orderBy,
} from "../../services/kit/ordering";
import { count, type PageQuery, pageAnswer, pageByNumber, pageOfRows } from "../../services/kit/paging";
import { IdRow } from "../../services/kit/row-schema";
import { asOwner, freshDatabase, type TestDatabase } from "../setup/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

type Row = { id: number };

/** Rows 1 to 23, three in each millisecond, so that the moment alone gives no order. */
const source = sql`(select id, timestamptz '2026-11-22 08:00:00.000001Z' + (id / 3) * interval '1 millisecond' as at
  from generate_series(1, 23) id) s where true`;
const all = Array.from({ length: 23 }, (_, i) => i + 1);

function pageIn(order: Order, pageQuery: PageQuery, cap?: number) {
  return readAccount(database.db, "100001", (trx) => {
    const total = cap === undefined ? {} : { total: count(trx, source, { cap }) };
    return pageOfRows(trx, pageQuery, { schema: IdRow, select: sql`id`, from: source, order, ...total });
  });
}
const ids = ({ data }: { data: Row[] }) => data.map(({ id }) => id);

describe.each([
  ["by a number, highest first", byNumber("id"), [...all].reverse()],
  ["by a number, lowest first", byNumber("id", true), all],
  ["by a moment that several share", byTime("at", "id"), [...all].reverse()],
])("a list %s", (_, order, expected) => {
  test("every row is met once, forwards by the cursor and back again, with the same ends", async () => {
    const there: number[][] = [];
    let page = await pageIn(order, { page: 1, per_page: 5 });
    expect(page.previous).toBeNull();
    for (there.push(ids(page)); page.next; there.push(ids(page)))
      page = await pageIn(order, { page: page.current_page + 1, per_page: 5, after: page.next });
    expect(there.flat()).toEqual(expected);
    expect(page).toMatchObject({ current_page: 5, last_page: 5, total: 23, total_capped: false });

    const back: number[][] = [ids(page)];
    while (page.previous) {
      page = await pageIn(order, { page: page.current_page - 1, per_page: 5, before: page.previous });
      expect(page.next).not.toBeNull();
      back.unshift(ids(page));
    }
    expect(back).toEqual(there);
  });

  test("a page by its number is the same, from whichever end it is counted, and past the end it is the last", async () => {
    for (const page of [1, 2, 3, 4, 5])
      expect(ids(await pageIn(order, { page, per_page: 5 }))).toEqual(expected.slice((page - 1) * 5, page * 5));
    expect(await pageIn(order, { page: 900, per_page: 5 })).toMatchObject({ current_page: 5, next: null });
    const second = await pageIn(order, { page: 2, per_page: 5 });
    const [third, first] = await Promise.all([
      pageIn(order, { page: 3, per_page: 5, after: second.next ?? "" }),
      pageIn(order, { page: 1, per_page: 5, before: second.previous ?? "" }),
    ]);
    expect([ids(first), ids(third)]).toEqual([expected.slice(0, 5), expected.slice(10, 15)]);
  });

  test("a broken place, and one of another order, is none", async () => {
    const moments = ["2026-13-01 08:00:00", "2026-02-31 08:00:00", "2026-01-01 25:00:00", "0000-01-01 08:00:00"];
    const values = ["1; drop table x", "1".repeat(19), "", "1.5", 1, null, {}, ["1"]];
    const keys = [...values.map((value) => [value]), ...moments.map((moment) => [`${moment}+00`, "1"]), [], ["1", "1"]];
    const named = keys.map((key) => JSON.stringify([order.name, ...key]));
    const other = JSON.stringify(["other", ...order.columns.map(() => "1")]);
    for (const after of ["", "x", "\u0000", "null", "{}", "[]", '["', other, ...named])
      expect(ids(await pageIn(order, { page: 1, per_page: 5, after })), after).toEqual(expected.slice(0, 5));
  });

  test("where counting stopped the total says that there are more, and every row can still be reached", async () => {
    const met: number[] = [];
    for (let page = 1; page <= 5; page++) {
      const found = await pageIn(order, { page, per_page: 5 }, 11);
      expect(found).toMatchObject({ total: 10, total_capped: true, current_page: page });
      met.push(...ids(found));
    }
    expect(met).toEqual(expected);
  });
});

test("exactly as many rows as are counted at most are no more than that", async () => {
  const counted = (cap: number) => readAccount(database.db, "100001", (trx) => count(trx, source, { cap }));
  expect(await counted(23)).toEqual({ rows: 22, capped: true });
  expect(await counted(24)).toEqual({ rows: 23, capped: false });
});

describe("rows with equal keys and with none", () => {
  /** A row's number is its place in the list; a missing value is none. */
  type MadeList = { at: number | null; word: string; score: number };
  const made: fc.Arbitrary<MadeList> = fc.record({
    at: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
    word: fc.constantFrom("", "a", "B", "b|", 'ä"\\', "\u{1f600}", "%_"),
    score: fc.constantFrom(-1.5, 0, 0.25, 12),
  });
  const columns: Record<string, readonly KeyColumn[]> = {
    "a moment that may be missing": [keyColumn("timestamptz", "at", true)],
    "a number that may be missing, then a text": [keyColumn("bigint", "rank", true), keyColumn("text", "word")],
    "a text that may be missing": [keyColumn("text", sql`nullif(word, '')`, true)],
    "a decimal": [keyColumn("numeric", "score")],
    "a text, then a decimal": [keyColumn("text", "word"), keyColumn("numeric", "score")],
  };
  beforeAll(() =>
    asOwner(
      database.url,
      `create table events.sorted (id bigint, at timestamptz, rank int, word text, score numeric);
       grant select on events.sorted to public`,
    ),
  );

  async function fill(rows: readonly MadeList[]): Promise<void> {
    const values = JSON.stringify(rows.map((row, at) => ({ ...row, id: at + 1 }))).replaceAll("'", "''");
    await asOwner(
      database.url,
      `truncate events.sorted;
       insert into events.sorted select id, timestamptz '2026-01-01' + at * interval '1 microsecond', at, word, score
       from jsonb_to_recordset('${values}') as x (id bigint, at int, word text, score numeric)`,
    );
  }

  /** All pages from the first on, then all from the last one back. */
  async function walked(order: Order, per_page: number, page: (pageQuery: PageQuery) => Promise<Cut>) {
    let found = await page({ page: 1, per_page });
    const there = [ids(found)];
    for (let n = 2; found.next; n++) {
      found = await page({ page: n, per_page, after: found.next });
      there.push(ids(found));
    }
    const back = [ids(found)];
    for (let n = there.length - 1; found.previous; n--) {
      found = await page({ page: n, per_page, before: found.previous });
      back.unshift(ids(found));
    }
    const numbered = [];
    for (let n = 1; n <= there.length; n++) numbered.push(ids(await page({ page: n, per_page })));
    return { order: order.name, there, back, numbered };
  }
  type Cut = Awaited<ReturnType<typeof pageOfRows<Row>>>;

  test.each(
    Object.entries(columns).flatMap(([name, of]) =>
      [true, false].map((ascending) => ({
        name,
        ascending,
        order: orderBy(name, [...of, keyColumn("bigint", "id")], ascending),
      })),
    ),
  )(
    "by $name, ascending: $ascending: every row is met once, in order, there and back",
    async ({ order, ascending }) => {
      const direction = sql.raw(ascending ? "asc nulls last" : "desc nulls last");
      await fc.assert(
        fc.asyncProperty(fc.array(made, { maxLength: 24 }), fc.integer({ min: 1, max: 7 }), async (rows, per_page) => {
          await fill(rows);
          const by = sql.join(order.columns.map(({ by }) => sql`${by} ${direction}`));
          const expected = await readAccount(database.db, "100001", (trx) =>
            sql<Row>`select id from events.sorted order by ${by}`.execute(trx),
          );
          const want = expected.rows.map(({ id }) => id);
          const pages = Array.from({ length: Math.max(1, Math.ceil(want.length / per_page)) }, (_, n) =>
            want.slice(n * per_page, (n + 1) * per_page),
          );
          const from = sql`events.sorted where true`;
          const found = await walked(order, per_page, (pageQuery) =>
            readAccount(database.db, "100001", (trx) =>
              pageOfRows(trx, pageQuery, { schema: IdRow, select: sql`id`, from, order }),
            ),
          );
          expect(found).toEqual({ order: order.name, there: pages, back: pages, numbered: pages });
        }),
        { numRuns: 15 },
      );
    },
  );

  test("a query of the query builder is cut the same way", async () => {
    await fill([3, null, 1, 1, null, 2].map((at) => ({ at, word: "a", score: 0 })));
    const sorted = namedOrders<"at" | "-at">(
      { at: keyColumn("timestamptz", "n.at", true) },
      keyColumn("bigint", "n.id"),
    );
    for (const [sort, expected] of [
      [
        "at",
        [
          [3, 4],
          [6, 1],
          [2, 5],
        ],
      ],
      [
        "-at",
        [
          [1, 6],
          [4, 3],
          [5, 2],
        ],
      ],
    ] as const) {
      const found = await walked(sorted(sort), 2, (pageQuery) =>
        readAccount(database.db, "100001", (trx) => {
          const query = trx
            .withTables<{ "events.sorted": { id: number } }>()
            .selectFrom("events.sorted as n")
            .select("n.id");
          return pageAnswer(trx, query, pageQuery, sorted(sort));
        }),
      );
      expect(found).toMatchObject({ there: expected, back: expected, numbered: expected });
    }
  });

  test("an order has its missing values in its first column, or it is none", () => {
    expect(() => orderBy("x", [keyColumn("text", "a"), keyColumn("text", "b", true)], true)).toThrow("only the first");
  });
});

test("a short list is cut by its number alone", () => {
  expect(pageByNumber({ page: 2, per_page: 10 }, 23)).toMatchObject({
    offset: 10,
    about: { current_page: 2, last_page: 3, next: "3", previous: "1" },
  });
  expect(pageByNumber({ page: 7, per_page: 10 }, 23)).toMatchObject({
    offset: 20,
    about: { next: null, previous: "2" },
  });
  expect(pageByNumber({ page: 7, per_page: 10 }, 0)).toMatchObject({
    offset: 0,
    about: { total: 0, current_page: 1, last_page: 1, next: null, previous: null },
  });
});
