import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MailHost, startMailHost } from "../../sandbox/mail";
import { inAccount } from "../../services/kit/database";
import { emailFixture, type Fixture, savanna, until } from "./fixtures";

let given: Fixture;
let own: MailHost;
let now: Date;

beforeAll(async () => {
  given = await emailFixture();
  // What is read as the clock: the days of a warm-up plan pass when a test says so.
  now = new Date();
  given.deps.now = () => now;
  given.deps.mailPolicy = { allow: (address) => address === "127.0.0.1" };
  own = await startMailHost({ user: "savanna", password: "right" });
  given.work();
});
afterAll(async () => {
  await given?.stop();
  await own?.close();
});

const form = (more: object = {}) => ({
  ...{ host: "127.0.0.1", port: own.port, security: "none", user: "savanna", password: "right", per_minute: 6_000 },
  ...more,
});
const set = (more: object = {}) => given.ask("setMailHost", { body: form(more) });
const current = async () => (await given.ask("mailHost")).body.host;
const detail = async (id: number) => (await given.ask("mailing", { params: { id } })).body;

describe("a mail host of one's own", () => {
  test("is tried before it is kept: a wrong password, a host that is not there and a closed one change nothing", async () => {
    expect((await set({ password: "wrong" })).body.errors.password[0]).toMatch(/does not take this user name/);
    expect((await set({ port: 9 })).body.errors.host[0]).toMatch(/does not answer/);
    expect((await set({ host: "10.1.2.3", security: "tls" })).body.errors.host[0]).toMatch(/not a public address/);
    expect((await set({ host: "169.254.169.254", security: "tls" })).status).toBe(422);
    expect((await set({ host: "smtp://x" })).status).toBe(422);
    expect(await current()).toBeNull();
    expect((await given.ask("setMailHost", { body: form() }, "viewer")).status).toBe(403);
  });

  test("takes the account's emails; its password is stored encrypted, never told and kept for this host alone", async () => {
    const saved = await set();
    expect(saved.body).toMatchObject({ host: "127.0.0.1", user: "savanna", warm_up: null, left_today: null });
    expect(JSON.stringify(saved.body)).not.toContain("right");
    const { rows } = await inAccount(given.database.db, savanna, (trx) =>
      sql<{ password: Buffer }>`select password from email.hosts`.execute(trx),
    );
    expect(rows[0]?.password.toString("latin1")).not.toContain("right");
    expect((await set({ password: "", per_minute: 5_000 })).status).toBe(201);
    expect((await set({ password: "", user: "other" })).body.errors.password).toBeDefined();
    expect((await set({ password: "", host: "localhost" })).body.errors.password).toBeDefined();
    const id = await given.send({ kind: "single", addresses: "own@mail.test" });
    expect(await given.ended(id)).toMatchObject({ sent: 1, own_host: { host: "127.0.0.1" } });
    expect([own.mails({ to: "own@mail.test" }).length, given.host.mails({ to: "own@mail.test" }).length]).toEqual([
      1, 0,
    ]);
    expect(await current()).toMatchObject({ taken_today: 1 });
  });

  test("that can't be reached pauses the email with its reason and a bell, and nothing goes elsewhere", async () => {
    await inAccount(given.database.db, savanna, (trx) =>
      sql`update email.hosts set port = 9, changed_at = now()`.execute(trx),
    );
    const id = await given.send({ kind: "single", addresses: "stopped@mail.test", subject: "Stopped" });
    const paused = await until("it is paused", async () => {
      const found = await detail(id);
      return found.status === "paused" && found;
    });
    expect(paused.pause_reason).toMatch(/^127\.0\.0\.1: .*can't be used/);
    const { rows } = await inAccount(given.database.db, savanna, (trx) =>
      sql<{ words: string }>`select words from events.notices where kind = 'mailing stopped'`.execute(trx),
    );
    expect(rows[0]?.words).toMatch(/^Stopped was stopped\. 127\.0\.0\.1/);
    expect(given.host.mails({ to: "stopped@mail.test" })).toHaveLength(0);
    await set();
    await inAccount(given.database.db, savanna, (trx) =>
      sql`update email.recipients set not_before = null where mailing_id = ${id}`.execute(trx),
    );
    await given.ask("resumeMailing", { params: { id } });
    expect(await given.ended(id)).toMatchObject({ sent: 1, pause_reason: "" });
    expect(own.mails({ to: "stopped@mail.test" })).toHaveLength(1);
  });
});

test("a warm-up plan lets so many leave today, and the rest the next day", async () => {
  now = new Date(now.getTime() + 86_400_000);
  await set({ warm_up: { first_day: 2, growth: 100, target: 100 } });
  expect(await current()).toMatchObject({ day: 1, left_today: 2, taken_today: 0 });
  const group = await given.group([1, 2, 3, 4, 5].map((n) => ({ email: `warm${n}@mail.test` })));
  const id = await given.send({ group_ids: [group], subject: "Warm" });
  await until("today's are sent", async () => (await detail(id)).sent === 2);
  await until("the rest waits", async () => {
    const { rows } = await sql<{ later: boolean }>`
      select due > now() + interval '1 minute' as later from email.queue where mailing_id = ${id}`.execute(
      given.database.db,
    );
    return rows[0]?.later;
  });
  expect(await detail(id)).toMatchObject({ status: "sending", sent: 2, queued: 3, own_host: { left_today: 0 } });
  expect(await current()).toMatchObject({ left_today: 0, taken_today: 2 });
  now = new Date(now.getTime() + 86_400_000);
  // A worker that read the clock before it was set forward waits for the day that has come: its turn is told until it has it.
  await until("the rest is sent", async () => {
    await sql`update email.queue set due = now() where mailing_id = ${id}`.execute(given.database.db);
    return (await detail(id)).sent === 5;
  });
  expect(await given.ended(id)).toMatchObject({ sent: 5 });
  expect(await current()).toMatchObject({ day: 2, left_today: 1, taken_today: 3 });
});

test("a rate lets no more leave than it says", async () => {
  await set({ per_minute: 120 });
  const group = await given.group([1, 2, 3, 4, 5].map((n) => ({ email: `rate${n}@mail.test` })));
  const id = await given.send({ group_ids: [group], subject: "Rate" });
  await given.ended(id);
  const { rows } = await inAccount(given.database.db, savanna, (trx) =>
    sql<{ seconds: number }>`select extract(epoch from max(sent_at) - min(sent_at))::float8 as seconds
      from email.recipients where mailing_id = ${id}`.execute(trx),
  );
  // Two at a time, each half a second apart: the fifth leaves after two seconds.
  expect(rows[0]?.seconds).toBeGreaterThan(1.5);
});

test("removed, the platform's host takes over again", async () => {
  expect((await given.ask("removeMailHost")).status).toBe(201);
  expect((await given.ask("removeMailHost")).status).toBe(404);
  await given.ended(await given.send({ kind: "single", addresses: "back@mail.test" }));
  expect(given.host.mails({ to: "back@mail.test" })).toHaveLength(1);
});
