import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callbackBody } from "../../sandbox/mpesa-prompt";
import { advance } from "../../services/billing/payments/advance";
import { form, prompted } from "./prompted";
import { stageBilling, until } from "./stage";

let stage: Awaited<ReturnType<typeof stageBilling>>;
beforeAll(async () => {
  stage = await stageBilling();
}, 60_000);
afterAll(() => stage.close());
beforeEach(() => {
  const { moods } = stage.sandbox;
  Object.assign(moods, {
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
    const one = await prompted(stage);
    one.act("approve");
    await one.look();
    expect(await one.state()).toMatchObject({
      state: "prompted",
      words: expect.stringContaining("M-Pesa says that it is paid"),
    });
    stage.pass(100_000);
    await one.look();
    expect(await one.state()).toMatchObject({ state: "paid", credited_cents: 150_000, reference: "" });
    await one.tell(callbackBody(one.prompt));
    await one.look();
    expect(await one.state()).toMatchObject({ state: "paid", reference: one.prompt.receipt });
    expect(await one.balance()).toBe(150_000);
  });

  test("a timed-out prompt that was paid after all is credited", async () => {
    const one = await prompted(stage);
    one.act("time out");
    await one.look();
    expect(await one.state()).toMatchObject({ state: "timed_out" });
    const prompt = stage.sandbox.prompts().find(({ checkoutId }) => checkoutId === one.prompt.checkoutId);
    if (prompt) Object.assign(prompt, { code: 0, receipt: "SLATELATE1" });
    await one.tell(callbackBody({ ...one.prompt, code: 0, receipt: "SLATELATE1" }));
    await one.look();
    expect(await one.state()).toMatchObject({ state: "paid", reference: "SLATELATE1" });
  });

  test("M-Pesa away for an hour decides nothing; when it is back the payment lands", async () => {
    const one = await prompted(stage);
    one.act("approve");
    await one.tell(callbackBody(one.prompt));
    stage.sandbox.moods.query = "broken";
    for (let n = 0; n < 3; n++) {
      await one.look();
      stage.pass(1_200_000);
    }
    expect(await one.state()).toMatchObject({ state: "prompted" });
    stage.sandbox.moods.query = "answer";
    await one.look();
    expect(await one.state()).toMatchObject({ state: "paid" });
  });

  test("a push that was never answered is not sent again; its callback names the prompt and it is credited", async () => {
    stage.sandbox.moods.push = "silent";
    const account = await stage.account();
    const before = stage.sandbox.counts.pushes;
    const asked = await account.ask.lipa({ body: form() });
    const id = (asked.body as { id: number }).id;
    expect(asked.body).toMatchObject({ state: "unknown", final: false });
    expect(stage.sandbox.counts.pushes).toBe(before + 1);
    const prompt = stage.sandbox.prompts()[0];
    if (!prompt) throw new Error("no prompt");
    stage.sandbox.answer(prompt.checkoutId, "approve");
    await fetch(prompt.callbackUrl, { method: "POST", body: JSON.stringify(callbackBody(prompt)) });
    await advance(stage.database, stage.deps, account.number, id);
    expect(await account.balance()).toBe(150_000);
    expect(stage.sandbox.counts.pushes).toBe(before + 1);
  });

  test("one of which nothing is ever heard is unmatched after a day", async () => {
    stage.sandbox.moods.push = "broken";
    const account = await stage.account();
    const asked = await account.ask.lipa({ body: form() });
    const id = (asked.body as { id: number }).id;
    stage.pass(25 * 3_600_000);
    await advance(stage.database, stage.deps, account.number, id);
    expect((await account.ask.payment({ params: { id } })).body).toMatchObject({ state: "unmatched" });
  });
});

test("with the jobs running a payment arrives by itself, by callback and by reconciliation", async () => {
  stage.sandbox.moods.mute = false;
  await stage.startJobs();
  const one = await prompted(stage);
  one.act("twice");
  await until(async () => (await one.state())?.state === "paid");
  expect(await one.balance()).toBe(150_000);
  await until(
    async () =>
      Number((await one.rows("select count(*)::int as n from billing.callbacks where times = 2"))[0]?.n) === 1,
  );
  expect(await one.balance()).toBe(150_000);
}, 30_000);
