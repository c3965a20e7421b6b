import { type ChatPriority, priorityRank } from "../../../rules/chat-priority";
import type { Contact, Message } from "../../../services/chat/contract.schemas";

/** What the inbox shows of the account: the rows of a view, how many each view has, and up to which event it knows. */
export type ConversationLists = {
  data: Contact[];
  counts: { waiting: number; mine: number; undisposed: number; open: number; snoozed: number };
  mine: { conversations: number; active_conversations: number; max_conversation: number };
  cursor: number;
};
/** The messages of the open conversation that are loaded, oldest first. */
export type LoadedThread = { contact_id: number; data: Message[]; more: boolean; cursor: number };

/** An event of the log as the browser gets it. */
export type InboxEvent = { seq: number; kind: string; body: Record<string, unknown> };

/** Where a conversation stands: a bot has it, it waits, somebody answers it, it is snoozed, it wants a disposition, or nothing is left to do. */
export type ConversationList = "bot" | "waiting" | "open" | "snoozed" | "undisposed" | "done";

export function conversationList(contact: Contact): ConversationList {
  if (contact.ended)
    return contact.disposed_at === null && contact.disposition_ignored === null ? "undisposed" : "done";
  if (contact.opened) return contact.snoozed_until === null ? "open" : "snoozed";
  return contact.waiting_since === null ? "bot" : "waiting";
}

export type InboxView = "all" | "waiting" | "mine" | "undisposed" | "open" | "snoozed" | "ended";

function inView(contact: Contact, view: InboxView, me: string): boolean {
  const place = conversationList(contact);
  if (view === "all") return place !== "done" && place !== "snoozed";
  if (view === "mine") return place === "open" && contact.participant_id === me;
  if (view === "ended") return contact.ended;
  return place === view;
}

/** The most urgent who waits, then who is back in the queue, then the longest wait, then whatever was said last (spec of `chat.contacts`). */
export function byWaitingTime(rows: readonly Contact[]): Contact[] {
  const waits = (row: Contact) =>
    conversationList(row) === "waiting" ? (row.waiting_since ?? row.created_at) : undefined;
  return [...rows].sort((a, b) => {
    const [one, other] = [waits(a), waits(b)];
    if (one !== undefined && other !== undefined)
      return (
        priorityRank(b.priority) - priorityRank(a.priority) ||
        Number(b.again) - Number(a.again) ||
        one - other ||
        a.contact_id - b.contact_id
      );
    if (one !== undefined || other !== undefined) return one === undefined ? 1 : -1;
    if (a.snoozed_until !== null && b.snoozed_until !== null)
      return a.snoozed_until - b.snoozed_until || a.contact_id - b.contact_id;
    return b.latest_at - a.latest_at || b.contact_id - a.contact_id;
  });
}

/** Which conversations the list shows. */
export type InboxFilter = {
  view: InboxView;
  q: string;
  channel?: string | undefined;
  inbox?: number | undefined;
  label?: number | undefined;
  team?: number | undefined;
  priority?: ChatPriority | undefined;
};

/** Before these there was no conversation. */
const unknownBefore: ReadonlySet<string> = new Set(["made", "begun"]);

/** Where a conversation that is not loaded stood before what became of it. */
const before: { readonly [change: string]: ConversationList } = {
  snoozed: "open",
  resumed: "snoozed",
  started: "waiting",
  transferred: "open",
  queued: "open",
  ended: "open",
  disposed: "undisposed",
  ignored: "undisposed",
};

/** What no agent has had comes into the queue from a bot. */
function placeBefore(change: string, next: Contact): ConversationList {
  if (change === "queued" && next.started === null) return "bot";
  return before[change] ?? conversationList(next);
}

/**
 * The list after these events; those that it knew already change nothing. `guessed`: the last event of a conversation
 * that is not loaded; the counts follow by what mostly is, and are asked for anew by and by.
 */
export function applyListEvents(
  list: ConversationLists,
  events: readonly InboxEvent[],
  me: string,
  shown: InboxFilter,
): { list: ConversationLists; guessed: number } {
  const fresh = events.filter(({ seq, kind }) => seq > list.cursor && kind.startsWith("chat."));
  if (fresh.length === 0) return { list, guessed: 0 };
  const rows = new Map(list.data.map((row) => [row.contact_id, row]));
  const counts = { ...list.counts };
  const mine = { ...list.mine };
  let guessed = 0;
  const count = (place: ConversationList | undefined, who: string | null | undefined, by: 1 | -1) => {
    if (place === undefined || place === "done" || place === "bot") return;
    counts[place] += by;
    if ((place !== "open" && place !== "snoozed") || who !== me) return;
    if (place === "open") counts.mine += by;
    mine.conversations += by;
  };
  for (const { seq, kind, body } of fresh) {
    const told = body.contact as Partial<Contact> | undefined;
    if (told?.contact_id === undefined) continue;
    const known = rows.get(told.contact_id);
    const next = known ? { ...known, ...told } : whole(told);
    if (kind === "chat.contact" && next) {
      const was = known
        ? conversationList(known)
        : unknownBefore.has(`${body.change}`)
          ? undefined
          : placeBefore(`${body.change}`, next);
      if (!known && !unknownBefore.has(`${body.change}`)) guessed = seq;
      count(was, known ? known.participant_id : next.participant_id, -1);
      count(conversationList(next), next.participant_id, 1);
    }
    if (next) rows.set(next.contact_id, next);
  }
  const loaded = new Set(list.data.map((row) => row.contact_id));
  // What a search found stays; nobody knows here whether it would find another.
  const keep = (row: Contact) =>
    (loaded.has(row.contact_id) ||
      (shown.q === "" &&
        (!shown.channel || shown.channel === row.channel) &&
        (!shown.inbox || shown.inbox === row.inbox_id) &&
        (!shown.label || row.labels.some(({ id }) => id === shown.label)) &&
        (!shown.team || shown.team === row.team_id) &&
        (!shown.priority || shown.priority === row.priority))) &&
    ((shown.q !== "" && shown.view === "all") || inView(row, shown.view, me));
  return { list: { ...list, data: byWaitingTime([...rows.values()].filter(keep)), counts, mine }, guessed };
}

/** An event of before there were labels, teams, priorities and snoozed conversations says nothing of them. */
const unlabelled = {
  ...{
    labels: [],
    team_id: null,
    team: "",
    team_opened: false,
    skill_id: null,
    skill: "",
    skill_until: null,
    snoozed_until: null,
    snoozed_by: "",
  },
  priority: "normal" as const,
};

/** A contact of an event, if it has all that a row shows. */
function whole(told: Partial<Contact> | undefined): Contact | undefined {
  return told?.contact_id !== undefined && told.channel !== undefined && told.created_at !== undefined
    ? ({ ...unlabelled, ...told } as Contact)
    : undefined;
}

/** The messages after these events: each once, changed in place, in the order of the network's clock (statement M7). */
export function applyThreadEvents(thread: LoadedThread, events: readonly InboxEvent[]): LoadedThread {
  const told = events.flatMap(({ seq, kind, body }) => {
    const message = body.message as Message | undefined;
    return kind === "chat.message" && seq > thread.cursor && message?.contact_id === thread.contact_id ? [message] : [];
  });
  return told.length === 0 ? thread : { ...thread, data: withMessages(thread, told) };
}

/** Messages added or changed; one that is older than all that is loaded waits for "Earlier messages". */
export function withMessages({ data, more }: Pick<LoadedThread, "data" | "more">, told: readonly Message[]): Message[] {
  const known = new Map(data.map((message) => [message.id, message]));
  const oldest = data[0];
  for (const message of told) {
    const before = known.get(message.id);
    if (!before && more && oldest && byTime(message, oldest) < 0) continue;
    known.set(message.id, before ? newer(before, message) : message);
  }
  return [...known.values()].sort(byTime);
}

function byTime(a: Message, b: Message): number {
  return a.date - b.date || a.id - b.id;
}

const ranks = { received: 0, queued: 0, sent: 1, delivered: 2, read: 3, failed: 4 } as const;

/** A status never goes back (statement M8); only a failed message that is sent again is queued again. */
function newer(before: Message, after: Message): Message {
  const back = before.status !== "failed" && ranks[after.status] < ranks[before.status];
  return back ? { ...after, status: before.status } : after;
}

/** How many "All" lists: who waits, whom I or colleagues answer, and what wants a disposition. */
export function countOfAll({ waiting, open, undisposed }: ConversationLists["counts"]): number {
  return waiting + open + undisposed;
}

/** How many want an answer: waiting for anybody, or with unread words for me. The title of the browser shows it. */
export function waitingForMe(list: ConversationLists, me: string): number {
  const unread = list.data.filter((row) => row.opened && row.participant_id === me && row.unread > 0);
  return list.counts.waiting + unread.length;
}
