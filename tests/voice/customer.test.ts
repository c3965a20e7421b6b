import { afterAll, beforeAll, expect, it } from "vitest";
import type { CustomerEvents, CustomerProfile } from "../../services/kit/contract.customer";
import { fillCentre, type VoiceStage, voiceStage } from "./fixture";

let stage: VoiceStage;
beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
});
afterAll(() => stage.close());

const query = { phones: "+254711000111" };

it("tells the calls of a customer, and of one who gave up until somebody spoke to them", async () => {
  await stage.ring("call-answered");
  stage.pass(4);
  await stage.patch("call-answered", "inProgress");
  stage.pass(30);
  await stage.patch("call-answered", "terminated");
  const answered = (at: string) =>
    stage.rows(`update voice.calls set answered_at = ${at} where reference = 'call-answered' returning 1`);
  await answered("now() - interval '1 hour'");
  await stage.rows(`insert into voice.queue_calls
    (customer_account, reference, phone_number, enqueued_at, abandoned_at)
    values ('100001', 'gave-up', '+254711000111', now(), now() + interval '1 second') returning 1`);

  const events = (await stage.ask("customerEvents", { query })).body as unknown as CustomerEvents;
  expect(events.data.map(({ kind, state }) => `${kind} ${state}`.trim()).sort()).toEqual([
    "call received Complete",
    "call unanswered",
  ]);
  const profile = async () => (await stage.ask("customer", { query })).body as unknown as CustomerProfile;
  expect((await profile()).tasks).toMatchObject([{ kind: "call unanswered", title: "+254711000111" }]);
  await answered("now() + interval '1 minute'");
  expect((await profile()).tasks).toEqual([]);
  const other = await stage.ask("customerEvents", { query }, "other");
  expect(other.body.data).toEqual([]);
});
