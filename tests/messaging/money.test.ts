import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { problem } from "../../services/kit/contract";
import { confirm, holdName } from "../../services/messaging/blasts/moves";
import { blastStage, phone, type Stage, savanna, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let stage: Stage;
let fake: ReturnType<typeof fakeCarrier>;
beforeEach(async () => {
  stage = await blastStage({ cents: 10_000 });
  fake = fakeCarrier();
});
afterEach(() => stage.close());

const many = (n: number) => stage.group(Array.from({ length: n }, (_, i) => ({ msisdn: phone(i) })));

describe("the money of a blast", () => {
  test("a balance that is too low refuses before anything is sent, in billing's words", async () => {
    await stage.work(fake.carrier);
    const made = await stage.draft({ group_ids: [await many(126)] });
    const answer = await stage.ask("confirmBlast", { params: { id: made.id } });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe(
      "The balance is too low: this costs KES 100.80 and KES 100.00 is left. Nothing was sent.",
    );
    expect(await stage.detail(made.id)).toMatchObject({ status: "draft", held_cents: 0, queued: 126 });
    expect((await stage.database.pool.query("select from messaging.queue")).rowCount).toBe(0);
    expect(fake.sent).toHaveLength(0);
    // The same draft goes out once there is money.
    await stage.rows("update billing.wallets set available_cents = available_cents + 80");
    expect((await stage.ask("confirmBlast", { params: { id: made.id } })).status).toBe(201);
  });

  test("20 parallel confirms hold once and send once", async () => {
    await stage.work(fake.carrier);
    const made = await stage.draft({ group_ids: [await many(50)] });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => stage.ask("confirmBlast", { params: { id: made.id } })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    const done = await stage.settled(made.id);
    expect(done).toMatchObject({ status: "sent", held_cents: 4_000, charged_cents: 4_000, released_cents: 0 });
    expect(fake.sent).toHaveLength(50);
    expect(await stage.ledger()).toMatchObject({
      available: 6_000,
      held: 0,
      sums: { available: 6_000, held: 0, all: 0 },
    });
  });

  test("two blasts racing for the same money: one goes, one is refused", async () => {
    const [first, second] = [
      await stage.draft({ group_ids: [await many(100)] }),
      await stage.draft({ group_ids: [await many(100)] }),
    ];
    const answers = await Promise.all([first, second].map(({ id }) => stage.ask("confirmBlast", { params: { id } })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422]);
    expect(await stage.ledger()).toMatchObject({ available: 2_000, held: 8_000 });
  });

  test("a confirmation cut off after the hold is finished by the worker, and held once", async () => {
    const made = await stage.draft({ group_ids: [await many(10)] });
    // What the first half of a confirmation leaves behind when the process dies there.
    await stage.database.pool.query(
      "insert into messaging.queue (blast_id, customer_account, state) values ($1, $2, 'confirming')",
      [made.id, savanna],
    );
    await stage.billingFor(savanna).hold({ body: { reference: holdName(made.id), cents: 800, description: "" } });
    await stage.work(fake.carrier);
    expect(await stage.settled(made.id)).toMatchObject({
      status: "sent",
      submitted: 10,
      held_cents: 800,
      charged_cents: 800,
    });
    expect(await stage.ledger()).toMatchObject({ available: 9_200, held: 0 });
  });

  test("while billing does not answer nothing leaves; when it does, the confirmation holds", async () => {
    const made = await stage.draft({ group_ids: [await many(10)] });
    const away = problem(503, "away");
    const silent = { ...stage.billingFor(savanna), hold: async () => away };
    const answer = await confirm(stage.database, { billingFor: () => silent }, savanna, made.id);
    expect(answer).toMatchObject({ status: 503, body: { message: expect.stringContaining("goes out as soon as") } });
    expect(await stage.detail(made.id)).toMatchObject({ status: "draft", held_cents: 0 });
    await stage.work(fake.carrier);
    expect(await stage.settled(made.id)).toMatchObject({ status: "sent", charged_cents: 800 });
  });

  test("one that was cancelled while billing did not answer is not sent, and what was held comes back", async () => {
    const made = await stage.draft({ group_ids: [await many(10)] });
    const lost = {
      ...stage.billingFor(savanna),
      async hold(input: Parameters<ReturnType<typeof stage.billingFor>["hold"]>[0]) {
        await stage.billingFor(savanna).hold(input);
        return problem(503, "the answer got lost");
      },
    };
    await confirm(stage.database, { billingFor: () => lost }, savanna, made.id);
    await stage.ask("cancelBlast", { params: { id: made.id } });
    await stage.work(fake.carrier);
    expect(await stage.settled(made.id)).toMatchObject({ status: "cancelled", released_cents: 800, cancelled: 10 });
    expect(fake.sent).toHaveLength(0);
    expect(await stage.ledger()).toMatchObject({ available: 10_000, held: 0 });
  });

  test("one cut off before the hold as well; without the money it is undone", async () => {
    const made = await stage.draft({ group_ids: [await many(126)] });
    await stage.database.pool.query(
      "insert into messaging.queue (blast_id, customer_account, state) values ($1, $2, 'confirming')",
      [made.id, savanna],
    );
    await stage.work(fake.carrier);
    await until(
      "the repair gives up",
      async () => (await stage.database.pool.query("select from messaging.queue")).rowCount === 0,
    );
    expect(await stage.detail(made.id)).toMatchObject({ status: "draft", held_cents: 0 });
    expect(fake.sent).toHaveLength(0);
  });

  test("cancelling a draft costs nothing; cancelling a scheduled blast gives all of it back", async () => {
    await stage.work(fake.carrier);
    const draft = await stage.draft({ group_ids: [await many(3)] });
    expect((await stage.ask("cancelBlast", { params: { id: draft.id } })).body).toMatchObject({
      status: "cancelled",
      cancelled: 3,
      queued: 0,
    });
    expect((await stage.ask("confirmBlast", { params: { id: draft.id } })).status).toBe(409);
    const later = await stage.send({
      group_ids: [await many(5)],
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(later.held_cents).toBe(400);
    await stage.ask("cancelBlast", { params: { id: later.id } });
    expect(await stage.settled(later.id)).toMatchObject({
      status: "cancelled",
      cancelled: 5,
      released_cents: 400,
      charged_cents: 0,
    });
    expect(await stage.ledger()).toMatchObject({ available: 10_000, held: 0 });
  });

  test("fractions of a cent: charged while it runs only what is certain, at the end rounded once", async () => {
    await stage.rows("insert into messaging.settings (customer_account, part_price) values ('100001', 3333)");
    await stage.work(fake.carrier);
    fake.behave((sms) => (sms.to === phone(1) ? { kind: "refused", code: 0x0b, temporary: false } : fake.taken()));
    const made = await stage.send({ group_ids: [await many(5)] });
    expect(made.held_cents).toBe(167);
    const done = await stage.settled(made.id);
    expect(done).toMatchObject({ charged_cents: 133, released_cents: 34 });
    expect(await stage.ledger()).toMatchObject({ available: 10_000 - 133, held: 0 });
  });
});
