import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { readAccount } from "../../services/kit/database";
import { byNumber } from "../../services/kit/ordering";
import { pageOfRows } from "../../services/kit/paging";
import { checkedRow, checkedRows } from "../../services/kit/row-schema";
import { freshDatabase, type TestDatabase } from "../setup/database";

const Row = z.object({ id: z.number(), state: z.enum(["open", "paid"]), at: z.date().nullable() });

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const good = sql`select 1::bigint as id, 'open' as state, null::timestamptz as at`;
const inOne = <T>(work: Parameters<typeof readAccount<T>>[2]) => readAccount(database.db, "100001", work);

test("rows come as the driver gives them when they are what the schema says", async () => {
  expect(await inOne((trx) => checkedRows(trx, Row, good))).toEqual([{ id: 1, state: "open", at: null }]);
  expect(await inOne((trx) => checkedRow(trx, Row, sql`${good} limit 0`))).toBeUndefined();
});

test("columns that the schema does not name come along", async () => {
  const wide = sql`select x.*, 'more' as note from (${good}) x`;
  expect(await inOne((trx) => checkedRow(trx, Row, wide))).toMatchObject({ note: "more" });
});

test.each([
  ["a value outside of the list", sql`select 1 as id, 'lost' as state, null::timestamptz as at`, "state"],
  ["a column that is missing", sql`select 1 as id, 'open' as state`, "at"],
  ["another type", sql`select '1' as id, 'open' as state, now() as at`, "id"],
])("%s is an error that names the column", async (_, statement, column) => {
  await expect(inOne((trx) => checkedRows(trx, Row, statement))).rejects.toThrow(`${column}: `);
});

test("a page of rows is compared too", async () => {
  const page = (state: string) =>
    inOne((trx) =>
      pageOfRows(
        trx,
        { page: 1, per_page: 10 },
        {
          schema: Row,
          select: sql`id, ${state}::text as state, now() as at`,
          from: sql`generate_series(1, 3) id where true`,
          order: byNumber("id"),
        },
      ),
    );
  expect((await page("paid")).data.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  await expect(page("lost")).rejects.toThrow("state: ");
});
