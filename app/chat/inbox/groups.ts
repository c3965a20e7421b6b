import type { Contact } from "../../../services/chat/contract.schemas";
import { type ConversationList, type ConversationLists, conversationList, type InboxView } from "./inbox";

/** Conversations under one heading of the list. */
export type ConversationGroup = {
  name: string;
  aside: string;
  rows: Contact[];
  /** How many there are: "137", or "50+" where a filter leaves open how many. */
  count: string;
  /** The view that has all of them, where these are the first ones alone, and what the link to it says. */
  all: { view: InboxView; label: string } | undefined;
};

/** `more`: the views of which "All" has the first conversations alone. */
export type GroupedLists = ConversationLists & { more: readonly InboxView[] };

const allLabels: Partial<Record<InboxView, string>> = {
  waiting: "All waiting conversations",
  mine: "All my conversations",
  undisposed: "All that need a disposition",
  open: "All open conversations",
};

/**
 * All in the order of what one does next: who waits, whom I answer, what wants a disposition, and the others.
 * @param narrowed the list is searched or filtered; the counts of the views are of the whole inbox
 */
export function conversationGroups(
  list: GroupedLists,
  { view, narrowed }: { view: InboxView; narrowed: boolean },
  me: string,
): ConversationGroup[] {
  const { conversations, max_conversation } = list.mine;
  const { counts } = list;
  const group = (name: string, aside: string, rows: Contact[], of?: InboxView, total = rows.length) => {
    const label = of && list.more.includes(of) ? allLabels[of] : undefined;
    if (!of || label === undefined) return { name, aside, rows, count: String(rows.length), all: undefined };
    const count = narrowed ? `${rows.length}+` : String(Math.max(total, rows.length));
    return { name, aside, rows, count, all: { view: of, label } };
  };
  if (view === "ended") return [group("Ended", "last first", list.data)].filter(hasRows);
  const placed = (place: ConversationList) => list.data.filter((row) => conversationList(row) === place);
  const isMine = (row: Contact) => row.participant_id === me;
  const [waiting, open] = [placed("waiting"), placed("open")];
  const order = waiting.some(({ priority }) => priority !== "normal") ? "most urgent first" : "longest first";
  const allowed = `${conversations} of ${max_conversation} allowed`;
  const others = open.filter((row) => !isMine(row));
  return [
    group("Waiting", order, waiting, "waiting", counts.waiting),
    group("Mine", allowed, open.filter(isMine), "mine", counts.mine),
    group("Ended, needs a disposition", "", placed("undisposed"), "undisposed", counts.undisposed),
    group("With colleagues", "", others, "open", counts.open - counts.mine),
    group("Snoozed", view === "snoozed" ? "due first" : "", placed("snoozed")),
    group("With the bot", "", placed("bot")),
    group("Ended", "", placed("done")),
  ].filter(hasRows);
}

function hasRows({ rows }: ConversationGroup): boolean {
  return rows.length > 0;
}
