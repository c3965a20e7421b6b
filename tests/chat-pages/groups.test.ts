import { describe, expect, test } from "vitest";
import { conversationGroups, type GroupedLists } from "../../app/chat/inbox/groups";
import type { InboxView } from "../../app/chat/inbox/inbox";
import { answeredBy, conversation } from "./samples";

const me = "7";
const ended = { ended: true, opened: false, participant_id: null, waiting_since: null };
const list = (more: InboxView[] = []): GroupedLists => ({
  data: [conversation(1), answeredBy(2, me), conversation(3, ended), conversation(4, ended), answeredBy(5, "8")],
  counts: { waiting: 1, mine: 1, undisposed: 137, open: 62, snoozed: 0 },
  mine: { conversations: 1, active_conversations: 5, max_conversation: 6 },
  cursor: 10,
  more,
});
const shown = { view: "all" as const, narrowed: false };
const named = (groups: ReturnType<typeof conversationGroups>, name: string) => groups.find((one) => one.name === name);

describe("headings of the inbox", () => {
  test("are in the order of what one does next, without empty ones", () => {
    expect(conversationGroups(list(), shown, me).map(({ name, count }) => [name, count])).toEqual([
      ["Waiting", "1"],
      ["Mine", "1"],
      ["Ended, needs a disposition", "2"],
      ["With colleagues", "1"],
    ]);
  });

  test("say how many there are where the first ones alone are shown, and lead to all of them", () => {
    const groups = conversationGroups(list(["undisposed", "open"]), shown, me);
    expect(named(groups, "Ended, needs a disposition")).toMatchObject({ count: "137", all: { view: "undisposed" } });
    // Those of colleagues: open ones without mine.
    expect(named(groups, "With colleagues")).toMatchObject({ count: "61", all: { view: "open" } });
    expect(named(groups, "Waiting")).toMatchObject({ count: "1", all: undefined });
  });

  test("of a filtered list leave open how many there are: the counts are those of the whole inbox", () => {
    const groups = conversationGroups(list(["undisposed"]), { ...shown, narrowed: true }, me);
    expect(named(groups, "Ended, needs a disposition")).toMatchObject({ count: "2+", all: { view: "undisposed" } });
  });
});
