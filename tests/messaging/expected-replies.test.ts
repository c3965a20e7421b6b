import { afterEach, beforeEach, expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { serviceToken } from "../../services/kit/principal";
import { serve } from "../../services/kit/serve";
import { askingCalls } from "../../services/messaging/contract.internal";
import { askingHandlers } from "../../services/messaging/messages/asking";
import { asOwner } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";
import { blastStage, phone, type Stage, savanna, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let fixture: Stage;
let fake: ReturnType<typeof fakeCarrier>;
beforeEach(async () => {
  fixture = await blastStage({ cents: 1_000 });
  fake = fakeCarrier();
});
afterEach(() => fixture.close());

const around = surroundings({ owner: person() });
function call(name: keyof typeof askingCalls, body: object) {
  const served = serve(contract("messaging", askingCalls), askingHandlers(fixture.database, fixture.deps), around);
  const token = serviceToken(around.serviceSecret, savanna);
  return served.call(name, { body } as never, { ...caller(""), token });
}
async function send(key: string, messages: { to: string; text: string; expects: boolean }[], more: object = {}) {
  return (await call("sendQuestions", { key, sender: "SAVANNA", messages, ...more })) as unknown as {
    status: number;
    body: { accepted: { to: string; id: string }[]; refused: { to: string; opted_out: boolean }[]; message?: string };
  };
}
const question = (n: number, text = "How was it? Reply 1 or 2") => ({ to: phone(n), text, expects: true });
const expected = async () =>
  (await fixture.rows<{ msisdn: string }>("select msisdn from messaging.expected_replies order by msisdn")).map(
    ({ msisdn }) => msisdn,
  );
async function handedOn(): Promise<Record<string, unknown>[]> {
  const { rows } = await asOwner(
    fixture.database.url,
    `select j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'survey.received' order by j.id`,
  );
  return (rows as { payload: Record<string, unknown> }[]).map(({ payload }) => payload);
}

test("questions are paid like other messages, once for a key, and an answer is handed on once", async () => {
  await fixture.work(fake.carrier);
  const first = await send("survey:1234", [question(1), question(2)]);
  expect(first.body.accepted.map(({ to }) => to)).toEqual([phone(1), phone(2)]);
  const again = await send("survey:1234", [question(1), question(2)]);
  expect(again.body.accepted).toEqual(first.body.accepted);
  expect(await fixture.rows("select id from messaging.blasts")).toHaveLength(1);
  await fixture.settled(Number(first.body.accepted[0]?.id.split("-")[0]));
  expect((await fixture.ledger()).available).toBe(1_000 - 2 * 80);
  for (let times = 0; times < 3; times++) await fake.message(phone(1), "SAVANNA", "2", "ref-1");
  expect(await handedOn()).toMatchObject([{ account: savanna, msisdn: phone(1), sender: "SAVANNA", text: "2" }]);
});

test("a batch that is repeated without those who wrote STOP meanwhile is the same one", async () => {
  const all = [question(1), question(2), question(3, "Thank you for your answer.")];
  const first = await send("survey:1234", all);
  const [one, , three] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
  const again = await send("survey:1234", [one, three]);
  expect(again.status).toBe(201);
  expect(again.body.accepted).toEqual(first.body.accepted.filter(({ to }) => to !== phone(2)));
  expect((await send("survey:1234", [three])).body.accepted).toEqual(first.body.accepted.slice(2));
  expect(await fixture.rows("select id from messaging.blasts")).toHaveLength(1);
  // With somebody who was not in it, it is another one.
  expect((await send("survey:1234", [one, question(4)])).status).toBe(409);
});

test("what was reserved for questions pays for them first, also where the balance is spent", async () => {
  const billing = fixture.billingFor(savanna);
  const reference = "survey:1";
  await billing.hold({ body: { reference, cents: 200, shared_cents: 200, description: "Survey" } });
  await billing.hold({ body: { reference: "blast:0", cents: 800, description: "Spent by something else" } });
  await fixture.work(fake.carrier);
  fake.behave((sms) => (sms.to === phone(2) ? { kind: "refused", code: 0x0b, temporary: false } : fake.taken()));
  const first = await send("survey:1234", [question(1), question(2)], { out_of: reference });
  expect(first.status).toBe(201);
  await fixture.settled(Number(first.body.accepted[0]?.id.split("-")[0]));
  // The one that was refused is not charged, and pays for another question.
  expect((await billing.holdOf({ params: { reference } })).body).toMatchObject({
    ...{ moved_cents: 80, others_settled_cents: 80 },
  });
  expect((await send("survey:5678", [question(3)], { out_of: reference })).status).toBe(201);
  expect(await send("survey:9012", [question(4)], { out_of: reference })).toMatchObject({
    ...{ status: 422, body: { message: expect.stringContaining("The balance is too low") } },
  });
});

test("a confirmation that was cut off is repeated out of the same hold", async () => {
  const billing = fixture.billingFor(savanna);
  const reference = "survey:1";
  await billing.hold({ body: { reference, cents: 1_000, shared_cents: 1_000, description: "Survey" } });
  const away = { ...fixture.deps, billingFor: () => ({ ...billing, hold: () => Promise.reject(new Error("away")) }) };
  const served = serve(contract("messaging", askingCalls), askingHandlers(fixture.database, away), around);
  const body = { key: "survey:1234", sender: "SAVANNA", messages: [question(1)], out_of: reference };
  const token = serviceToken(around.serviceSecret, savanna);
  expect((await served.call("sendQuestions", { body }, { ...caller(""), token })).status).toBe(500);
  await fixture.work(fake.carrier);
  await until("the worker has confirmed it", () => fake.sent.length === 1);
  expect((await billing.holdOf({ params: { reference } })).body).toMatchObject({ moved_cents: 80 });
  expect((await fixture.ledger()).available).toBe(0);
});

test("the last word expects no answer, and what comes then is handed on to no one", async () => {
  await fixture.work(fake.carrier);
  await send("survey:1234", [question(1)]);
  await send("survey:5678", [{ to: phone(1), text: "Thank you.", expects: false }]);
  expect(await expected()).toEqual([]);
  await fake.message(phone(1), "SAVANNA", "Thanks", "ref-1");
  expect(await handedOn()).toEqual([]);
});

test("who was not asked, for want of money or because of an opt-out, is not expected to answer", async () => {
  const many = Array.from({ length: 20 }, (_, n) => question(n + 1));
  expect((await send("survey:1234", many)).status).toBe(422);
  expect(await expected()).toEqual([]);
  await fixture.rows(`insert into messaging.blacklist (customer_account, msisdn) values ('${savanna}', '${phone(2)}')`);
  const mixed = await send("survey:5678", [question(1), question(2)]);
  expect(mixed.body.refused).toMatchObject([{ to: phone(2), opted_out: true }]);
  expect(await expected()).toEqual([phone(1)]);
});

test("STOP is handed on, and from then on nothing is expected of the number", async () => {
  await fixture.work(fake.carrier);
  await send("survey:1234", [question(1)]);
  await fake.message(phone(1), "SAVANNA", "STOP", "ref-1");
  expect(await handedOn()).toMatchObject([{ msisdn: phone(1), stop: true }]);
  expect(await expected()).toEqual([]);
});

test("who was asked elsewhere may answer by SMS, until nothing is expected any more", async () => {
  await fixture.work(fake.carrier);
  // The number has had an SMS of the account: otherwise no one could tell whose answer it is.
  await send("survey:1234", [{ to: phone(1), text: "Welcome.", expects: false }]);
  expect(await expected()).toEqual([]);
  await call("expectReplies", { sender: "SAVANNA", msisdns: [phone(1)] });
  await fake.message(phone(1), "SAVANNA", "2", "ref-1");
  expect(await handedOn()).toMatchObject([{ msisdn: phone(1), sender: "SAVANNA", text: "2" }]);
  await call("endReplies", { sender: "SAVANNA", msisdns: [phone(1)] });
  expect(await expected()).toEqual([]);
});

test("a message that is a word of its sender ID is handed on, with the consent, and nothing else answers it", async () => {
  await fixture.work(fake.carrier);
  const { body } = await send(
    "survey:1234",
    [1, 2, 3].map((n) => ({ to: phone(n), text: "Welcome.", expects: false })),
  );
  await fixture.settled(Number(body.accepted[0]?.id.split("-")[0]));
  await call("setJoinWords", { data: ["JOIN", "JIUNGE", "ACHA"].map((word) => ({ sender: "SAVANNA", word })) });
  await fixture.rows(`insert into messaging.blacklist (customer_account, msisdn, source)
    values ('${savanna}', '${phone(2)}', 'stop')`);
  await fake.message(phone(1), "SAVANNA", " join!", "ref-1");
  await fake.message(phone(2), "SAVANNA", "Jiunge", "ref-2");
  await fake.message(phone(3), "SAVANNA", "join us for lunch", "ref-3");
  expect(await handedOn()).toMatchObject([
    { msisdn: phone(1), sender: "SAVANNA", text: " join!", stop: false, join: true },
    { msisdn: phone(2), sender: "SAVANNA", join: true },
  ]);
  const consents = "select contact, change, source from events.consents order by id";
  expect(await fixture.rows(consents)).toEqual([
    { contact: phone(1), change: "in", source: "Texted JOIN" },
    { contact: phone(2), change: "in", source: "Texted JIUNGE" },
  ]);
  expect(await fixture.rows("select msisdn from messaging.blacklist")).toEqual([]);
  // STOP wins, whatever was set.
  await fake.message(phone(1), "SAVANNA", "acha", "ref-4");
  expect(await handedOn()).toHaveLength(2);
  expect(await fixture.rows("select msisdn from messaging.blacklist")).toEqual([{ msisdn: phone(1) }]);
  await call("setJoinWords", { data: [] });
  await fake.message(phone(3), "SAVANNA", "join", "ref-5");
  expect(await handedOn()).toHaveLength(2);
});
