import { playerKind } from "../../../rules/files";
import type { ConversationState, ShownMessage } from "../../../rules/webchat";
import type { Contact, Message } from "../../chat/contract.schemas";
import { signLink } from "../../kit/file-links";

/** Seconds for which a visitor's link to a file is good (statement M41). */
const linkLasts = 15 * 60;

export type Availability = { open: boolean; opens_at: number | null };
export type Queue = { position: number; expected_seconds: number | null } | null;

/** May a visitor know of it? Notes are the team's own. */
export function isPublic(message: Pick<Message, "type">): boolean {
  return message.type !== "note";
}

/** A message as its visitor may see it: no ids of people, and links that need no session. */
export function shownMessage(message: Message, { account, secret }: { account: string; secret: string }): ShownMessage {
  const mine = message.author === "customer";
  const { request_id } = message.meta;
  const id = /\/files\/([0-9a-f-]{36})/.exec(message.url)?.[1];
  const expires = Math.floor(Date.now() / 1000) + linkLasts;
  const gone = message.deleted;
  return {
    id: message.id,
    request_id: mine && typeof request_id === "string" ? request_id : "",
    mine,
    by: mine ? "" : firstName(message.by),
    type: message.type === "note" ? "event" : message.type,
    text: gone ? "" : message.message,
    at: message.date,
    gone,
    file:
      id && !gone
        ? {
            name: message.file_name,
            bytes: message.bytes ?? 0,
            image: message.image !== "",
            play: playerKind(message.file_type),
            url: signLink(secret, { account, id, expires, open: true }),
          }
        : null,
  };
}

/** An agent's first name is what a stranger needs. */
function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}

/** Where a conversation stands, for its visitor. */
export function conversationState(
  contact: Contact | null,
  queue: Queue | undefined,
  { open, opens_at }: Availability,
): ConversationState {
  const nothing = {
    ...{ contact_id: null, agent: "", unseen: 0, position: null, wait_seconds: null, rated: false },
    mail_to: "",
  };
  if (!contact) return { ...nothing, stage: "none", open, opens_at };
  const stage = contact.ended ? "ended" : contact.opened ? "open" : "waiting";
  return {
    contact_id: contact.contact_id,
    stage,
    agent: contact.opened ? firstName(contact.response_by) : "",
    unseen: contact.unread,
    // A place in the queue means something while somebody works through it.
    position: (stage === "waiting" && open && queue?.position) || null,
    wait_seconds: (stage === "waiting" && open && queue?.expected_seconds) || null,
    rated: contact.rating !== null,
    mail_to: contact.mail_to,
    open,
    opens_at,
  };
}
