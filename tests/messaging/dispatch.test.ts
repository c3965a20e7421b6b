import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { segment } from "../../rules/segments";
import { type Smsc, startSmsc } from "../../sandbox/smsc";
import { blastStage, phone, type Stage, until } from "./blasts.fixtures";
import { fakeCarrier, gate } from "./fake-carrier";

describe("over the wire", () => {
  let fixture: Stage;
  let smsc: Smsc;
  beforeAll(async () => {
    smsc = await startSmsc();
    fixture = await blastStage();
    await fixture.workOn(smsc);
  });
  afterEach(() => expect(fixture.faults).toEqual([]));
  afterAll(async () => {
    await fixture.close();
    await smsc.close();
  });

  test("a confirmed blast goes out, is delivered, and costs what was shown", async () => {
    const before = await fixture.ledger();
    const group = await fixture.group(
      Array.from({ length: 1_200 }, (_, i) => ({ msisdn: phone(i), name: `Customer ${i}` })),
    );
    const made = await fixture.draft({ group_ids: [group], body: "Habari {{name}}, your order is ready." });
    expect(made).toMatchObject({ status: "draft", recipients: 1_200, cost_cents: 96_000, queued: 1_200 });
    expect((await fixture.ask("confirmBlast", { params: { id: made.id } })).status).toBe(201);
    await fixture.settled(made.id);
    const done = await until("all are delivered", async () => {
      const now = await fixture.detail(made.id);
      return now.delivered === 1_200 && now;
    });
    expect(done).toMatchObject({
      status: "sent",
      queued: 0,
      submitted: 0,
      failed: 0,
      charged_cents: 96_000,
      released_cents: 0,
    });
    const after = await fixture.ledger();
    expect(after).toMatchObject({ available: before.available - 96_000, held: 0 });
    expect(after.sums).toEqual({ available: after.available, held: 0, all: 0 });
    expect(smsc.handset(phone(7)).at(-1)?.text).toBe("Habari Customer 7, your order is ready.");
  });

  test("every recipient gets as many PDUs as were priced, whatever the text", async () => {
    const notes = [
      "",
      "plain",
      "{}[]~|€".repeat(30),
      "é".repeat(200),
      "😀".repeat(40),
      "ñ’".repeat(60),
      "x".repeat(459),
    ];
    const group = await fixture.group(notes.map((note, i) => ({ msisdn: phone(5_000 + i), fields: { note } })));
    const accepted = smsc.counts().accepted;
    const made = await fixture.draft({ group_ids: [group], body: "Note: {{note}}", missing: { note: "blank" } });
    expect(made.parts).toBe(notes.reduce((sum, note) => sum + segment(`Note: ${note}`).parts, 0));
    await fixture.ask("confirmBlast", { params: { id: made.id } });
    await until("all are delivered", async () => (await fixture.detail(made.id)).delivered === notes.length);
    expect(smsc.counts().accepted - accepted).toBe(made.parts);
    for (const [i, note] of notes.entries()) {
      const text = `Note: ${note}`;
      expect(smsc.handset(phone(5_000 + i)).at(-1)).toMatchObject({ text, parts: segment(text).parts });
    }
    expect((await fixture.settled(made.id)).charged_cents).toBe(made.parts * 80);
  });

  test("a link that breaks in the middle loses nothing: what was under way is sent once more", async () => {
    const group = await fixture.group(Array.from({ length: 800 }, (_, i) => ({ msisdn: phone(20_000 + i) })));
    smsc.settings.latencyMs = 20;
    const made = await fixture.send({ group_ids: [group] });
    await until("some have left", async () => (await fixture.detail(made.id)).queued < 700);
    smsc.drop();
    const sent = await fixture.settled(made.id);
    smsc.settings.latencyMs = 0;
    expect(sent).toMatchObject({ status: "sent", queued: 0, failed: 0, charged_cents: 800 * 80 });
    for (let i = 0; i < 800; i++) expect(smsc.handset(phone(20_000 + i)).length).toBeGreaterThanOrEqual(1);
  });

  test("a busy centre is waited for, and a permanent no is final with its reason and its money back", async () => {
    const group = await fixture.group(Array.from({ length: 100 }, (_, i) => ({ msisdn: phone(30_000 + i) })));
    smsc.settings.throttleRate = 0.02;
    smsc.settings.errorRate = { 11: 0.3 };
    const made = await fixture.send({ group_ids: [group] });
    const done = await fixture.settled(made.id, 28_000);
    smsc.settings.throttleRate = 0;
    smsc.settings.errorRate = {};
    expect(done.failed).toBeGreaterThan(5);
    expect(done.failed + done.submitted + done.delivered).toBe(100);
    expect(done.reasons).toEqual([
      { reason: "The network does not know the number (code 0x0B).", messages: done.failed },
    ]);
    expect(done.charged_cents).toBe((100 - done.failed) * 80);
    expect(done.released_cents).toBe(done.failed * 80);
  });
});

describe("what the worker does", () => {
  let fixture: Stage;
  let fake: ReturnType<typeof fakeCarrier>;
  let now = new Date();
  beforeEach(async () => {
    now = new Date();
    fixture = await blastStage({ now: () => now });
    fake = fakeCarrier();
  });
  afterEach(async () => {
    expect(fixture.faults).toEqual([]);
    await fixture.close();
  });

  /**
   * Lets `n` messages through, then holds the others until the gate opens. From then on each takes `eachMs` until `hurry`: a
   * worker with a window of 50 and 1 s for each sends 45 more in the second in which it hears that a blast stopped.
   */
  function holdAfter(n: number, eachMs = 0) {
    const endpoint = gate();
    let seen = 0;
    let takes = eachMs;
    fake.behave(async () => {
      if (++seen <= n) return fake.taken();
      await endpoint.opened;
      if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes));
      return fake.taken();
    });
    return {
      open: endpoint.open,
      hurry() {
        takes = 0;
      },
    };
  }

  const many = (n: number, from = 0) =>
    fixture.group(Array.from({ length: n }, (_, i) => ({ msisdn: phone(from + i) })));

  test("pause stops it within a second, resume goes on, and each gets it once", async () => {
    const endpoint = holdAfter(20, 1_000);
    await fixture.work(fake.carrier, { window: 50 });
    const made = await fixture.send({ group_ids: [await many(1_500)] });
    await until("the window is full", () => fake.sent.length >= 45);
    expect((await fixture.ask("pauseBlast", { params: { id: made.id } })).status).toBe(201);
    endpoint.open();
    await until(
      "what was on the wire is written",
      async () => (await fixture.detail(made.id)).submitted === fake.sent.length,
    );
    await until(
      "the chunks are given back",
      async () =>
        (await fixture.database.pool.query("select from messaging.chunks where owner is not null")).rowCount === 0,
    );
    expect(fake.sent.length).toBeLessThan(150);
    expect(await fixture.detail(made.id)).toMatchObject({ status: "paused", queued: 1_500 - fake.sent.length });
    endpoint.hurry();
    await fixture.ask("resumeBlast", { params: { id: made.id } });
    await until("all have left", async () => (await fixture.detail(made.id)).submitted === 1_500);
    expect(new Set(fake.sent.map((sms) => sms.to)).size).toBe(1_500);
    expect(fake.sent).toHaveLength(1_500);
    expect(await fixture.settled(made.id)).toMatchObject({ status: "sent", charged_cents: 120_000 });
  });

  test("cancel sends no more, counts what had left, and gives the rest of the money back", async () => {
    const endpoint = holdAfter(30, 1_000);
    await fixture.work(fake.carrier, { window: 60 });
    const made = await fixture.send({ group_ids: [await many(1_700)] });
    await until("the window is full", () => fake.sent.length >= 54);
    const answer = await fixture.ask("cancelBlast", { params: { id: made.id } });
    expect(answer.body).toMatchObject({ status: "cancelled" });
    expect((answer.body as unknown as { cancelled: number }).cancelled).toBeGreaterThan(600);
    endpoint.open();
    const done = await fixture.settled(made.id);
    expect(done).toMatchObject({
      status: "cancelled",
      queued: 0,
      submitted: fake.sent.length,
      cancelled: 1_700 - fake.sent.length,
    });
    expect(done.charged_cents).toBe(fake.sent.length * 80);
    expect(done.charged_cents + done.released_cents).toBe(done.held_cents);
    expect(fake.sent.length).toBeLessThan(200);
    expect(await fixture.ledger()).toMatchObject({ held: 0 });
  });

  test("a scheduled blast starts at its time, once, although no one was there", async () => {
    const send_at = new Date(now.getTime() + 3_600_000).toISOString();
    const made = await fixture.send({ group_ids: [await many(5)], send_at });
    expect(made).toMatchObject({ status: "scheduled", is_now: false, send_at, held_cents: 400 });
    const early = await fixture.work(fake.carrier);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(fake.sent).toHaveLength(0);
    await early.stop();
    now = new Date(now.getTime() + 2 * 3_600_000);
    await fixture.work(fake.carrier);
    const other = fakeCarrier("other");
    await fixture.work(other.carrier);
    expect(await fixture.settled(made.id)).toMatchObject({ status: "sent", submitted: 5 });
    expect(fake.sent.length + other.sent.length).toBe(5);
  });

  test("advertising waits for 08:00 to 18:00 in Nairobi, also when it is halfway out", async () => {
    now = new Date("2026-03-10T03:30:00Z"); // 06:30 in Nairobi
    await fixture.work(fake.carrier, { window: 10 });
    const made = await fixture.send({ group_ids: [await many(40)], sender: "OFFERS" });
    expect(made.status).toBe("scheduled");
    const plain = await fixture.send({ group_ids: [await many(1)] });
    await fixture.settled(plain.id);
    expect(fake.sent).toHaveLength(1);
    const endpoint = holdAfter(12, 1_000);
    now = new Date("2026-03-10T05:00:00Z");
    await until("it begins", () => fake.sent.length > 15);
    now = new Date("2026-03-10T15:00:00Z");
    await until("it is held back", async () => (await fixture.detail(made.id)).status === "scheduled");
    endpoint.open();
    await until(
      "the chunk is given back",
      async () =>
        (await fixture.database.pool.query("select from messaging.chunks where owner is not null")).rowCount === 0,
    );
    expect(fake.sent.length).toBeLessThan(41);
    endpoint.hurry();
    now = new Date("2026-03-11T05:00:01Z");
    expect(await fixture.settled(made.id)).toMatchObject({ status: "sent", submitted: 40 });
    expect(fake.sent).toHaveLength(41);
    expect(fake.sent.at(-1)?.text).toBe("Karibu Savanna Traders. STOP*456*9*5#");
  });

  test("an urgent single goes ahead of a blast that fills the window", async () => {
    const endpoint = holdAfter(10);
    await fixture.work(fake.carrier, { window: 40 });
    const blast = await fixture.send({ group_ids: [await many(2_000)] });
    await until("the window is full", () => fake.sent.length >= 36);
    const single = await fixture.send({ kind: "express", numbers: "0799000001", body: "Your code is 4821" });
    const code = await until(
      "the code has left",
      () => fake.sent.find((sms) => sms.text.startsWith("Your code")),
      2_000,
    );
    expect(code.urgent).toBe(true);
    expect((await fixture.detail(blast.id)).queued).toBeGreaterThan(1_900);
    endpoint.open();
    await fixture.settled(single.id);
    await fixture.settled(blast.id);
  });

  test("STOP between confirm and submit is obeyed: not sent, counted, and its money given back", async () => {
    const made = await fixture.send({ group_ids: [await many(10)] });
    await fixture.rows(
      `insert into messaging.blacklist (customer_account, msisdn, source) values ('100001', '${phone(4)}', 'stop')`,
    );
    await fixture.work(fake.carrier);
    const done = await fixture.settled(made.id);
    expect(done).toMatchObject({ status: "sent", suppressed: 1, submitted: 9, charged_cents: 720, released_cents: 80 });
    expect(done.reasons).toEqual([{ reason: "This number has opted out.", messages: 1 }]);
    expect(fake.sent.map((sms) => sms.to)).not.toContain(phone(4));
  });

  test("STOP while its chunk waits in the worker is obeyed as well", async () => {
    const endpoint = holdAfter(3);
    await fixture.work(fake.carrier, { window: 5 });
    const made = await fixture.send({ group_ids: [await many(60)] });
    await until("the window is full", () => fake.sent.length >= 5);
    const last = await fixture.rows<{ msisdn: string }>(
      `select msisdn from messaging.messages where blast_id = ${made.id} and seq = 60`,
    );
    await fixture.rows(
      `insert into messaging.blacklist (customer_account, msisdn, source) values ('100001', '${last[0]?.msisdn}', 'stop')`,
    );
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    endpoint.open();
    expect(await fixture.settled(made.id)).toMatchObject({ suppressed: 1, submitted: 59 });
  });

  test("two workers share a blast and never send the same message", async () => {
    const other = fakeCarrier("other");
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return fake.taken();
    };
    fake.behave(slow);
    other.behave(slow);
    const made = await fixture.send({ group_ids: [await many(4_000)] });
    await Promise.all([fixture.work(fake.carrier, { window: 100 }), fixture.work(other.carrier, { window: 100 })]);
    expect(await fixture.settled(made.id)).toMatchObject({ status: "sent", submitted: 4_000, charged_cents: 320_000 });
    const all = [...fake.sent, ...other.sent].map((sms) => sms.to);
    expect(all).toHaveLength(4_000);
    expect(new Set(all).size).toBe(4_000);
    expect(fake.sent.length).toBeGreaterThan(0);
    expect(other.sent.length).toBeGreaterThan(0);
  });

  test("a message whose outcome is unknown is sent once more and no third time; what no one took is not charged", async () => {
    fake.behave((sms) => (sms.to === phone(2) ? { kind: "unknown", reason: "link lost" } : fake.taken()));
    await fixture.work(fake.carrier, { unknownWaitMs: 200 });
    const made = await fixture.send({ group_ids: [await many(5)] });
    const done = await fixture.settled(made.id);
    expect(fake.sent.filter((sms) => sms.to === phone(2))).toHaveLength(2);
    expect(done).toMatchObject({ status: "sent", submitted: 5, charged_cents: 320, released_cents: 80 });
    expect(
      await fixture.rows(
        `select status, tries from messaging.messages where blast_id = ${made.id} and msisdn = '${phone(2)}'`,
      ),
    ).toEqual([{ status: "unknown", tries: 2 }]);
  });

  test("of a long message only the parts that did not leave are sent again, under the same reference", async () => {
    let times = 0;
    fake.behave((_, n) => (n === 2 && times++ === 0 ? { kind: "throttled", code: 0x58 } : fake.taken()));
    await fixture.work(fake.carrier);
    const made = await fixture.send({ group_ids: [await many(1)], body: "y".repeat(400) });
    const done = await fixture.settled(made.id);
    expect(fake.sent.map((sms) => sms.again)).toEqual([undefined, { ref: 7, parts: [2] }]);
    expect(done).toMatchObject({ parts: 3, submitted: 1, charged_cents: 240 });
  });

  test("a blast that no one took is failed and costs nothing", async () => {
    fake.behave(() => ({ kind: "refused", code: 0x0a, temporary: false }));
    await fixture.work(fake.carrier);
    const made = await fixture.send({ group_ids: [await many(3)] });
    expect(await fixture.settled(made.id)).toMatchObject({
      status: "failed",
      failed: 3,
      charged_cents: 0,
      released_cents: 240,
      reasons: [{ reason: "The network does not know the sender ID (code 0x0A).", messages: 3 }],
    });
  });

  test("stopping the worker in the middle gives everything back, and the next one goes on", async () => {
    fake.behave(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return fake.taken();
    });
    const worker = await fixture.work(fake.carrier, { window: 20 });
    const made = await fixture.send({ group_ids: [await many(600)] });
    await until("some have left", () => fake.sent.length > 60);
    await worker.stop();
    const left = fake.sent.length;
    expect(await fixture.detail(made.id)).toMatchObject({ status: "sending", submitted: left, queued: 600 - left });
    await fixture.work(fake.carrier, { window: 200 });
    expect(await fixture.settled(made.id)).toMatchObject({ status: "sent", submitted: 600 });
    expect(fake.sent).toHaveLength(600);
  });
});
