import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usualLimits, visitCounters } from "../../services/webchat/visits/limits";
import { requestId, type WebchatFixture, webchatFixture } from "./fixture";

let fixture: WebchatFixture;
beforeAll(async () => {
  fixture = await webchatFixture({ sessions: 3, chats: 2, uploads: 1, visitors: 1 });
}, 60_000);
afterAll(() => fixture.end());

test("an address that counts for one visitor begins so many sessions and chats, then waits (statement M42)", async () => {
  const { key } = await fixture.application();
  const begin = () => fixture.visit("/session", { body: { application: key, language: "en" } });
  const tokens = [await begin(), await begin(), await begin()].map(({ body }) => body.token as string);
  const fourth = await begin();
  expect(fourth.status).toBe(429);
  expect(Number(fourth.headers.get("retry-after"))).toBeGreaterThan(60);
  const start = (token = "") => fixture.visit("/prechat", { token, body: { answers: { name: "Mwende" } } });
  expect((await start(tokens[0])).status).toBe(201);
  expect((await start(tokens[1])).status).toBe(201);
  expect((await start(tokens[2])).status).toBe(429);
  // Those who talk already talk on.
  const say = () =>
    fixture.visit("/messages", { token: tokens[0] ?? "", body: { request_id: requestId(), text: "Hi" } });
  expect((await say()).status).toBe(201);
});

test("two processes count together, a restart forgets nothing, and a window that is over begins anew", async () => {
  const limits = { ...usualLimits, transcripts: 2, visitors: 1 };
  const [one, two] = [visitCounters(fixture.database, limits), visitCounters(fixture.database, limits)];
  const [a, b, c] = await Promise.all(
    [one, two, one].map(({ transcripts }) => transcripts.take({ address: "41.90.0.1" })),
  );
  expect([a, b, c].filter((decision) => decision?.allowed)).toHaveLength(2);
  const refused = await two.transcripts.take({ address: "41.90.0.1" });
  expect(refused).toMatchObject({ allowed: false });
  expect(refused.allowed ? 0 : refused.retryAfter).toBeGreaterThan(3_500);
  // Another address, and something else from the same one, are counted by themselves.
  expect(await two.transcripts.take({ address: "41.90.0.2" })).toMatchObject({ allowed: true });
  expect(await two.uploads.take({ address: "41.90.0.1" })).toMatchObject({ allowed: true });
  expect(await visitCounters(fixture.database, limits).transcripts.take({ address: "41.90.0.1" })).toMatchObject({
    allowed: false,
  });
  await sql`update webchat.uses set until = now() where key = 'transcripts 41.90.0.1'`.execute(fixture.database.db);
  expect(await two.transcripts.take({ address: "41.90.0.1" })).toMatchObject({ allowed: true, left: 1 });
});

test("a town behind one address talks; one session that asks for too much does not, nor do more than the ceiling", async () => {
  const town = await webchatFixture({ sessions: 2, chats: 2, visitors: 4 });
  try {
    const { key } = await town.application();
    const begin = () => town.visit("/session", { body: { application: key, language: "en" } });
    const begun = await Promise.all(Array.from({ length: 8 }, begin));
    expect(begun.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect((await begin()).status).toBe(429);
    const [first = "", ...others] = begun.map(({ body }) => body.token as string);
    const chat = async (token: string) => {
      const { status } = await town.visit("/prechat", { token, body: { answers: { name: "Mwende" } } });
      await town.visit("/end", { token, body: {} });
      return status;
    };
    const again = async (token: string) =>
      (await town.visit("/messages", { token, body: { request_id: requestId(), text: "Hi" } })).status;
    expect([await chat(first), await again(first)]).toEqual([201, 201]);
    await town.visit("/end", { token: first, body: {} });
    expect(await again(first)).toBe(429);
    // Eight of this address, of which the first has used two.
    const statuses = [];
    for (const token of others) statuses.push(await chat(token));
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429]);
  } finally {
    await town.end();
  }
});

test("a flood of one visitor is slowed down, with the time to wait", async () => {
  const roomy = await webchatFixture();
  try {
    const { key } = await roomy.application();
    const { token } = await roomy.visitor(key);
    const say = () => roomy.visit("/messages", { token, body: { request_id: requestId(), text: "Hi" } });
    const all = await Promise.all(Array.from({ length: 40 }, say));
    const refused = all.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(10);
    expect(refused.every(({ headers }) => Number(headers.get("retry-after")) >= 1)).toBe(true);
  } finally {
    await roomy.end();
  }
});
