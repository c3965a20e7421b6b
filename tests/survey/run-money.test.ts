import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { moneyStage } from "./money-stage";

const start = 1_000_000;
let stage: Awaited<ReturnType<typeof moneyStage>>;
beforeAll(async () => {
  stage = await moneyStage(start);
});
afterAll(() => stage.close());
beforeEach(async () => {
  // What the test before sent is paid.
  await stage.quiet();
  stage.refused.clear();
  stage.faults.clear();
  await stage.survey.rows("delete from survey.runs");
  await stage.survey.rows("delete from survey.sessions");
});

const [amina, otieno, wanjiru] = ["+254711000951", "+254711000952", "+254711000953"] as const;

/** Something else takes all that is on the balance but so much. */
let others = 0;
async function spendAllBut(cents: number): Promise<() => Promise<unknown>> {
  const { available } = await stage.books();
  const reference = `blast:other-${++others}`;
  await stage.billing.hold({ body: { reference, cents: available - cents, description: "Something else" } });
  return () => stage.billing.settle({ params: { reference }, body: { settled_cents: 0, closed: true } });
}

test("what was confirmed is held at the start, messages are paid out of it, and the rest comes back at the end", async () => {
  const before = await stage.books();
  const { id, cost } = await stage.prepared([amina, otieno]);
  expect((await stage.dispatch(id, cost)).status).toBe(201);
  expect(await stage.books()).toMatchObject({ available: before.available - cost, held: cost });
  expect(await stage.load(id)).toMatchObject({ status: "running", held_cents: cost, sms_held_cents: cost });
  await stage.survey.work();
  await stage.survey.reply(amina, "1");
  await stage.quiet();
  // Two first questions and the next one, 80 cents each; the balance is as it was.
  expect(await stage.books()).toMatchObject({ available: before.available - cost, held: cost - 240 });
  expect((await stage.load(id)).money).toEqual({
    ...{ held_cents: cost, charged_cents: 240, refunded_cents: 0, released_cents: 0 },
    ...{ left_cents: cost - 240, beyond_cents: 0 },
  });
  await stage.survey.reply(amina, "9");
  await stage.survey.reply(otieno, "STOP", { stop: true });
  await stage.over(id);
  await stage.quiet();
  expect(await stage.load(id)).toMatchObject({
    status: "done",
    money: { charged_cents: 320, released_cents: cost - 320, left_cents: 0, beyond_cents: 0 },
  });
  const after = await stage.books();
  expect(after).toMatchObject({ available: before.available - 320, held: 0, charged: before.charged + 320 });
  expect(after.sums).toEqual({ available: after.available, held: 0, all: 0 });
});

test("a run goes on where something else has spent the balance", async () => {
  const { id, cost } = await stage.prepared([amina]);
  await stage.dispatch(id, cost);
  const giveBack = await spendAllBut(0);
  await stage.survey.work();
  await stage.survey.reply(amina, "2");
  await stage.survey.reply(amina, "It came late");
  await stage.survey.reply(amina, "9");
  expect(await stage.load(id)).toMatchObject({ status: "running", trouble: "" });
  const run = await stage.over(id);
  expect(run.by_disposition).toEqual([{ disposition: "completed", count: 1 }]);
  await stage.quiet();
  await giveBack();
});

test("without enough money the run does not start, nothing is lost, and it starts when there is enough", async () => {
  const { id, cost } = await stage.prepared([amina]);
  const giveBack = await spendAllBut(cost - 1);
  const refused = await stage.dispatch(id, cost);
  expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining("The balance is too low") } });
  expect(await stage.load(id)).toMatchObject({
    ...{ status: "pending", held_cents: 0, sms_held_cents: 0, recipients_count: 1, sender: "SAVANNA", money: null },
    ...{ estimate: { most_cents: cost } },
  });
  await stage.survey.work();
  expect(await stage.survey.rows("select id from survey.sessions")).toEqual([]);
  await giveBack();
  expect((await stage.dispatch(id, cost)).status).toBe(201);
  await stage.move(id, "close");
  await stage.over(id);
});

test("where the price is 0 nothing is held", async () => {
  await stage.survey.rows("insert into messaging.settings (customer_account, part_price) values ('100001', 0)");
  const before = await stage.books();
  const { id, cost } = await stage.prepared([amina]);
  expect(cost).toBe(0);
  await stage.dispatch(id, cost);
  await stage.survey.work();
  expect(await stage.load(id)).toMatchObject({ status: "running", held_cents: 0, money: null });
  await stage.quiet();
  expect(await stage.books()).toEqual(before);
  await stage.survey.rows("delete from messaging.settings");
  await stage.move(id, "close");
});

test("a run from before this holds nothing: its messages hold their own price, as they did", async () => {
  const before = await stage.books();
  const { id, cost } = await stage.prepared([amina]);
  await stage.dispatch(id, cost);
  await stage.billing.settle({ params: { reference: `survey:${id}` }, body: { settled_cents: 0, closed: true } });
  await stage.survey.rows(`update survey.instances set held_cents = 0, sms_held_cents = 0 where id = ${id}`);
  await stage.survey.work();
  await stage.quiet();
  expect(await stage.books()).toMatchObject({ available: before.available - 80, held: 0 });
  expect(await stage.load(id)).toMatchObject({ money: null });
  await stage.move(id, "close");
  await stage.survey.work();
  expect(await stage.survey.rows("select instance_id from survey.runs")).toEqual([]);
});

test("a pause keeps what is held; what is used up by reminders is paid from the balance", async () => {
  const before = await stage.books();
  const { id, cost } = await stage.prepared([amina], { reminders: 3, reminder_hours: 1, expiry_hours: 48 });
  await stage.dispatch(id, cost);
  await stage.survey.work();
  await stage.move(id, "pause");
  await stage.quiet();
  await stage.survey.work();
  expect(await stage.books()).toMatchObject({ available: before.available - cost, held: cost - 80 });
  await stage.move(id, "resume");
  for (let reminder = 1; reminder <= 3; reminder++) {
    await stage.survey.rows("update survey.sessions set active_at = active_at - interval '4 hours'");
    await stage.survey.work();
  }
  await stage.survey.reply(amina, "1");
  await stage.survey.reply(amina, "many");
  await stage.quiet();
  expect((await stage.load(id)).status).toBe("running");
  await stage.move(id, "close");
  await stage.over(id);
  await stage.quiet();
  const { money } = await stage.load(id);
  const charged = before.available - (await stage.books()).available;
  expect(charged).toBeGreaterThan(cost);
  expect(money).toMatchObject({
    charged_cents: charged,
    beyond_cents: charged - cost,
    released_cents: 0,
    left_cents: 0,
  });
});

test("a message that was not sent pays for another one; one that fails after the end comes back to the balance", async () => {
  const before = await stage.books();
  stage.refused.add(otieno);
  const { id, cost } = await stage.prepared([amina, otieno, wanjiru]);
  await stage.dispatch(id, cost);
  await stage.survey.work();
  await stage.quiet();
  expect((await stage.load(id)).money).toMatchObject({ charged_cents: 160, left_cents: cost - 160 });
  expect(await stage.books()).toMatchObject({ available: before.available - cost });
  await stage.move(id, "close");
  await stage.over(id);
  expect(await stage.books()).toMatchObject({ available: before.available - 160, held: 0 });
});

for (const fault of ["away", "lost"] as const)
  test(`a crash at the start and one at the end, the call ${fault}: it is held once and given back once`, async () => {
    const before = await stage.books();
    const { id, cost } = await stage.prepared([amina]);
    stage.faults.set("hold", fault);
    await expect(stage.dispatch(id, cost)).rejects.toThrow(/hold/);
    expect(await stage.load(id)).toMatchObject({ status: "pending", held_cents: cost });
    await stage.survey.work();
    expect(await stage.load(id)).toMatchObject({ status: "running" });
    expect(await stage.books()).toMatchObject({ available: before.available - cost });
    await stage.survey.work();
    await stage.quiet();
    await stage.move(id, "close");
    stage.faults.set("settle", fault);
    await stage.over(id);
    await stage.survey.work();
    expect(await stage.survey.rows("select instance_id from survey.runs")).toEqual([]);
    expect(await stage.books()).toMatchObject({ available: before.available - 80, held: 0 });
  });

/** The worker finds messaging away. */
async function workInVain(): Promise<void> {
  stage.faults.set("sendQuestions", "away");
  await expect(stage.survey.work()).rejects.toThrow("sendQuestions");
}

/** A run whose only person has answered everything, and whose thanks wait to be sent. */
async function answeredWithoutThanks(): Promise<{ id: number; cost: number }> {
  const made = await stage.prepared([amina]);
  await stage.dispatch(made.id, made.cost);
  await stage.survey.work();
  await stage.survey.reply(amina, "1");
  stage.faults.set("sendQuestions", "away");
  await expect(stage.survey.reply(amina, "9")).rejects.toThrow("sendQuestions");
  await workInVain();
  return made;
}

test("the last words of a run are paid out of it: it is settled when they are sent", async () => {
  const { id, cost } = await answeredWithoutThanks();
  await workInVain();
  expect(await stage.load(id)).toMatchObject({ status: "done", money_closed: false });
  await stage.over(id);
  await stage.quiet();
  expect((await stage.load(id)).money).toMatchObject({
    charged_cents: 240,
    released_cents: cost - 240,
    beyond_cents: 0,
  });
});

test("money is given back without words that can't be sent", async () => {
  const { id } = await answeredWithoutThanks();
  await stage.survey.rows("update survey.messages set at = at - interval '11 minutes'");
  await workInVain();
  expect(await stage.load(id)).toMatchObject({ status: "done", money_closed: true });
});

test("the statement has what was reserved and what came back; each SMS is charged once, as SMS", async () => {
  const { id, cost } = await stage.prepared([amina]);
  const [{ seq } = { seq: 0 }] = await stage.survey.rows<{ seq: number }>(
    "select max(seq) as seq from billing.ledger_transactions",
  );
  await stage.dispatch(id, cost);
  await stage.survey.work();
  await stage.survey.reply(amina, "1");
  await stage.quiet();
  await stage.move(id, "close");
  await stage.over(id);
  const lines = await stage.survey.rows(
    `select kind, description, product, available_change as cents, charged_cents as charged
      from billing.ledger_transactions where seq > ${seq} order by seq`,
  );
  expect(lines).toEqual([
    { kind: "hold", description: "Survey by SMS: November", product: "Surveys", cents: -cost, charged: 0 },
    { kind: "settle", description: "", product: "SMS", cents: 0, charged: 80 },
    { kind: "settle", description: "", product: "SMS", cents: 0, charged: 80 },
    { kind: "release", description: "", product: "Surveys", cents: cost - 160, charged: 0 },
  ]);
});
