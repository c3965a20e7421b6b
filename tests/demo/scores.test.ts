import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fillDemo } from "../../demo/fill";
import { scoreAgain } from "../../services/crm/records/scoring";
import { inAccount } from "../../services/kit/database";
import { freshDatabase, type TestDatabase } from "../setup/database";

let database: TestDatabase;
beforeAll(async () => {
  // Half an hour into a day of UTC: what was done two hours ago was done the day before.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date().setUTCHours(0, 30, 0, 0) });
  database = await freshDatabase();
  await fillDemo(database, () => undefined);
}, 60_000);
afterAll(async () => {
  vi.useRealTimers();
  await database.drop();
});

test("the demo's scores are those that are counted, at any time of the day", async () => {
  const account = "100001";
  const [before, after] = await inAccount(database.db, account, async (trx) => {
    const read = () =>
      sql<{ id: number; score: number }>`
        select id, score from crm.records where customer_account = ${account} order by id`.execute(trx);
    const stored = (await read()).rows;
    await scoreAgain(trx, account);
    return [stored, (await read()).rows];
  });
  expect(before?.some(({ score }) => score !== 0)).toBe(true);
  expect(after).toEqual(before);
});
