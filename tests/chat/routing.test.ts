import { beforeEach, describe, expect, test } from "vitest";
import { chatStage, type Stage, type Token } from "./stage";

let stage: Stage;
beforeEach(async () => {
  stage = await chatStage();
  return () => stage.end();
});

const agent = async (token: Token) => (await stage.ask("me", {}, token)).body;
const counts = async () => (await stage.ask("contacts", { query: {} })).body.counts;

describe("start and end", () => {
  test("M22, spec 2 §4: start sets response_by, participant_id, started, assigned, opened; end sets its own; twice is once", async () => {
    await stage.routing({ automatic: false });
    const { contact_id } = await stage.wrote("a");
    await stage.status("joy", "online");
    expect((await stage.act("startContact", contact_id)).body.contact).toMatchObject({
      ...{ response_by: "Joy", participant_id: "2", opened: true, ended: false, waiting_since: null },
      ...{ started: expect.any(Number), assigned: expect.any(Number) },
    });
    expect(await agent("joy")).toMatchObject({ engaged: true, conversations: 1, shouldAssign: true });
    const ended = await stage.act("endContact", contact_id);
    expect(ended.body.contact).toMatchObject({ ended: true, opened: false, postchat: false, idle_time: 0 });
    expect(await agent("joy")).toMatchObject({ engaged: false, conversations: 0, shouldAssign: true });
    expect((await stage.act("endContact", contact_id)).status).toBe(201);
    expect(await agent("joy")).toMatchObject({ conversations: 0 });
  });

  test("M23: of two agents who claim at once one wins, and the other sees who", async () => {
    await stage.routing({ automatic: false });
    await stage.status("joy", "online");
    await stage.status("kevin", "online");
    for (let n = 0; n < 5; n++) {
      const { contact_id } = await stage.wrote(`claimed-${n}`);
      const [one, two] = await Promise.all([
        stage.act("startContact", contact_id, "joy"),
        stage.act("startContact", contact_id, "kevin"),
      ]);
      expect([one.status, two.status].sort()).toEqual([201, 409]);
      const [winner, loser] = one.status === 201 ? ["Joy", two] : ["Kevin", one];
      expect(loser.body.message).toContain(winner);
      expect((await stage.contact(contact_id)).response_by).toBe(winner);
    }
    const [joy, kevin] = [await agent("joy"), await agent("kevin")];
    expect(joy.conversations + kevin.conversations).toBe(5);
  });

  test("an agent takes by hand up to max_conversation, and no further", async () => {
    await stage.routing({ automatic: false, active_conversations: 1, max_conversation: 2 });
    await stage.status("joy", "online");
    const chats = [await stage.wrote("a"), await stage.wrote("b"), await stage.wrote("c")];
    const answers = [];
    for (const { contact_id } of chats) answers.push((await stage.act("startContact", contact_id)).status);
    expect(answers).toEqual([201, 201, 406]);
  });
});

describe("the queue", () => {
  test("M23: 50 chats at once on 2 agents with a limit of 3 are 3 + 3 given, 44 waiting, no one over", async () => {
    await stage.routing({ active_conversations: 3 });
    await stage.status("joy", "online");
    await stage.status("kevin", "online");
    await Promise.all(Array.from({ length: 50 }, (_, n) => stage.write(`crowd-${n}`, "Hello")));
    expect([(await agent("joy")).conversations, (await agent("kevin")).conversations]).toEqual([3, 3]);
    expect(await counts()).toMatchObject({ waiting: 44, open: 6 });
  }, 60_000);

  test("M24: a freed slot takes the chat that waits longest, not the next newcomer", async () => {
    await stage.routing({ active_conversations: 1 });
    await stage.status("joy", "online");
    const first = await stage.wrote("first");
    stage.later(1);
    const oldest = await stage.wrote("oldest");
    stage.later(1);
    const newest = await stage.wrote("newest");
    expect((await stage.contact(first.contact_id)).participant_id).toBe("2");
    await stage.act("endContact", first.contact_id);
    expect((await stage.contact(oldest.contact_id)).participant_id).toBe("2");
    expect((await stage.contact(newest.contact_id)).waiting_since).not.toBeNull();
  });

  test("a chat goes to the least busy; a higher limit, a status and a channel drain the queue at once", async () => {
    await stage.routing({ active_conversations: 1 });
    await stage.status("joy", "online");
    const one = await stage.wrote("one");
    const two = await stage.wrote("two");
    await stage.status("kevin", "online");
    expect((await stage.contact(one.contact_id)).participant_id).toBe("2");
    expect((await stage.contact(two.contact_id)).participant_id).toBe("3");
    const three = await stage.wrote("three");
    await stage.routing({ active_conversations: 2 });
    expect((await stage.contact(three.contact_id)).opened).toBe(true);
    const only = (channels: string[]) =>
      stage.ask(
        "saveParticipant",
        { params: { participant_id: "3" }, body: { channels, active_conversations: 9 } },
        "fatuma",
      );
    await only(["whatsapp"]);
    const web = await stage.wrote("web");
    const four = await stage.wrote("four");
    const wa = await stage.wrote("wa", "Hi", { channel: "whatsapp" });
    expect((await stage.contact(wa.contact_id)).participant_id).toBe("3");
    const open = [await stage.contact(web.contact_id), await stage.contact(four.contact_id)];
    expect(open.every(({ participant_id }) => participant_id !== "3")).toBe(true);
    await only([]);
    expect((await counts()).waiting).toBe(0);
  });

  test("M26: whoever comes online is assignable, yet the router refuses above the limit", async () => {
    await stage.routing({ automatic: false, active_conversations: 1 });
    const { contact_id } = await stage.wrote("a");
    await stage.status("joy", "lunch");
    await stage.act("startContact", contact_id);
    await stage.status("joy", "online");
    expect(await agent("joy")).toMatchObject({ engaged: false, shouldAssign: true, conversations: 1 });
    await stage.routing({ automatic: true, active_conversations: 1 });
    const waiting = await stage.wrote("b");
    expect((await stage.contact(waiting.contact_id)).opened).toBe(false);
  });

  test("M28: a customer who comes back gets the agent of last time if they can, else whoever can", async () => {
    await stage.routing({ active_conversations: 5 });
    await stage.status("joy", "online");
    const first = await stage.wrote("back");
    await stage.status("kevin", "online");
    const busy = await stage.wrote("other");
    expect((await stage.contact(busy.contact_id)).participant_id).toBe("3");
    await stage.act("endContact", first.contact_id);
    await stage.act("endContact", busy.contact_id, "kevin");
    for (const from of ["back", "other"]) {
      const again = await stage.contact((await stage.wrote(from)).contact_id);
      expect(again.participant_id).toBe(from === "back" ? "2" : "3");
      await stage.act("endContact", again.contact_id);
    }
    await stage.status("joy", "lunch");
    expect((await stage.contact((await stage.wrote("back")).contact_id)).participant_id).toBe("3");
  });

  test("a transfer carries its note, moves the count, and back in the queue it goes to someone else", async () => {
    await stage.status("joy", "online");
    const { contact_id } = await stage.wrote("a");
    await stage.status("kevin", "offline");
    expect((await stage.act("transferContact", contact_id, "joy", { participant_id: "3" })).status).toBe(406);
    expect((await stage.act("transferContact", contact_id, "joy", { participant_id: "99" })).status).toBe(422);
    await stage.status("kevin", "online");
    const given = await stage.act("transferContact", contact_id, "joy", {
      participant_id: "3",
      note: "Wants a refund",
    });
    expect(given.body.contact).toMatchObject({ participant_id: "3", response_by: "Kevin" });
    expect([(await agent("joy")).conversations, (await agent("kevin")).conversations]).toEqual([0, 1]);
    expect((await stage.messages(contact_id)).at(-1)).toMatchObject({ type: "note", message: "Wants a refund" });
    const queued = await stage.act("transferContact", contact_id, "kevin", {});
    expect(queued.body.contact).toMatchObject({ contact_id });
    expect((await stage.contact(contact_id)).participant_id).toBe("2");
    await stage.status("kevin", "offline");
    await stage.act("transferContact", contact_id, "joy", {});
    expect(await stage.contact(contact_id)).toMatchObject({ opened: false, participant_id: null });
    await stage.act("startContact", contact_id, "joy");
    expect((await stage.contact(contact_id)).participant_id).toBe("2");
  });

  test("answered and silent chats of an agent who went away do not overtake a new customer; unanswered ones do", async () => {
    await stage.routing({ active_conversations: 1, max_conversation: 5, grace_seconds: 0 });
    await stage.status("joy", "online");
    const answered = await stage.wrote("answered");
    await stage.say(answered.contact_id, "Is that all?");
    stage.later(600);
    await stage.ask("heartbeat", {}, "joy");
    await stage.sweep();
    const asks = await stage.wrote("asks");
    stage.later(1);
    const fresh = await stage.wrote("new");
    stage.later(200);
    await stage.sweep();
    stage.later(1);
    await stage.sweep();
    const list = async () =>
      (await stage.ask("contacts", { query: { view: "waiting" } }, "fatuma")).body.data.map(
        ({ contact_id }: { contact_id: number }) => contact_id,
      );
    expect(await list()).toEqual([asks.contact_id, fresh.contact_id, answered.contact_id]);
    stage.later(1);
    await stage.write("answered", "One more question");
    expect(await list()).toEqual([asks.contact_id, answered.contact_id, fresh.contact_id]);
  });

  test("the visitor is told their place and the wait to expect", async () => {
    await stage.routing({ active_conversations: 1 });
    await stage.status("joy", "online");
    await stage.wrote("served");
    await stage.wrote("next");
    await stage.wrote("after");
    const thread = async (external_id: string) =>
      (await stage.ask("thread", { query: { inbox_id: await stage.inbox(), external_id } }, "service")).body;
    expect((await thread("served")).queue).toBeNull();
    const [next, after] = [await thread("next"), await thread("after")];
    expect([next.queue.position, after.queue.position]).toEqual([1, 2]);
    expect(after.queue.expected_seconds).toBeGreaterThan(next.queue.expected_seconds);
    expect(next).toMatchObject({ open: true, online: true });
    await stage.status("joy", "offline");
    expect(await thread("next")).toMatchObject({ open: false, online: false, queue: { expected_seconds: null } });
  });
});

describe("presence", () => {
  test("M27: presence ends 90 s after the last heartbeat; no new chats then, and after the grace time they are offered on", async () => {
    await stage.routing({ grace_seconds: 60 });
    await stage.status("joy", "online");
    const held = await stage.wrote("held");
    // As others see her: her own pages would be a sign of life.
    const present = async () => {
      const { agents } = (await stage.ask("wall", {}, "fatuma")).body;
      return agents.find(({ name }: { name: string }) => name === "Joy").present;
    };
    stage.later(89);
    expect(await present()).toBe(true);
    stage.later(1);
    expect(await present()).toBe(false);
    const missed = await stage.wrote("missed");
    expect((await stage.contact(missed.contact_id)).opened).toBe(false);
    await Promise.all([stage.sweep(), stage.sweep()]);
    expect((await stage.contact(held.contact_id)).opened).toBe(true);
    await stage.status("kevin", "online");
    expect((await stage.contact(missed.contact_id)).participant_id).toBe("3");
    stage.later(60);
    await stage.ask("heartbeat", {}, "kevin");
    await Promise.all([stage.sweep(), stage.sweep()]);
    expect((await stage.contact(held.contact_id)).participant_id).toBe("3");
    expect(await agent("joy")).toMatchObject({ status: "offline", conversations: 0 });
  });

  test.each([
    ["a heartbeat", () => stage.ask("heartbeat", {}, "joy")],
    ["a page that is opened without script", () => stage.ask("me", {}, "joy")],
  ])("%s brings presence back, and with it what waits", async (_, sign) => {
    await stage.status("joy", "online");
    stage.later(95);
    await stage.sweep();
    const { contact_id } = await stage.wrote("a");
    expect((await stage.contact(contact_id)).opened).toBe(false);
    await sign();
    expect((await stage.contact(contact_id)).participant_id).toBe("2");
  });

  test("Q072: silence is counted in minutes after an answer, then the customer is warned, then it ends", async () => {
    await stage.routing({ warn_minutes: 5, end_minutes: 10 });
    await stage.status("joy", "online");
    const { contact_id } = await stage.wrote("quiet");
    const wait = async (seconds: number) => {
      stage.later(seconds);
      await stage.ask("heartbeat", {}, "joy");
      await stage.sweep();
    };
    await wait(600);
    expect((await stage.contact(contact_id)).opened).toBe(true);
    await stage.say(contact_id, "How can we help?");
    await wait(301);
    expect(await stage.contact(contact_id)).toMatchObject({ idle_time: 5, opened: true });
    expect((await stage.messages(contact_id)).at(-1)).toMatchObject({
      author: "system",
      message: expect.stringMatching(/still there/),
    });
    await wait(10);
    expect(await stage.messages(contact_id)).toHaveLength(3);
    await wait(300);
    expect(await stage.contact(contact_id)).toMatchObject({ ended: true, ended_by: "Jibu", idle_time: 0 });
  });

  test("a customer who is silent for ten minutes frees a slot, which is taken again when they write", async () => {
    await stage.routing({ active_conversations: 1, max_conversation: 3 });
    await stage.status("joy", "online");
    const { contact_id } = await stage.wrote("quiet");
    await stage.say(contact_id, "How can we help?");
    const next = await stage.wrote("next");
    const wait = async (seconds: number) => {
      stage.later(seconds);
      await stage.ask("heartbeat", {}, "joy");
      await stage.sweep();
    };
    await wait(599);
    expect((await stage.contact(next.contact_id)).opened).toBe(false);
    const cursor = (await stage.events()).at(-1)?.seq ?? 0;
    await wait(1);
    // The list is told, the slot is free, and whoever waits has it.
    const told = (await stage.events(cursor)).filter(({ body }) => body.change === "idle");
    expect(told.map(({ body }) => body.contact)).toMatchObject([{ contact_id, idle_time: 10, opened: true }]);
    expect((await stage.contact(next.contact_id)).participant_id).toBe("2");
    expect(await agent("joy")).toMatchObject({ conversations: 2, idle: 1, shouldAssign: false });
    // Nothing ends by itself: that is a setting, off until somebody sets it.
    await wait(86_400);
    expect((await stage.contact(contact_id)).opened).toBe(true);
    // Two wait for an answer of theirs now; the one who wrote is theirs still, and counts.
    await stage.act("endContact", next.contact_id);
    expect(await agent("joy")).toMatchObject({ conversations: 1, idle: 1, shouldAssign: true });
    await stage.write("quiet", "I am back");
    expect(await stage.contact(contact_id)).toMatchObject({ idle_time: 0, participant_id: "2" });
    expect(await agent("joy")).toMatchObject({ conversations: 1, idle: 0, shouldAssign: false });
    expect((await stage.contact((await stage.wrote("third")).contact_id)).opened).toBe(false);
  });

  test("idle conversations never carry an agent over the limit of what they may have at all", async () => {
    await stage.routing({ active_conversations: 1, max_conversation: 1 });
    await stage.status("joy", "online");
    const { contact_id } = await stage.wrote("quiet");
    await stage.say(contact_id, "How can we help?");
    const next = await stage.wrote("next");
    stage.later(700);
    await stage.ask("heartbeat", {}, "joy");
    await stage.sweep();
    expect((await stage.contact(contact_id)).idle_time).toBe(11);
    expect((await stage.contact(next.contact_id)).opened).toBe(false);
  });
});
