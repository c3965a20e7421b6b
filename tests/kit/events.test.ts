import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dropActivities, eraseChatActivities, eraseInActivities, recordActivity } from "../../services/kit/activities";
import { inAccount } from "../../services/kit/database";
import { append, eraseEvents, since } from "../../services/kit/events";
import { asOwnerOf, freshDatabase, type TestDatabase } from "../setup/database";

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

describe("the audit and the log are append-only", () => {
  const account = "500005";
  const other = "600006";
  const inside = <T>(work: Parameters<typeof inAccount<T>>[2], whose = account) => inAccount(database.db, whose, work);
  const kept = async (whose: string) =>
    (await asOwnerOf(database.url, whose, "select description from events.activities order by id")).map(
      ({ description }) => description,
    );

  beforeAll(async () => {
    for (const whose of [account, other])
      await inside(async (trx) => {
        for (const n of [1, 2, 3])
          await recordActivity(trx, whose, "system", {
            action: "Customer changed",
            description: `Contact ${n}, +254722000001, was renamed.`,
            subject: "chat customer",
            subject_id: n === 3 ? "7" : "",
          });
        await append(trx, whose, "chat.message", { contact_id: 7, message: { text: "I am Asha" } });
        await append(trx, whose, "chat.contact", { contact: { contact_id: 7, name: "Asha" } });
        await append(trx, whose, "chat.message", { contact_id: 8, message: { text: "I am Juma" } });
      }, whose);
  });

  test.each(["events.activities", "events.log"])("the application can neither change nor delete %s", async (table) => {
    const run = (statement: string) => inside((trx) => sql.raw(statement).execute(trx));
    for (const statement of [
      `update ${table} set at = now()`,
      `delete from ${table}`,
      `delete from ${table} where false`,
      `truncate ${table}`,
    ])
      await expect(run(statement), statement).rejects.toMatchObject({ code: "42501" });
  });

  test("retention takes what is old, of its own account, and never the last four weeks", async () => {
    await expect(inside((trx) => dropActivities(trx, account, new Date().toISOString()))).rejects.toThrow(/four weeks/);
    await asOwnerOf(
      database.url,
      account,
      "update events.activities set at = now() - interval '2 years' where description like 'Contact 1,%'",
    );
    const before = new Date(Date.now() - 30 * 86_400_000).toISOString();
    expect(await inside((trx) => dropActivities(trx, other, before))).toBe(0);
    expect(await inside((trx) => dropActivities(trx, account, before))).toBe(1);
    expect(await kept(account)).toHaveLength(2);
    expect(await kept(other)).toHaveLength(3);
  });

  test("an erasure takes the number out of the sentences and what was told of the conversations, in its own account", async () => {
    await inside(async (trx) => {
      for (const whose of [account, other]) {
        await eraseInActivities(trx, whose, "254722000001");
        await eraseChatActivities(trx, whose, { people: [7], names: [] });
        await eraseEvents(trx, whose, [7]);
      }
    });
    expect(await kept(account)).toEqual(["Contact 2, [erased], was renamed.", "Customer changed"]);
    expect((await kept(other)).join()).not.toContain("erased");
    const events = await inside((trx) => since(trx, account, 0));
    expect(events.map(({ seq, kind, body }) => [seq, kind, body])).toEqual([
      [1, "erased", {}],
      [2, "erased", {}],
      [3, "chat.message", { contact_id: 8, message: { text: "I am Juma" } }],
    ]);
    expect(JSON.stringify(await inside((trx) => since(trx, other, 0), other))).toContain("I am Asha");
  });
});
