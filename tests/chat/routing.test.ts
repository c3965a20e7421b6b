import { beforeEach, describe, expect, test } from "vitest";
import { type ChatFixture, chatFixture, type Token } from "./fixture";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await chatFixture();
  return () => fixture.end();
});

const agent = async (token: Token) => (await fixture.ask("me", {}, token)).body;
const counts = async () => (await fixture.ask("contacts", { query: {} })).body.counts;

describe("start and end", () => {
  test("M22, spec 2 §4: start sets response_by, participant_id, started, assigned, opened; end sets its own; twice is once", async () => {
    await fixture.routing({ automatic: false });
    const { contact_id } = await fixture.wrote("a");
    await fixture.status("joy", "online");
    expect((await fixture.act("startContact", contact_id)).body.contact).toMatchObject({
      ...{ response_by: "Joy", participant_id: "2", opened: true, ended: false, waiting_since: null },
      ...{ started: expect.any(Number), assigned: expect.any(Number) },
    });
    expect(await agent("joy")).toMatchObject({ engaged: true, conversations: 1, shouldAssign: true });
    const ended = await fixture.act("endContact", contact_id);
    expect(ended.body.contact).toMatchObject({ ended: true, opened: false, postchat: false, idle_time: 0 });
    expect(await agent("joy")).toMatchObject({ engaged: false, conversations: 0, shouldAssign: true });
    expect((await fixture.act("endContact", contact_id)).status).toBe(201);
    expect(await agent("joy")).toMatchObject({ conversations: 0 });
  });

  test("M23: of two agents who claim at once one wins, and the other sees who", async () => {
    await fixture.routing({ automatic: false });
    await fixture.status("joy", "online");
    await fixture.status("kevin", "online");
    for (let n = 0; n < 5; n++) {
      const { contact_id } = await fixture.wrote(`claimed-${n}`);
      const [one, two] = await Promise.all([
        fixture.act("startContact", contact_id, "joy"),
        fixture.act("startContact", contact_id, "kevin"),
      ]);
      expect([one.status, two.status].sort()).toEqual([201, 409]);
      const [winner, loser] = one.status === 201 ? ["Joy", two] : ["Kevin", one];
      expect(loser.body.message).toContain(winner);
      expect((await fixture.contact(contact_id)).response_by).toBe(winner);
    }
    const [joy, kevin] = [await agent("joy"), await agent("kevin")];
    expect(joy.conversations + kevin.conversations).toBe(5);
  });

  test("an agent takes by hand up to max_conversation, and no further", async () => {
    await fixture.routing({ automatic: false, active_conversations: 1, max_conversation: 2 });
    await fixture.status("joy", "online");
    const chats = [await fixture.wrote("a"), await fixture.wrote("b"), await fixture.wrote("c")];
    const answers = [];
    for (const { contact_id } of chats) answers.push((await fixture.act("startContact", contact_id)).status);
    expect(answers).toEqual([201, 201, 406]);
  });
});

describe("the queue", () => {
  test("M23: 50 chats at once on 2 agents with a limit of 3 are 3 + 3 given, 44 waiting, no one over", async () => {
    await fixture.routing({ active_conversations: 3 });
    await fixture.status("joy", "online");
    await fixture.status("kevin", "online");
    await Promise.all(Array.from({ length: 50 }, (_, n) => fixture.write(`crowd-${n}`, "Hello")));
    expect([(await agent("joy")).conversations, (await agent("kevin")).conversations]).toEqual([3, 3]);
    expect(await counts()).toMatchObject({ waiting: 44, open: 6 });
  }, 60_000);

  test("M24: a freed slot takes the chat that waits longest, not the next newcomer", async () => {
    await fixture.routing({ active_conversations: 1 });
    await fixture.status("joy", "online");
    const first = await fixture.wrote("first");
    fixture.later(1);
    const oldest = await fixture.wrote("oldest");
    fixture.later(1);
    const newest = await fixture.wrote("newest");
    expect((await fixture.contact(first.contact_id)).participant_id).toBe("2");
    await fixture.act("endContact", first.contact_id);
    expect((await fixture.contact(oldest.contact_id)).participant_id).toBe("2");
    expect((await fixture.contact(newest.contact_id)).waiting_since).not.toBeNull();
  });

  test("a chat goes to the least busy; a higher limit, a status and a channel drain the queue at once", async () => {
    await fixture.routing({ active_conversations: 1 });
    await fixture.status("joy", "online");
    const one = await fixture.wrote("one");
    const two = await fixture.wrote("two");
    await fixture.status("kevin", "online");
    expect((await fixture.contact(one.contact_id)).participant_id).toBe("2");
    expect((await fixture.contact(two.contact_id)).participant_id).toBe("3");
    const three = await fixture.wrote("three");
    await fixture.routing({ active_conversations: 2 });
    expect((await fixture.contact(three.contact_id)).opened).toBe(true);
    const only = (channels: string[]) =>
      fixture.ask(
        "saveParticipant",
        { params: { participant_id: "3" }, body: { channels, active_conversations: 9 } },
        "fatuma",
      );
    await only(["whatsapp"]);
    const web = await fixture.wrote("web");
    const four = await fixture.wrote("four");
    const wa = await fixture.wrote("wa", "Hi", { channel: "whatsapp" });
    expect((await fixture.contact(wa.contact_id)).participant_id).toBe("3");
    const open = [await fixture.contact(web.contact_id), await fixture.contact(four.contact_id)];
    expect(open.every(({ participant_id }) => participant_id !== "3")).toBe(true);
    await only([]);
    expect((await counts()).waiting).toBe(0);
  });

  test("M26: whoever comes online is assignable, yet the router refuses above the limit", async () => {
    await fixture.routing({ automatic: false, active_conversations: 1 });
    const { contact_id } = await fixture.wrote("a");
    await fixture.status("joy", "lunch");
    await fixture.act("startContact", contact_id);
    await fixture.status("joy", "online");
    expect(await agent("joy")).toMatchObject({ engaged: false, shouldAssign: true, conversations: 1 });
    await fixture.routing({ automatic: true, active_conversations: 1 });
    const waiting = await fixture.wrote("b");
    expect((await fixture.contact(waiting.contact_id)).opened).toBe(false);
  });

  test("M28: a customer who comes back gets the agent of last time if they can, else whoever can", async () => {
    await fixture.routing({ active_conversations: 5 });
    await fixture.status("joy", "online");
    const first = await fixture.wrote("back");
    await fixture.status("kevin", "online");
    const busy = await fixture.wrote("other");
    expect((await fixture.contact(busy.contact_id)).participant_id).toBe("3");
    await fixture.act("endContact", first.contact_id);
    await fixture.act("endContact", busy.contact_id, "kevin");
    for (const from of ["back", "other"]) {
      const again = await fixture.contact((await fixture.wrote(from)).contact_id);
      expect(again.participant_id).toBe(from === "back" ? "2" : "3");
      await fixture.act("endContact", again.contact_id);
    }
    await fixture.status("joy", "lunch");
    expect((await fixture.contact((await fixture.wrote("back")).contact_id)).participant_id).toBe("3");
  });

  test("a transfer carries its note, moves the count, and back in the queue it goes to someone else", async () => {
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("a");
    await fixture.status("kevin", "offline");
    expect((await fixture.act("transferContact", contact_id, "joy", { participant_id: "3" })).status).toBe(406);
    expect((await fixture.act("transferContact", contact_id, "joy", { participant_id: "99" })).status).toBe(422);
    await fixture.status("kevin", "online");
    const given = await fixture.act("transferContact", contact_id, "joy", {
      participant_id: "3",
      note: "Wants a refund",
    });
    expect(given.body.contact).toMatchObject({ participant_id: "3", response_by: "Kevin" });
    expect([(await agent("joy")).conversations, (await agent("kevin")).conversations]).toEqual([0, 1]);
    expect((await fixture.messages(contact_id)).at(-1)).toMatchObject({ type: "note", message: "Wants a refund" });
    const queued = await fixture.act("transferContact", contact_id, "kevin", {});
    expect(queued.body.contact).toMatchObject({ contact_id });
    expect((await fixture.contact(contact_id)).participant_id).toBe("2");
    await fixture.status("kevin", "offline");
    await fixture.act("transferContact", contact_id, "joy", {});
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, participant_id: null });
    await fixture.act("startContact", contact_id, "joy");
    expect((await fixture.contact(contact_id)).participant_id).toBe("2");
  });

  test("answered and silent chats of an agent who went away do not overtake a new customer; unanswered ones do", async () => {
    await fixture.routing({ active_conversations: 1, max_conversation: 5, grace_seconds: 0 });
    await fixture.status("joy", "online");
    const answered = await fixture.wrote("answered");
    await fixture.say(answered.contact_id, "Is that all?");
    fixture.later(600);
    await fixture.ask("heartbeat", {}, "joy");
    await fixture.sweep();
    const asks = await fixture.wrote("asks");
    fixture.later(1);
    const fresh = await fixture.wrote("new");
    fixture.later(200);
    await fixture.sweep();
    fixture.later(1);
    await fixture.sweep();
    const list = async () =>
      (await fixture.ask("contacts", { query: { view: "waiting" } }, "fatuma")).body.data.map(
        ({ contact_id }: { contact_id: number }) => contact_id,
      );
    expect(await list()).toEqual([asks.contact_id, fresh.contact_id, answered.contact_id]);
    fixture.later(1);
    await fixture.write("answered", "One more question");
    expect(await list()).toEqual([asks.contact_id, answered.contact_id, fresh.contact_id]);
  });

  test("the visitor is told their place and the wait to expect", async () => {
    await fixture.routing({ active_conversations: 1 });
    await fixture.status("joy", "online");
    await fixture.wrote("served");
    await fixture.wrote("next");
    await fixture.wrote("after");
    const thread = async (external_id: string) =>
      (await fixture.ask("thread", { query: { inbox_id: await fixture.inbox(), external_id } }, "service")).body;
    expect((await thread("served")).queue).toBeNull();
    const [next, after] = [await thread("next"), await thread("after")];
    expect([next.queue.position, after.queue.position]).toEqual([1, 2]);
    expect(after.queue.expected_seconds).toBeGreaterThan(next.queue.expected_seconds);
    expect(next).toMatchObject({ open: true, online: true });
    await fixture.status("joy", "offline");
    expect(await thread("next")).toMatchObject({ open: false, online: false, queue: { expected_seconds: null } });
  });
});

describe("presence", () => {
  test("M27: presence ends 90 s after the last heartbeat; no new chats then, and after the grace time they are offered on", async () => {
    await fixture.routing({ grace_seconds: 60 });
    await fixture.status("joy", "online");
    const held = await fixture.wrote("held");
    // As others see her: her own pages would be a sign of life.
    const present = async () => {
      const { agents } = (await fixture.ask("wall", {}, "fatuma")).body;
      return agents.find(({ name }: { name: string }) => name === "Joy").present;
    };
    fixture.later(89);
    expect(await present()).toBe(true);
    fixture.later(1);
    expect(await present()).toBe(false);
    const missed = await fixture.wrote("missed");
    expect((await fixture.contact(missed.contact_id)).opened).toBe(false);
    await Promise.all([fixture.sweep(), fixture.sweep()]);
    expect((await fixture.contact(held.contact_id)).opened).toBe(true);
    await fixture.status("kevin", "online");
    expect((await fixture.contact(missed.contact_id)).participant_id).toBe("3");
    fixture.later(60);
    await fixture.ask("heartbeat", {}, "kevin");
    await Promise.all([fixture.sweep(), fixture.sweep()]);
    expect((await fixture.contact(held.contact_id)).participant_id).toBe("3");
    expect(await agent("joy")).toMatchObject({ status: "offline", conversations: 0 });
  });

  test.each([
    ["a heartbeat", () => fixture.ask("heartbeat", {}, "joy")],
    ["a page that is opened without script", () => fixture.ask("me", {}, "joy")],
  ])("%s brings presence back, and with it what waits", async (_, sign) => {
    await fixture.status("joy", "online");
    fixture.later(95);
    await fixture.sweep();
    const { contact_id } = await fixture.wrote("a");
    expect((await fixture.contact(contact_id)).opened).toBe(false);
    await sign();
    expect((await fixture.contact(contact_id)).participant_id).toBe("2");
  });

  test("Q072: silence is counted in minutes after an answer, then the customer is warned, then it ends", async () => {
    await fixture.routing({ warn_minutes: 5, end_minutes: 10 });
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("quiet");
    const wait = async (seconds: number) => {
      fixture.later(seconds);
      await fixture.ask("heartbeat", {}, "joy");
      await fixture.sweep();
    };
    await wait(600);
    expect((await fixture.contact(contact_id)).opened).toBe(true);
    await fixture.say(contact_id, "How can we help?");
    await wait(301);
    expect(await fixture.contact(contact_id)).toMatchObject({ idle_time: 5, opened: true });
    expect((await fixture.messages(contact_id)).at(-1)).toMatchObject({
      author: "system",
      message: expect.stringMatching(/still there/),
    });
    await wait(10);
    expect(await fixture.messages(contact_id)).toHaveLength(3);
    await wait(300);
    expect(await fixture.contact(contact_id)).toMatchObject({ ended: true, ended_by: "Jibu", idle_time: 0 });
  });

  test("a customer who is silent for ten minutes frees a slot, which is taken again when they write", async () => {
    await fixture.routing({ active_conversations: 1, max_conversation: 3 });
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("quiet");
    await fixture.say(contact_id, "How can we help?");
    const next = await fixture.wrote("next");
    const wait = async (seconds: number) => {
      fixture.later(seconds);
      await fixture.ask("heartbeat", {}, "joy");
      await fixture.sweep();
    };
    await wait(599);
    expect((await fixture.contact(next.contact_id)).opened).toBe(false);
    const cursor = (await fixture.events()).at(-1)?.seq ?? 0;
    await wait(1);
    // The list is told, the slot is free, and whoever waits has it.
    const told = (await fixture.events(cursor)).filter(({ body }) => body.change === "idle");
    expect(told.map(({ body }) => body.contact)).toMatchObject([{ contact_id, idle_time: 10, opened: true }]);
    expect((await fixture.contact(next.contact_id)).participant_id).toBe("2");
    expect(await agent("joy")).toMatchObject({ conversations: 2, idle: 1, shouldAssign: false });
    // Nothing ends by itself: that is a setting, off until somebody sets it.
    await wait(86_400);
    expect((await fixture.contact(contact_id)).opened).toBe(true);
    // Two wait for an answer of theirs now; the one who wrote is theirs still, and counts.
    await fixture.act("endContact", next.contact_id);
    expect(await agent("joy")).toMatchObject({ conversations: 1, idle: 1, shouldAssign: true });
    await fixture.write("quiet", "I am back");
    expect(await fixture.contact(contact_id)).toMatchObject({ idle_time: 0, participant_id: "2" });
    expect(await agent("joy")).toMatchObject({ conversations: 1, idle: 0, shouldAssign: false });
    expect((await fixture.contact((await fixture.wrote("third")).contact_id)).opened).toBe(false);
  });

  test("idle conversations never carry an agent over the limit of what they may have at all", async () => {
    await fixture.routing({ active_conversations: 1, max_conversation: 1 });
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("quiet");
    await fixture.say(contact_id, "How can we help?");
    const next = await fixture.wrote("next");
    fixture.later(700);
    await fixture.ask("heartbeat", {}, "joy");
    await fixture.sweep();
    expect((await fixture.contact(contact_id)).idle_time).toBe(11);
    expect((await fixture.contact(next.contact_id)).opened).toBe(false);
  });
});
