import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyListEvents,
  applyThreadEvents,
  byWaitingTime,
  type ConversationLists,
  conversationList,
  countOfAll,
  type InboxEvent,
  type LoadedThread,
  waitingForMe,
} from "../../app/chat/inbox/inbox";
import { answeredBy, conversation, said } from "./samples";

const me = "7";
const all = { view: "all" as const, q: "" };

function list(data = [conversation(1), answeredBy(2, me), answeredBy(3, "8")], cursor = 10): ConversationLists {
  const counts = { waiting: 0, mine: 0, undisposed: 0, open: 0, snoozed: 0 };
  for (const row of data) {
    const place = conversationList(row);
    if (place !== "done" && place !== "bot") counts[place] += 1;
    if (place === "open" && row.participant_id === me) counts.mine += 1;
  }
  return { data, counts, mine: { conversations: counts.mine, active_conversations: 5, max_conversation: 6 }, cursor };
}

const contact = (seq: number, of: object, change: string): InboxEvent => ({
  seq,
  kind: "chat.contact",
  body: { contact: of, change, by: null },
});
const message = (seq: number, of: ReturnType<typeof said>, change = "made"): InboxEvent => ({
  seq,
  kind: "chat.message",
  body: { contact_id: of.contact_id, message: of, contact: { contact_id: of.contact_id }, public: true, change },
});

test("All counts every conversation that it lists, those of colleagues too", () => {
  const { counts, data } = list();
  expect(countOfAll(counts)).toBe(data.length);
  expect(countOfAll({ ...counts, undisposed: 4, snoozed: 2 })).toBe(data.length + 4);
});

describe("the list after events", () => {
  test("a conversation that someone takes leaves the waiting ones and counts for whoever took it", () => {
    const mine = applyListEvents(list(), [contact(11, answeredBy(1, me), "started")], me, all).list;
    expect(mine.counts).toEqual({ waiting: 0, mine: 2, undisposed: 0, open: 3, snoozed: 0 });
    expect(mine.mine.conversations).toBe(2);
    const theirs = applyListEvents(list(), [contact(11, answeredBy(1, "8"), "started")], me, all).list;
    expect(theirs.counts).toEqual({ waiting: 0, mine: 1, undisposed: 0, open: 3, snoozed: 0 });
  });

  test("a snoozed one leaves the open ones and stays among those its agent has; it comes back to them", () => {
    const asleep = answeredBy(2, me, { snoozed_until: 9_000 });
    const after = applyListEvents(list(), [contact(11, asleep, "snoozed")], me, all).list;
    expect(after.counts).toEqual({ waiting: 1, mine: 0, undisposed: 0, open: 1, snoozed: 1 });
    expect(after.mine.conversations).toBe(1);
    expect(after.data.map((row) => row.contact_id)).not.toContain(2);
    const back = applyListEvents(after, [contact(12, answeredBy(2, me), "resumed")], me, all).list;
    expect(back.counts).toEqual({ waiting: 1, mine: 1, undisposed: 0, open: 2, snoozed: 0 });
  });

  test("one that an agent begins was nowhere before: no one waits less for it, and nothing was guessed", () => {
    const after = applyListEvents(list(), [contact(11, answeredBy(9, me), "begun")], me, all);
    expect(after.list.counts).toEqual({ waiting: 1, mine: 2, undisposed: 0, open: 3, snoozed: 0 });
    expect(after.guessed).toBe(0);
  });

  test("one that a bot has counts nowhere until the bot hands it over, also where it is not loaded", () => {
    const withBot = { ...conversation(9), waiting_since: null };
    const before = applyListEvents(list(), [contact(11, withBot, "made")], me, all);
    expect(before.list.counts).toEqual(list().counts);
    expect(before.list.data.map((row) => row.contact_id)).toContain(9);
    const queued = contact(12, conversation(9), "queued");
    const after = { waiting: 2, mine: 1, undisposed: 0, open: 2, snoozed: 0 };
    expect(applyListEvents(before.list, [queued], me, all).list.counts).toEqual(after);
    expect(applyListEvents(list(), [queued], me, all).list.counts).toEqual(after);
  });

  test("a new one is there at once; the longest wait stands first", () => {
    const { list: after, guessed } = applyListEvents(list(), [contact(11, conversation(9), "made")], me, all);
    expect(after.data.map((row) => row.contact_id)).toEqual([1, 9, 3, 2]);
    expect(after.counts.waiting).toBe(2);
    expect(guessed).toBe(0);
  });

  test("what was ended waits for a disposition, and leaves when it has one", () => {
    const ended = { ...answeredBy(2, me), opened: false, ended: true };
    const undisposed = applyListEvents(list(), [contact(11, ended, "ended")], me, all).list;
    expect(undisposed.counts).toEqual({ waiting: 1, mine: 0, undisposed: 1, open: 1, snoozed: 0 });
    const done = applyListEvents(undisposed, [contact(12, { ...ended, disposed_at: 5 }, "disposed")], me, all).list;
    expect(done.counts).toEqual({ waiting: 1, mine: 0, undisposed: 0, open: 1, snoozed: 0 });
  });

  test("one that is not loaded counts by what mostly is, and says so", () => {
    const { list: after, guessed } = applyListEvents(list(), [contact(11, answeredBy(77, "8"), "started")], me, all);
    expect(guessed).toBe(11);
    expect(after.counts).toEqual({ waiting: 0, mine: 1, undisposed: 0, open: 3, snoozed: 0 });
  });

  test("a view shows only its own: what was taken leaves the waiting ones; a search takes in nothing new", () => {
    const taken = [contact(11, answeredBy(1, me), "started"), contact(12, conversation(9), "made")];
    const ids = (shown: Parameters<typeof applyListEvents>[3]) =>
      applyListEvents(list([conversation(1)]), taken, me, shown).list.data.map((row) => row.contact_id);
    expect(ids({ view: "waiting", q: "" })).toEqual([9]);
    expect(ids({ view: "all", q: "blue" })).toEqual([1]);
    expect(ids({ view: "all", q: "", channel: "email" })).toEqual([1]);
  });

  test("what the page knew already changes nothing, nor does the same event twice", () => {
    const events = [contact(9, answeredBy(1, me), "started")];
    expect(applyListEvents(list(), events, me, all).list).toEqual(list());
    const once = [contact(11, answeredBy(1, me), "started")];
    expect(applyListEvents(list(), [...once, ...once], me, all).list.counts).toEqual(
      applyListEvents(list(), once, me, all).list.counts,
    );
  });

  test("the most urgent who waits stands first, and a priority that a colleague changes is there at once", () => {
    const rows = [conversation(1), conversation(5, { priority: "urgent" }), conversation(4, { priority: "low" })];
    expect(byWaitingTime(rows).map((row) => row.contact_id)).toEqual([5, 1, 4]);
    const raised = contact(11, conversation(4, { priority: "high" }), "changed");
    const after = applyListEvents(list(rows), [raised], me, all);
    expect(after.list.data.map((row) => row.contact_id)).toEqual([5, 4, 1]);
    expect(after.list.counts).toEqual(list(rows).counts);
    const urgent = applyListEvents(list([]), [contact(11, conversation(9), "made")], me, {
      ...all,
      priority: "urgent",
    });
    expect(urgent.list.data).toEqual([]);
  });

  test("the number in the title: who waits, and mine with unread words", () => {
    expect(waitingForMe(list([conversation(1), answeredBy(2, me), answeredBy(3, me, { unread: 0 })]), me)).toBe(2);
  });

  test("the order does not depend on the order it had", () => {
    const rows = [1, 2, 3, 4, 5, 6].map((id) => (id % 2 ? conversation(id) : answeredBy(id, me)));
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: 6 }), (mixed) => {
        expect(byWaitingTime(mixed).map((row) => row.contact_id)).toEqual([1, 3, 5, 6, 4, 2]);
      }),
    );
  });
});

describe("the thread after events", () => {
  const thread = (...data: ReturnType<typeof said>[]): LoadedThread => ({
    contact_id: 1,
    data,
    more: false,
    cursor: 10,
  });

  test("an event that comes twice is one bubble; a late one slots in by its own time (M7, M34)", () => {
    const late = said(5, { date: 1_001 });
    const after = applyThreadEvents(thread(said(1), said(2)), [message(11, late), message(11, late)]);
    expect(after.data.map(({ id }) => id)).toEqual([1, 5, 2]);
  });

  test("a status never goes back (M8), but a failed message that is sent again begins anew", () => {
    const read = said(1, { status: "read" });
    const back = applyThreadEvents(thread(read), [message(11, { ...read, status: "delivered" }, "status")]);
    expect(back.data[0]?.status).toBe("read");
    const failed = said(1, { status: "failed" });
    const again = applyThreadEvents(thread(failed), [message(11, { ...failed, status: "queued" }, "status")]);
    expect(again.data[0]?.status).toBe("queued");
  });

  test("messages of other conversations stay out, and those older than what is loaded", () => {
    const other = message(11, said(3, { contact_id: 2 }));
    const old = message(12, said(4, { date: 1 }));
    expect(applyThreadEvents({ ...thread(said(1)), more: true }, [other, old]).data.map(({ id }) => id)).toEqual([1]);
  });

  test("in whatever order events come, the thread ends the same", () => {
    const events = [said(2), said(3, { date: 900 }), said(4), said(5, { date: 1_003 })].map((one, at) =>
      message(11 + at, one),
    );
    const end = applyThreadEvents(thread(said(1)), events).data;
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: 4 }), (mixed) => {
        expect(applyThreadEvents(thread(said(1)), mixed).data).toEqual(end);
      }),
    );
  });
});
