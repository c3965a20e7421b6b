import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import { append, since } from "../../services/kit/events";
import { freshDatabase, type TestDatabase } from "../setup/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test("a hundred writers at once leave one gapless sequence, and a cursor misses nothing", async () => {
  const writing = Array.from({ length: 100 }, (_, n) =>
    inAccount(database.db, "100001", (trx) => append(trx, "100001", "test", { n })),
  );
  const numbers = await Promise.all(writing);
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  const seen = await inAccount(database.db, "100001", (trx) => since(trx, "100001", 40));
  expect(seen.map((event) => event.seq)).toEqual(Array.from({ length: 60 }, (_, n) => n + 41));
});

test("an event of a change that was rolled back never happened", async () => {
  const change = inAccount(database.db, "200002", async (trx) => {
    await append(trx, "200002", "test", {});
    throw new Error("rolled back");
  });
  await expect(change).rejects.toThrow("rolled back");
  expect(await inAccount(database.db, "200002", (trx) => since(trx, "200002", 0))).toEqual([]);
});

test("another account's log is not there, even for a query that forgets the account", async () => {
  const rows = await inAccount(database.db, "300003", (trx) => trx.selectFrom("events.log").selectAll().execute());
  expect(rows).toEqual([]);
});
