import { afterAll, beforeAll, expect, test } from "vitest";
import { type Smsc, startSmsc } from "../../sandbox/smsc";
import { contract } from "../../services/kit/contract";
import { serve } from "../../services/kit/serve";
import { forget } from "../../services/messaging/blasts/sweep";
import { connectorHandlers } from "../../services/messaging/connectors/service";
import { type ConnectorSettings, connectorCalls } from "../../services/messaging/contract.connectors";
import { caller, person, surroundings } from "../setup/people";
import { blastStage, phone, type Stage, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

const people = {
  operator: person({ platform: true, permissions: ["Can approve sender ID"] }),
  owner: person({ permissions: ["Can approve sender ID"] }),
  clerk: person({ platform: true, permissions: [] }),
};
const standard: ConnectorSettings = {
  ...{ bind: "transceiver", system_type: "", answer_id: "text", receipt_id: "text", long_messages: "parts" },
  ...{ reference: true, max_unanswered: null, tps: null, priority: 1 },
};
const callsOf = (given: Stage) =>
  serve(contract("messaging", connectorCalls), connectorHandlers(given.database), surroundings(people));

let fixture: Stage;
let smsc: Smsc;
let calls: ReturnType<typeof callsOf>;
let next = 0;
beforeAll(async () => {
  fixture = await blastStage();
  calls = callsOf(fixture);
  smsc = await startSmsc({ receiptShape: "hex" });
  await fixture.workOn(smsc);
});
afterAll(async () => {
  await fixture.close();
  await smsc.close();
});

const connector = async () => {
  const answer = await calls.call("connector", {}, caller("operator"));
  if (answer.status !== 200) throw new Error(answer.body.message);
  return answer.body;
};
const set = (change: Partial<ConnectorSettings>) =>
  calls.call("updateConnector", { body: { ...standard, ...change } }, caller("operator"));
const send = (body = "Karibu.") => fixture.send({ kind: "express", numbers: phone(81_000 + next++), body });
const delivered = (id: number) =>
  until(`blast ${id} is delivered`, async () => (await fixture.detail(id)).delivered === 1 && true);

test("only the platform's people with the permission see and change it", async () => {
  for (const token of ["owner", "clerk"] as const)
    for (const name of ["connector", "unmatched"] as const)
      expect((await calls.call(name, {}, caller(token))).status).toBe(403);
  expect((await calls.call("updateConnector", { body: standard }, caller("owner"))).status).toBe(403);
  expect(await connector()).toMatchObject({ name: "smpp", settings: standard, changed_at: null });
});

test("hexadecimal ids: no receipt matches until the platform says how they are written, then every one does", async () => {
  await until("the link is up", async () => (await connector()).link.up);
  const lost = await send();
  await until(
    "its receipt is kept",
    async () => (await fixture.database.pool.query("select from messaging.early_receipts")).rowCount === 1,
  );
  expect((await fixture.detail(lost.id)).delivered).toBe(0);
  expect(await set({ answer_id: "hex", receipt_id: "decimal" })).toMatchObject({
    status: 201,
    body: { settings: { answer_id: "hex", receipt_id: "decimal" }, changed_by: "Wanjiru Maina" },
  });
  await until("it has bound again", () => smsc.counts().binds > 1);
  const found = await send();
  await delivered(found.id);
});

test("a bind with two sessions, a system type and whole long messages, all from the row", async () => {
  const before = smsc.counts().binds;
  await set({
    ...{ bind: "pair", system_type: "VMA", long_messages: "payload", reference: false },
    answer_id: "hex",
    receipt_id: "decimal",
  });
  await until("both sessions are bound", () => smsc.counts().binds >= before + 2);
  const made = await send("z".repeat(200));
  await delivered(made.id);
  const [message] = smsc.handset(phone(81_000 + next - 1).slice(1)) ?? [];
  expect(message).toMatchObject({ text: "z".repeat(200), parts: 1 });
  expect((await fixture.detail(made.id)).parts).toBe(2);
});

test("the limit of the row is the one that a blast's page tells", async () => {
  await set({ tps: 40, answer_id: "hex", receipt_id: "decimal" });
  const made = await fixture.draft({ kind: "express", numbers: phone(82_000) });
  expect((await fixture.detail(made.id)).rate_limit).toBe(40);
});

test("settings that no carrier has are refused", async () => {
  expect((await set({ system_type: "much too long a type" })).status).toBe(422);
  expect((await set({ max_unanswered: 0 })).status).toBe(422);
});

test("a blast's page hears that the link is down, and that it is up again", async () => {
  const other = await blastStage();
  const fake = fakeCarrier();
  fake.ready(false);
  await other.work(fake.carrier);
  const made = await other.send({ kind: "express", numbers: phone(83_000) });
  await until("it is known to be down", async () => !(await other.detail(made.id)).link.up);
  expect((await other.detail(made.id)).link.since).toEqual(expect.any(String));
  fake.ready(true);
  await until("it is known to be up", async () => (await other.detail(made.id)).link.up);
  await other.close();
});

test("what belongs to nothing is counted and listed for the platform, and old ids are forgotten", async () => {
  const other = await blastStage();
  const fake = fakeCarrier();
  const counted: string[] = [];
  await other.work(fake.carrier, { countUnmatched: (what, times) => void counted.push(...Array(times).fill(what)) });
  await fake.receipt("nobody-knows", "failed", { error: "027" });
  await fake.message("+254711111111", "40404", "Is anybody there?");
  expect(counted.sort()).toEqual(["message", "receipt"]);
  const listed = async () => (await callsOf(other).call("unmatched", {}, caller("operator"))).body;
  expect(await listed()).toMatchObject({
    receipts: [],
    messages: [{ from: "+254711111111", to: "40404", text: "Is anybody there?" }],
  });
  // One that has just come may still be early.
  await other.database.pool.query("update messaging.early_receipts set at = now() - interval '6 minutes'");
  expect(await listed()).toMatchObject({
    receipts_total: 1,
    receipts: [{ provider_id: "nobody-knows", state: "failed", error: "027" }],
  });
  const made = await other.send({ kind: "express", numbers: phone(84_000) });
  await other.settled(made.id);
  await other.database.pool.query("update messaging.parts set answered_at = now() - interval '11 days'");
  await forget(other.database);
  expect((await other.database.pool.query("select from messaging.parts")).rowCount).toBe(0);
  await other.close();
});
