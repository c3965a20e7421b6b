import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blastPaces } from "../../services/messaging/blasts/pace";
import { blastStage, phone, type Stage, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

describe("the pace of a blast", () => {
  /** Sends as the pump does for a time; answers how many parts have gone. */
  function send(paces: ReturnType<typeof blastPaces>, clock: { now: number }, ms: number, parts: number): number {
    let sent = 0;
    for (const end = clock.now + ms; clock.now < end; clock.now += 5)
      while (paces.waitMs(1) === 0) {
        paces.sent(1, parts);
        sent += parts;
      }
    return sent;
  }

  test.each([
    [10, 1],
    [100, 1],
    [100, 3],
    [5_000, 2],
  ])("%i parts a second in messages of %i", (speed, parts) => {
    const clock = { now: 0 };
    const paces = blastPaces(() => clock.now);
    paces.set(1, speed);
    const sent = send(paces, clock, 10_000, parts);
    expect(sent).toBeGreaterThan(speed * 10 * 0.97);
    expect(sent).toBeLessThanOrEqual(speed * 10 * 1.01 + 2 * parts);
  });

  test("a blast without a speed never waits, and one whose speed was taken back neither", () => {
    const paces = blastPaces(() => 0);
    paces.set(1, 1);
    paces.sent(1, 100);
    expect(paces.waitMs(1)).toBeGreaterThan(0);
    expect(paces.waitMs(2)).toBe(0);
    paces.set(1, null);
    expect(paces.waitMs(1)).toBe(0);
  });
});

describe("a running blast", () => {
  let fixture: Stage;
  const fake = fakeCarrier();
  beforeAll(async () => {
    fixture = await blastStage();
    await fixture.work(fake.carrier, { window: 50 });
  });
  afterAll(() => fixture.close());

  const numbers = Array.from({ length: 400 }, (_, i) => phone(i)).join("\n");
  const set = (id: number, speed: number | null) => fixture.ask("setBlastSpeed", { params: { id }, body: { speed } });

  test("is slowed down and let go again; its end, its speed and the activity follow", async () => {
    fake.ready(false);
    const made = await fixture.send({ kind: "express", numbers });
    const slow = await set(made.id, 20);
    expect(slow).toMatchObject({ status: 200, body: { speed: 20, status: "sending" } });
    const left = Date.parse(String(slow.body.ends_at)) - Date.now();
    expect(left).toBeGreaterThan(18_000);
    expect(left).toBeLessThan(21_000);
    const before = fake.sent.length;
    const start = performance.now();
    fake.ready(true);
    await until("some have left", () => fake.sent.length - before >= 30);
    // 30 parts at 20 a second, less what goes ahead.
    expect(performance.now() - start).toBeGreaterThan(1_300);
    expect((await set(made.id, null)).body).toMatchObject({ speed: null, ends_at: null });
    expect(await fixture.settled(made.id)).toMatchObject({ status: "sent", submitted: 400 });
    const said = await fixture.rows<{ by: string; description: string }>(
      "select by, description from events.activities where action = 'Sending speed changed' order by id",
    );
    expect(said.map(({ description }) => description)).toEqual([
      `Blast ${made.id}: full speed before, 20 parts a second now.`,
      `Blast ${made.id}: 20 parts a second before, full speed now.`,
    ]);
    expect(said[0]?.by).toBe("Wanjiru Maina");
    expect((await set(made.id, 5)).status).toBe(409);
  });

  test("no speed above the link's limit, of a draft, or of another account", async () => {
    await fixture.database.pool.query("insert into messaging.connectors (name, tps) values ('smpp', 100)");
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const made = await fixture.send({ kind: "express", numbers, send_at: later });
    expect(await set(made.id, 101)).toMatchObject({
      status: 422,
      body: { errors: { speed: ["The link to the networks takes at most 100 parts a second."] } },
    });
    expect(await set(made.id, 50)).toMatchObject({ status: 200, body: { speed: 50, rate_limit: 100 } });
    const other = await fixture.ask("setBlastSpeed", { params: { id: made.id }, body: { speed: 5 } }, "other");
    expect(other.status).toBe(404);
    const draft = await fixture.draft({ kind: "express", numbers: phone(1) });
    expect((await set(draft.id, 5)).status).toBe(409);
    await fixture.ask("cancelBlast", { params: { id: made.id } });
  });
});
