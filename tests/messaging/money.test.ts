import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { problem } from "../../services/kit/contract";
import { confirm, holdName } from "../../services/messaging/blasts/moves";
import { blastStage, phone, type Stage, savanna, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let fixture: Stage;
let fake: ReturnType<typeof fakeCarrier>;
beforeEach(async () => {
  fixture = await blastStage({ cents: 10_000 });
  fake = fakeCarrier();
});
afterEach(() => fixture.close());

const many = (n: number) => fixture.group(Array.from({ length: n }, (_, i) => ({ msisdn: phone(i) })));

describe("the money of a blast", () => {
  test("a balance that is too low refuses before anything is sent, in billing's words", async () => {
    await fixture.work(fake.carrier);
    const made = await fixture.draft({ group_ids: [await many(126)] });
    const answer = await fixture.ask("confirmBlast", { params: { id: made.id } });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe(
      "The balance is too low: this costs KES 100.80 and KES 100.00 is left. Nothing was sent.",
    );
    expect(await fixture.detail(made.id)).toMatchObject({ status: "draft", held_cents: 0, queued: 126 });
    expect((await fixture.database.pool.query("select from messaging.queue")).rowCount).toBe(0);
    expect(fake.sent).toHaveLength(0);
    // The same draft goes out once there is money.
    await fixture.rows("update billing.wallets set available_cents = available_cents + 80");
    expect((await fixture.ask("confirmBlast", { params: { id: made.id } })).status).toBe(201);
  });

  test("20 parallel confirms hold once and send once", async () => {
    await fixture.work(fake.carrier);
    const made = await fixture.draft({ group_ids: [await many(50)] });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fixture.ask("confirmBlast", { params: { id: made.id } })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    const done = await fixture.settled(made.id);
    expect(done).toMatchObject({ status: "sent", held_cents: 4_000, charged_cents: 4_000, released_cents: 0 });
    expect(fake.sent).toHaveLength(50);
    expect(await fixture.ledger()).toMatchObject({
      available: 6_000,
      held: 0,
      sums: { available: 6_000, held: 0, all: 0 },
    });
  });

  test("two blasts racing for the same money: one goes, one is refused", async () => {
    const [first, second] = [
      await fixture.draft({ group_ids: [await many(100)] }),
      await fixture.draft({ group_ids: [await many(100)] }),
    ];
    const answers = await Promise.all([first, second].map(({ id }) => fixture.ask("confirmBlast", { params: { id } })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422]);
    expect(await fixture.ledger()).toMatchObject({ available: 2_000, held: 8_000 });
  });

  test("a confirmation cut off after the hold is finished by the worker, and held once", async () => {
    const made = await fixture.draft({ group_ids: [await many(10)] });
    // What the first half of a confirmation leaves behind when the process dies there.
    await fixture.database.pool.query(
      "insert into messaging.queue (blast_id, customer_account, state) values ($1, $2, 'confirming')",
      [made.id, savanna],
    );
    await fixture.billingFor(savanna).hold({ body: { reference: holdName(made.id), cents: 800, description: "" } });
    await fixture.work(fake.carrier);
    expect(await fixture.settled(made.id)).toMatchObject({
      status: "sent",
      submitted: 10,
      held_cents: 800,
      charged_cents: 800,
    });
    expect(await fixture.ledger()).toMatchObject({ available: 9_200, held: 0 });
  });

  test("while billing does not answer nothing leaves; when it does, the confirmation holds", async () => {
    const made = await fixture.draft({ group_ids: [await many(10)] });
    const away = problem(503, "away");
    const silent = { ...fixture.billingFor(savanna), hold: async () => away };
    const answer = await confirm(fixture.database, { billingFor: () => silent }, savanna, made.id);
    expect(answer).toMatchObject({ status: 503, body: { message: expect.stringContaining("goes out as soon as") } });
    expect(await fixture.detail(made.id)).toMatchObject({ status: "draft", held_cents: 0 });
    await fixture.work(fake.carrier);
    expect(await fixture.settled(made.id)).toMatchObject({ status: "sent", charged_cents: 800 });
  });

  test("one that was cancelled while billing did not answer is not sent, and what was held comes back", async () => {
    const made = await fixture.draft({ group_ids: [await many(10)] });
    const lost = {
      ...fixture.billingFor(savanna),
      async hold(input: Parameters<ReturnType<typeof fixture.billingFor>["hold"]>[0]) {
        await fixture.billingFor(savanna).hold(input);
        return problem(503, "the answer got lost");
      },
    };
    await confirm(fixture.database, { billingFor: () => lost }, savanna, made.id);
    await fixture.ask("cancelBlast", { params: { id: made.id } });
    await fixture.work(fake.carrier);
    expect(await fixture.settled(made.id)).toMatchObject({ status: "cancelled", released_cents: 800, cancelled: 10 });
    expect(fake.sent).toHaveLength(0);
    expect(await fixture.ledger()).toMatchObject({ available: 10_000, held: 0 });
  });

  test("one cut off before the hold as well; without the money it is undone", async () => {
    const made = await fixture.draft({ group_ids: [await many(126)] });
    await fixture.database.pool.query(
      "insert into messaging.queue (blast_id, customer_account, state) values ($1, $2, 'confirming')",
      [made.id, savanna],
    );
    await fixture.work(fake.carrier);
    await until(
      "the repair gives up",
      async () => (await fixture.database.pool.query("select from messaging.queue")).rowCount === 0,
    );
    expect(await fixture.detail(made.id)).toMatchObject({ status: "draft", held_cents: 0 });
    expect(fake.sent).toHaveLength(0);
  });

  test("cancelling a draft costs nothing; cancelling a scheduled blast gives all of it back", async () => {
    await fixture.work(fake.carrier);
    const draft = await fixture.draft({ group_ids: [await many(3)] });
    expect((await fixture.ask("cancelBlast", { params: { id: draft.id } })).body).toMatchObject({
      status: "cancelled",
      cancelled: 3,
      queued: 0,
    });
    expect((await fixture.ask("confirmBlast", { params: { id: draft.id } })).status).toBe(409);
    const later = await fixture.send({
      group_ids: [await many(5)],
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(later.held_cents).toBe(400);
    await fixture.ask("cancelBlast", { params: { id: later.id } });
    expect(await fixture.settled(later.id)).toMatchObject({
      status: "cancelled",
      cancelled: 5,
      released_cents: 400,
      charged_cents: 0,
    });
    expect(await fixture.ledger()).toMatchObject({ available: 10_000, held: 0 });
  });

  test("fractions of a cent: charged while it runs only what is certain, at the end rounded once", async () => {
    await fixture.rows("insert into messaging.settings (customer_account, part_price) values ('100001', 3333)");
    await fixture.work(fake.carrier);
    fake.behave((sms) => (sms.to === phone(1) ? { kind: "refused", code: 0x0b, temporary: false } : fake.taken()));
    const made = await fixture.send({ group_ids: [await many(5)] });
    expect(made.held_cents).toBe(167);
    const done = await fixture.settled(made.id);
    expect(done).toMatchObject({ charged_cents: 133, released_cents: 34 });
    expect(await fixture.ledger()).toMatchObject({ available: 10_000 - 133, held: 0 });
  });
});
