import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seeded } from "../../demo/people";
import { callbackBody } from "../../sandbox/mpesa-prompt";
import { advance } from "../../services/billing/payments/advance";
import { billingFixture, until } from "./fixture";
import { form, prompted } from "./prompted";

let fixture: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => {
  fixture = await billingFixture();
}, 60_000);
afterAll(() => fixture.close());
beforeEach(() => {
  const { behaviour } = fixture.sandbox;
  Object.assign(behaviour, {
    automatic: null,
    latencyMs: 0,
    slowMs: 0,
    callbackMs: 0,
    push: "accept",
    query: "answer",
    mute: true,
  });
});

describe("a payment by M-Pesa", () => {
  test("is prompted, approved, and on the balance once, with its receipt", async () => {
    const one = await prompted(fixture);
    expect(one.payment).toMatchObject({
      state: "prompted",
      final: false,
      amount_cents: 150_000,
      phone: expect.stringMatching(/^\+2547/),
    });
    one.act("approve");
    expect(await one.tell(callbackBody(one.prompt))).toBe(200);
    await one.look();
    expect(await one.state()).toMatchObject({
      state: "paid",
      final: true,
      credited_cents: 150_000,
      reference: one.prompt.receipt,
    });
    expect(await one.balance()).toBe(150_000);
    await one.proveBooks();
    const activities = await one.rows(
      `select action, description from events.activities where customer_account = '${one.number}'`,
    );
    expect(activities.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["Payment asked for", "Payment received"]),
    );
    expect(JSON.stringify(activities)).not.toContain(one.prompt.phone.slice(3));
  });

  test("the same key, ten times at once, is one prompt and one payment", async () => {
    const account = await fixture.account();
    const body = form();
    const before = fixture.sandbox.counts.prompts;
    const answers = await Promise.all(Array.from({ length: 10 }, () => account.ask.lipa({ body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => (body as { id: number }).id)).size).toBe(1);
    expect(fixture.sandbox.counts.prompts).toBe(before + 1);
  });

  test("pressed again within a minute with another key it is the same prompt; another amount is refused", async () => {
    const account = await fixture.account();
    const body = form();
    const first = await account.ask.lipa({ body });
    const again = await account.ask.lipa({ body: { ...body, key: "another-key-1" } });
    expect(again.body).toMatchObject({ id: (first.body as { id: number }).id });
    const other = await account.ask.lipa({ body: { ...body, key: "another-key-2", amount_cents: 20_000 } });
    expect(other.status).toBe(409);
  });

  test.each([
    [150_050, "phone", "0712345678"],
    [900, "amount_cents", "0712345678"],
    [25_000_100, "amount_cents", "0712345678"],
    [10_000, "phone", "020 2222222"],
    [10_000, "phone", "+14155550123"],
    [10_000, "phone", "'; drop table"],
  ])("%s cents, %s: a field error and no prompt (%s)", async (amount_cents, _field, typed) => {
    const account = await fixture.account();
    const before = fixture.sandbox.counts.pushes;
    const answer = await account.ask.lipa({ body: { phone: typed, amount_cents, key: "bad-form-key" } });
    expect(answer.status).toBe(422);
    expect(fixture.sandbox.counts.pushes).toBe(before);
  });

  test.each([
    ["refuse", "refused"],
    ["wrong pin", "refused"],
    ["no money", "refused"],
    ["time out", "timed_out"],
  ] as const)("after %s it is %s, and no money moved", async (how, state) => {
    const one = await prompted(fixture);
    one.act(how);
    await one.tell(callbackBody(one.prompt));
    await one.look();
    expect(await one.state()).toMatchObject({ state, final: true, credited_cents: 0 });
    expect(await one.balance()).toBe(0);
  });

  test("a prompt M-Pesa refuses, and one it never hears of, end at once with words", async () => {
    fixture.sandbox.behaviour.push = "locked";
    const account = await fixture.account();
    const locked = await account.ask.lipa({ body: form() });
    expect(locked.body).toMatchObject({
      state: "refused",
      final: true,
      words: expect.stringContaining("Another M-Pesa request"),
    });
  });
});

describe("callbacks", () => {
  test("ten times each, in random order, late, early or repeated: credited once and right", async () => {
    const random = seeded(31);
    for (let n = 0; n < 6; n++) {
      const one = await prompted(fixture, 100_000 + n * 100);
      one.act("approve");
      const right = callbackBody(one.prompt);
      const other = callbackBody({ ...one.prompt, checkoutId: `ws_CO_foreign_${n}` });
      const rubbish = { Body: { stkCallback: { nothing: n } } };
      const all = [right, other, rubbish].flatMap((body) => Array.from({ length: 10 }, () => body));
      all.sort(() => random() - 0.5);
      const looks = all.map((body, i) => one.tell(body).then(() => (i % 3 === 0 ? one.look() : undefined)));
      await Promise.all(looks);
      await one.look();
      expect(await one.balance()).toBe(100_000 + n * 100);
      expect(await one.state()).toMatchObject({ state: "paid", reference: one.prompt.receipt });
      const kept = await one.rows(
        `select times, state from billing.callbacks where customer_account = '${one.number}'`,
      );
      expect(kept.map(({ times }) => times)).toEqual([10, 10, 10]);
      expect(kept.filter(({ state }) => state === "used")).toHaveLength(1);
      await one.proveBooks();
    }
  }, 60_000);

  test("before the push was answered: kept, and right as soon as it is", async () => {
    fixture.sandbox.behaviour.slowMs = 1_000;
    const account = await fixture.account();
    const before = fixture.sandbox.counts.prompts;
    const asking = account.ask.lipa({ body: form() });
    await until(() => fixture.sandbox.counts.prompts > before);
    const prompt = fixture.sandbox.prompts()[0];
    if (!prompt) throw new Error("no prompt");
    fixture.sandbox.answer(prompt.checkoutId, "approve");
    const told = await fetch(prompt.callbackUrl, { method: "POST", body: JSON.stringify(callbackBody(prompt)) });
    expect(told.status).toBe(200);
    const [row] = await account.rows(
      `select id, state from billing.payments where customer_account = '${account.number}'`,
    );
    await advance(fixture.database, fixture.deps, account.number, Number(row?.id));
    expect([row?.state, await account.balance()]).toEqual(["requested", 0]);
    expect((await asking).body).toMatchObject({ state: "prompted" });
    await advance(fixture.database, fixture.deps, account.number, Number(row?.id));
    expect(await account.balance()).toBe(150_000);
  });

  test("with another amount: unmatched, told to owner and platform, and no money moved", async () => {
    const one = await prompted(fixture);
    one.act("other amount");
    await one.tell(callbackBody(one.prompt, 15));
    await Promise.all([one.look(), one.look(), one.look()]);
    expect(await one.state()).toMatchObject({ state: "unmatched", final: true, credited_cents: 0 });
    expect(await one.balance()).toBe(0);
    expect(
      await one.rows(
        `select count(*)::int as n from billing.approvals where customer_account = '${one.number}' and kind = 'unmatched'`,
      ),
    ).toEqual([{ n: 1 }]);
    expect(
      await one.rows(
        `select count(*)::int as n from events.activities where customer_account = '${one.number}' and action = 'Payment unmatched'`,
      ),
    ).toEqual([{ n: 1 }]);
  });

  test("of success that M-Pesa itself denies: unmatched, never credited", async () => {
    const one = await prompted(fixture);
    one.act("refuse");
    await one.tell(callbackBody({ ...one.prompt, code: 0, receipt: "SFORGED123" }));
    await one.look();
    expect(await one.state()).toMatchObject({ state: "unmatched", credited_cents: 0 });
  });

  test("of success while no one has answered the prompt yet: waits", async () => {
    const one = await prompted(fixture);
    await one.tell(callbackBody({ ...one.prompt, code: 0, receipt: "SFORGED124" }));
    await one.look();
    expect(await one.state()).toMatchObject({ state: "prompted", credited_cents: 0 });
  });

  test("with a receipt that has paid for another account's payment: unmatched", async () => {
    const [one, two] = [await prompted(fixture), await prompted(fixture)];
    for (const each of [one, two]) {
      each.act("approve");
      await each.tell(callbackBody({ ...each.prompt, receipt: "SSAMESAME1" }));
      await each.look();
    }
    expect(await one.state()).toMatchObject({ state: "paid", reference: "SSAMESAME1" });
    expect(await two.state()).toMatchObject({ state: "unmatched" });
    expect(await two.balance()).toBe(0);
  });

  test("after it was paid, with another amount: the money stays, and someone is told once", async () => {
    const one = await prompted(fixture);
    one.act("approve");
    await one.tell(callbackBody(one.prompt));
    await one.look();
    for (let n = 0; n < 3; n++) {
      await one.tell(callbackBody(one.prompt, 7));
      await one.look();
    }
    expect(await one.state()).toMatchObject({ state: "paid", credited_cents: 150_000 });
    expect(await one.rows(`select title from billing.approvals where customer_account = '${one.number}'`)).toHaveLength(
      1,
    );
  });

  test("to an address that no payment has: 404, and after many tries 429; too long: 413; another method: 405", async () => {
    const url = `${fixture.doorUrl()}/callbacks/mpesa/${"A".repeat(43)}`;
    const statuses: number[] = [];
    for (let n = 0; n < 40; n++) statuses.push((await fetch(url, { method: "POST", body: "{}" })).status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect((await fetch(url)).status).toBe(405);
    expect((await fetch(url, { method: "POST", body: "x".repeat(70_000) })).status).toBe(413);
    const one = await prompted(fixture);
    expect((await fetch(one.prompt.callbackUrl, { method: "POST", body: "\u0000 not json" })).status).toBe(200);
  });
});
