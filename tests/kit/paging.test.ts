import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readAccount } from "../../services/kit/database";
import {
  byNumber,
  byTime,
  count,
  type Order,
  type PageQuery,
  pageByNumber,
  pageOfRows,
  reads,
} from "../../services/kit/paging";
import { freshDatabase, type TestDatabase } from "../setup/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

type Row = { id: number; moment: string };

/** Rows 1 to 23, three in each millisecond, so that the moment alone gives no order. */
const source = sql`(select id, timestamptz '2026-11-22 08:00:00.000001Z' + (id / 3) * interval '1 millisecond' as at
  from generate_series(1, 23) id) s where true`;
const all = Array.from({ length: 23 }, (_, i) => i + 1);

function pageIn(order: Order, pageQuery: PageQuery, cap?: number) {
  return readAccount(database.db, "100001", async (trx) => {
    const total = await count(trx, source, cap);
    const read = async (span: Parameters<typeof reads>[1]) => {
      const { beyond, tail } = reads(order, span);
      return (await sql<Row>`select id, at::text as moment from ${source} and ${beyond} ${tail}`.execute(trx)).rows;
    };
    const keyOf = ({ id, moment }: Row) => (order.columns.length === 2 ? [moment, String(id)] : [String(id)]);
    return pageOfRows(pageQuery, order, total, read, keyOf);
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

  test("a broken cursor is no cursor", async () => {
    const moments = ["2026-13-01 08:00:00", "2026-02-31 08:00:00", "2026-01-01 25:00:00", "0000-01-01 08:00:00"];
    const keys = ["1; drop table x", "-1", "1".repeat(19), ...moments.map((moment) => `${moment}+00|1`), "|", "||||"];
    for (const after of ["", "x", "\u0000", ...keys.map((key) => Buffer.from(key).toString("base64url"))])
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
  const counted = (cap: number) => readAccount(database.db, "100001", (trx) => count(trx, source, cap));
  expect(await counted(23)).toEqual({ rows: 22, capped: true });
  expect(await counted(24)).toEqual({ rows: 23, capped: false });
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
