import { beforeEach, describe, expect, test } from "vitest";
import { noticesOf } from "../setup/notices";
import { type ChatFixture, chatFixture, savanna } from "./fixture";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await chatFixture();
  return () => fixture.end();
});

const hour = 3600;
const inSeconds = (seconds: number) => Math.floor(fixture.clock.now.getTime() / 1000) + seconds;
const snooze = (id: number, seconds: number) => fixture.act("snoozeContact", id, "joy", { until: inSeconds(seconds) });
const listed = async (view: string) => {
  const { body } = await fixture.ask("contacts", { query: { view } });
  return { ids: body.data.map(({ contact_id }: { contact_id: number }) => contact_id), counts: body.counts };
};
const told = async () =>
  (await noticesOf(fixture.database.url, savanna, "2")).filter(({ words }) => words.includes("snoozed"));

/** Joy is online and has a conversation. */
async function hers(from = "a"): Promise<number> {
  await fixture.status("joy", "online");
  const { contact_id } = await fixture.wrote(from, "Is it still free?", { sender: { name: "Asha" } });
  expect((await fixture.contact(contact_id)).participant_id).toBe("2");
  return contact_id;
}

async function isThere(seconds: number): Promise<void> {
  fixture.later(seconds);
  await fixture.ask("heartbeat", { body: {} });
}

describe("a snoozed conversation", () => {
  test("leaves the open ones, has a view and a count of its own, and takes no slot of its agent's", async () => {
    await fixture.routing({ active_conversations: 1, max_conversation: 5 });
    const id = await hers();
    const waiting = await fixture.wrote("b");
    expect(waiting.participant_id).toBeNull();
    const { status, body } = await snooze(id, hour);
    expect(status).toBe(201);
    expect(body.contact).toMatchObject({ snoozed_until: inSeconds(hour), snoozed_by: "Joy", opened: true });
    expect((await listed("snoozed")).ids).toEqual([id]);
    expect((await listed("mine")).ids).not.toContain(id);
    expect((await listed("open")).ids).not.toContain(id);
    expect((await listed("all")).counts).toMatchObject({ snoozed: 1 });
    await fixture.sweep();
    expect((await fixture.contact(waiting.contact_id)).participant_id).toBe("2");
    const { activities } = (await fixture.ask("contact", { params: { id } })).body;
    expect(activities.map(({ description }: { description: string }) => description)).toContain(
      "Joy snoozed the conversation",
    );
  });

  test("comes back by itself at its time, once, and its agent is told", async () => {
    const id = await hers();
    await snooze(id, hour);
    await isThere(hour - 1);
    await fixture.sweep();
    expect((await fixture.contact(id)).snoozed_until).not.toBeNull();
    await isThere(1);
    await Promise.all([fixture.sweep(), fixture.sweep()]);
    expect(await fixture.contact(id)).toMatchObject({ snoozed_until: null, opened: true, participant_id: "2" });
    expect((await listed("mine")).ids).toEqual([id]);
    expect((await told()).map(({ words }) => words)).toEqual(["A snoozed conversation is back: Asha"]);
  });

  test("comes back at once when the customer writes", async () => {
    const id = await hers();
    await snooze(id, hour);
    await fixture.write("a", "Hello again");
    expect(await fixture.contact(id)).toMatchObject({ snoozed_until: null, participant_id: "2", unread: 2 });
    expect((await told()).map(({ words }) => words)).toEqual(["The customer of a snoozed conversation wrote: Asha"]);
  });

  test("comes back by hand, and then no bell rings for who did it", async () => {
    const id = await hers();
    await snooze(id, hour);
    expect((await fixture.act("resumeContact", id)).status).toBe(201);
    expect((await fixture.act("resumeContact", id)).status).toBe(201);
    expect((await fixture.contact(id)).snoozed_until).toBeNull();
    expect(await told()).toEqual([]);
  });

  test("stays its agent's when they go home; back when they are away, it waits for everyone", async () => {
    const id = await hers();
    await snooze(id, 10 * hour);
    fixture.later(hour);
    await fixture.sweep();
    expect(await fixture.contact(id)).toMatchObject({ participant_id: "2", waiting_since: null });
    fixture.later(9 * hour);
    await fixture.sweep();
    const back = await fixture.contact(id);
    expect(back).toMatchObject({ participant_id: null, opened: false, preferred_agent: "2", snoozed_until: null });
    expect(back.waiting_since).toBe(Math.floor(fixture.clock.now.getTime() / 1000));
    expect(await told()).toHaveLength(1);
  });

  test("is not ended for the customer's silence, and is silent only from its return", async () => {
    await fixture.routing({ warn_minutes: null, end_minutes: 30 });
    const id = await hers();
    await fixture.say(id, "I will look it up.");
    await snooze(id, 2 * hour);
    await isThere(2 * hour);
    await fixture.sweep();
    await fixture.sweep();
    expect(await fixture.contact(id)).toMatchObject({ ended: false, idle_time: 0 });
    await isThere(31 * 60);
    await fixture.sweep();
    expect((await fixture.contact(id)).ended).toBe(true);
  });

  test("is handed to a colleague, put back into the queue and ended, and is not snoozed after any of it", async () => {
    const [first, second] = [await hers(), await hers("b")];
    await fixture.status("kevin", "online");
    await snooze(first, hour);
    await snooze(second, hour);
    await fixture.act("transferContact", first, "joy", { participant_id: "3" });
    expect(await fixture.contact(first)).toMatchObject({ participant_id: "3", snoozed_until: null });
    await fixture.act("endContact", second);
    expect(await fixture.contact(second)).toMatchObject({ ended: true, snoozed_until: null });
    expect((await listed("all")).counts).toMatchObject({ snoozed: 0 });
  });
});

describe("what can't be snoozed", () => {
  test("waiting and ended conversations, with the reason", async () => {
    const { contact_id } = await fixture.wrote("a");
    const refused = await snooze(contact_id, hour);
    expect([refused.status, refused.body.message]).toEqual([
      406,
      "Take the conversation before you snooze it: its customer waits for an answer.",
    ]);
    await fixture.act("endContact", contact_id);
    expect((await snooze(contact_id, hour)).body.message).toBe("This conversation has ended.");
  });

  test("a time that is over or too far away", async () => {
    const id = await hers();
    expect((await snooze(id, 0)).body.errors).toEqual({ until: ["Choose a time that is still to come."] });
    expect((await snooze(id, 400 * 24 * hour)).status).toBe(422);
    expect((await fixture.contact(id)).snoozed_until).toBeNull();
  });
});

test("reports count no time for which it was snoozed as handle time, of the last agent and of those before", async () => {
  const id = await hers();
  await fixture.status("kevin", "online");
  await isThere(60);
  await snooze(id, hour);
  await isThere(600);
  await fixture.act("transferContact", id, "joy", { participant_id: "3" });
  await isThere(30);
  await snooze(id, hour);
  await isThere(500);
  await fixture.act("endContact", id);
  const query = { from: "2026-06-01", to: "2026-06-30" };
  const { body } = await fixture.ask("reportDashboard", { query }, "owner");
  expect(body.total.handle_seconds).toBe(90);
  const agents = (await fixture.ask("reportAgents", { query }, "owner")).body.data;
  const handled = agents.map((one: { name: string; handle_seconds: number }) => [one.name, one.handle_seconds]);
  expect(handled).toEqual(
    expect.arrayContaining([
      ["Joy", 60],
      ["Kevin", 30],
    ]),
  );
});
