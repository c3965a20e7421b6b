import type { VisitorEvent } from "../../../rules/webchat";
import { Contact, Message } from "../../chat/contract.schemas";
import type { Event } from "../../kit/events";
import type { TransientEvent } from "../../kit/transient-events";
import { drop, put } from "./multimap";
import { type Availability, conversationState, isPublic, shownMessage } from "./shown";
import type { VisitorThread } from "./thread";
import type { Site, Visitor } from "./visitors";

/** One open stream of one visitor. `tell` must not wait. */
export type Stream = {
  site: Site;
  visitor: Visitor;
  tell(told: VisitorEvent): void;
  /** Ends it from our side. */
  shut(): void;
};

export type OpenStream = Stream & {
  contact: Contact | null;
  /** Events up to here are in what it was told; undefined while it is being told. */
  cursor: number | undefined;
  /** What happens meanwhile. */
  waiting: Event[];
  /** Events up to here may have been lost: a reading from before that does not count. */
  floor: number;
  /** The newest message told: a later reading goes on from it. */
  newest: number | undefined;
  away: Availability;
};

export type Followed = {
  stop(): void;
  /** By way in and the visitor's id there, and by conversation: an event costs what it concerns, not what listens. */
  byVisitor: Map<string, Set<OpenStream>>;
  byContact: Map<number, Set<OpenStream>>;
  /** Places in the queue, and whether anybody is there, may have changed. */
  queueMoved: boolean;
  peopleMoved: boolean;
  lookedAt: number;
  notedAt: number;
  timer: NodeJS.Timeout;
};

/** An external id is one visitor of one way in. */
export const placeKey = (inbox: number, external: string) => `${inbox} ${external}`;

/** The streams that an event is about. */
function concerned(followed: Followed, { kind, body }: Event): Iterable<OpenStream> {
  const contact = body.contact as { contact_id?: number; inbox_id?: number; user_id?: string } | undefined;
  const id = kind === "chat.message" ? Number(body.contact_id) : Number(contact?.contact_id);
  const place = contact?.user_id === undefined ? undefined : placeKey(Number(contact.inbox_id), contact.user_id);
  return new Set([
    ...(followed.byContact.get(id) ?? []),
    ...((place !== undefined && followed.byVisitor.get(place)) || []),
  ]);
}

/** One event to one visitor: their own conversation's, and of that only what is public. */
export function tellEvent(secret: string, followed: Followed, one: OpenStream, { kind, body }: Event): void {
  if (kind === "chat.message") {
    const message = Message.safeParse(body.message);
    // Ticks are the agents' own: nothing that a visitor sees changes.
    if (!message.success || body.public !== true || body.change === "status" || !isPublic(message.data)) return;
    if (one.contact && message.data.contact_id < one.contact.contact_id) return;
    const { unread } = (body.contact ?? {}) as { unread?: number };
    const shown = shownMessage(message.data, { account: one.site.account, secret });
    one.newest = Math.max(one.newest ?? 0, shown.id);
    one.tell({ kind: "message", message: shown, unseen: unread ?? 0 });
    return;
  }
  const contact = Contact.safeParse(body.contact);
  if (!contact.success || (one.contact && contact.data.contact_id < one.contact.contact_id)) return;
  belong(followed, one, contact.data);
  one.tell({ kind: "standing", standing: conversationState(contact.data, undefined, one.away) });
}

/** An agent types, or stopped. */
export function tellTyping(followed: Followed, { kind, body }: TransientEvent): void {
  if (kind !== "chat.typing" || body.side !== "agent" || body.what === "viewing") return;
  const name = String(body.name ?? "").split(" ")[0] ?? "";
  for (const one of followed.byContact.get(Number(body.contact_id)) ?? [])
    one.tell({ kind: "typing", name, on: body.what === "typing" });
}

/** The stream is of this conversation from now on. */
function belong(followed: Followed, one: OpenStream, contact: Contact | null): void {
  if (one.contact?.contact_id !== contact?.contact_id) {
    if (one.contact) drop(followed.byContact, one.contact.contact_id, one);
    if (contact) put(followed.byContact, contact.contact_id, one);
  }
  one.contact = contact;
}

/** Takes over what was read of the visitor's conversation. */
export function takeSeen(followed: Followed, one: OpenStream, seen: VisitorThread): void {
  one.away = seen.away;
  belong(followed, one, seen.contact);
}

/** Answers whether anybody was told. */
export function tellAway(streams: readonly OpenStream[], away: Availability): boolean {
  const concerned = streams.filter((one) => one.away.open !== away.open || one.away.opens_at !== away.opens_at);
  for (const one of concerned) {
    one.away = away;
    one.tell({ kind: "away", ...away });
  }
  return concerned.length > 0;
}

export function threadState({ contact, queue, away }: VisitorThread) {
  return conversationState(contact, queue, away);
}

/** Changes of a conversation after which others have another place in the queue. */
const queueChanges = new Set(["made", "queued", "started", "transferred", "ended"]);

/** One event of the account, to the visitors that it is about; it waits where a visitor is being told the state. */
export function hearEvent(secret: string, followed: Followed, event: Event): void {
  if (event.kind === "chat.participant") followed.peopleMoved = true;
  if (event.kind !== "chat.message" && event.kind !== "chat.contact") return;
  if (event.kind === "chat.contact" && queueChanges.has(String(event.body.change))) followed.queueMoved = true;
  for (const one of concerned(followed, event)) {
    if (one.cursor === undefined) one.waiting.push(event);
    else if (event.seq > one.cursor) tellEvent(secret, followed, one, event);
  }
}
