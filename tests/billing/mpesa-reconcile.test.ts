import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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

describe("without callbacks", () => {
  test("M-Pesa is asked: a payment it confirms is credited after the wait for its callback, which then brings the receipt", async () => {
    const one = await prompted(fixture);
    one.act("approve");
    await one.look();
    expect(await one.state()).toMatchObject({
      state: "prompted",
      words: expect.stringContaining("M-Pesa says that it is paid"),
    });
    fixture.pass(100_000);
    await one.look();
    expect(await one.state()).toMatchObject({ state: "paid", credited_cents: 150_000, reference: "" });
    await one.tell(callbackBody(one.prompt));
    await one.look();
    expect(await one.state()).toMatchObject({ state: "paid", reference: one.prompt.receipt });
    expect(await one.balance()).toBe(150_000);
  });

  test("a timed-out prompt that was paid after all is credited", async () => {
    const one = await prompted(fixture);
    one.act("time out");
    await one.look();
    expect(await one.state()).toMatchObject({ state: "timed_out" });
    const prompt = fixture.sandbox.prompts().find(({ checkoutId }) => checkoutId === one.prompt.checkoutId);
    if (prompt) Object.assign(prompt, { code: 0, receipt: "SLATELATE1" });
    await one.tell(callbackBody({ ...one.prompt, code: 0, receipt: "SLATELATE1" }));
    await one.look();
    expect(await one.state()).toMatchObject({ state: "paid", reference: "SLATELATE1" });
  });

  test("M-Pesa away for an hour decides nothing; when it is back the payment lands", async () => {
    const one = await prompted(fixture);
    one.act("approve");
    await one.tell(callbackBody(one.prompt));
    fixture.sandbox.behaviour.query = "broken";
    for (let n = 0; n < 3; n++) {
      await one.look();
      fixture.pass(1_200_000);
    }
    expect(await one.state()).toMatchObject({ state: "prompted" });
    fixture.sandbox.behaviour.query = "answer";
    await one.look();
    expect(await one.state()).toMatchObject({ state: "paid" });
  });

  test("a push that was never answered is not sent again; its callback names the prompt and it is credited", async () => {
    fixture.sandbox.behaviour.push = "silent";
    const account = await fixture.account();
    const before = fixture.sandbox.counts.pushes;
    const asked = await account.ask.lipa({ body: form() });
    const id = (asked.body as { id: number }).id;
    expect(asked.body).toMatchObject({ state: "unknown", final: false });
    expect(fixture.sandbox.counts.pushes).toBe(before + 1);
    const prompt = fixture.sandbox.prompts()[0];
    if (!prompt) throw new Error("no prompt");
    fixture.sandbox.answer(prompt.checkoutId, "approve");
    await fetch(prompt.callbackUrl, { method: "POST", body: JSON.stringify(callbackBody(prompt)) });
    await advance(fixture.database, fixture.deps, account.number, id);
    expect(await account.balance()).toBe(150_000);
    expect(fixture.sandbox.counts.pushes).toBe(before + 1);
  });

  test("one of which nothing is ever heard is unmatched after a day", async () => {
    fixture.sandbox.behaviour.push = "broken";
    const account = await fixture.account();
    const asked = await account.ask.lipa({ body: form() });
    const id = (asked.body as { id: number }).id;
    fixture.pass(25 * 3_600_000);
    await advance(fixture.database, fixture.deps, account.number, id);
    expect((await account.ask.payment({ params: { id } })).body).toMatchObject({ state: "unmatched" });
  });
});

test("with the jobs running a payment arrives by itself, by callback and by reconciliation", async () => {
  fixture.sandbox.behaviour.mute = false;
  await fixture.startJobs();
  const one = await prompted(fixture);
  one.act("twice");
  await until(async () => (await one.state())?.state === "paid");
  expect(await one.balance()).toBe(150_000);
  await until(
    async () =>
      Number((await one.rows("select count(*)::int as n from billing.callbacks where times = 2"))[0]?.n) === 1,
  );
  expect(await one.balance()).toBe(150_000);
}, 30_000);
