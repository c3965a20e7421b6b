import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inAccount } from "../../services/kit/database";
import { sendLater, work } from "../../services/kit/jobs";
import { mailLater, mailTask } from "../../services/kit/mail";
import { asOwner, freshDatabase, type TestDatabase } from "../setup/database";

let database: TestDatabase;
let done: Record<string, unknown>[];
const mails: unknown[] = [];
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  database = await freshDatabase();
  done = [];
  const tasks = {
    "test.note": async (payload: Record<string, unknown>) => void done.push(payload),
    [mailTask]: async (payload: Record<string, unknown>) => void mails.push(payload.subject),
    "test.fail": async () => Promise.reject(new Error("once more")),
  };
  worker = await work(database.url, tasks, { error: () => undefined });
});
afterAll(async () => {
  await worker.stop();
  await database.drop();
});

test("a job of a transaction that commits is done; one of a transaction that is rolled back never was", async () => {
  await inAccount(database.db, "100001", (trx) => sendLater(trx, "test.note", { n: 1 }));
  const undone = inAccount(database.db, "100001", async (trx) => {
    await sendLater(trx, "test.note", { n: 2 });
    throw new Error("rolled back");
  });
  await expect(undone).rejects.toThrow("rolled back");
  await inAccount(database.db, "100001", (trx) => sendLater(trx, "test.note", { n: 3 }));
  // Two jobs are worked at once, so either may be first.
  await vi.waitFor(() => expect(done.map(({ n }) => n).sort()).toEqual([1, 3]), { timeout: 10_000 });
});

test("a subject with a name that was pasted with line breaks is one line, or no mail host would take it", async () => {
  const mail = { to: "asha@duka.test", subject: "Duka\r\n Moja\t invites you\n", text: "Karibu\n" };
  await inAccount(database.db, "100001", (trx) => mailLater(trx, "100001", mail));
  await vi.waitFor(() => expect(mails).toEqual(["Duka Moja invites you"]), { timeout: 10_000 });
});

test("a key makes a job once while it waits", async () => {
  const later = { at: new Date(Date.now() + 3_600_000), key: "the-same" };
  for (let times = 0; times < 5; times++)
    await inAccount(database.db, "100001", (trx) => sendLater(trx, "test.note", { times }, later));
  const { rows } = await asOwner(
    database.url,
    "select count(*)::int as n from graphile_worker.jobs where key = 'the-same'",
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test("the application's role reaches the queue through that door only", async () => {
  const peek = database.pool.query("select * from graphile_worker.jobs");
  await expect(peek).rejects.toThrow(/permission denied/);
});

test("a job that a killed worker held is free again when the next one starts alone", async () => {
  const own = await freshDatabase();
  try {
    await inAccount(own.db, "100001", (trx) => sendLater(trx, "test.note", { left: true }));
    await asOwner(
      own.url,
      "update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now(), attempts = 1, is_available = default",
    );
    const seen: unknown[] = [];
    const next = await work(
      own.url,
      { "test.note": async (payload) => void seen.push(payload) },
      { error: () => undefined },
    );
    await vi.waitFor(() => expect(seen).toEqual([{ left: true }]), { timeout: 10_000 });
    await next.stop();
  } finally {
    await own.drop();
  }
});
