import { channels } from "../../../rules/channels";
import { replyWindow } from "../../../rules/chat-channels";
import { duration, showDay, showTime } from "../../../rules/format";
import type { Channel, MessageStatus } from "../../../services/chat/contract.fields";
import type { Contact } from "../../../services/chat/contract.schemas";
import { conversationList, type InboxView } from "./inbox";

export const channelNames = Object.fromEntries(
  Object.entries(channels).map(([channel, { name }]) => [channel, name]),
) as Record<Channel, string>;

export const viewNames: Record<InboxView, string> = {
  all: "All",
  waiting: "Waiting",
  mine: "Mine",
  undisposed: "No disposition",
  open: "Open",
  snoozed: "Snoozed",
  ended: "Ended",
};

/** Under the heading of each view's empty list. */
export const emptyWords: Record<InboxView, [title: string, text: string]> = {
  all: ["Nothing to answer", "A conversation shows here as soon as a customer writes on one of your channels."],
  waiting: ["No one is waiting", "Unanswered conversations, the most urgent and the longest wait first."],
  mine: [
    "You have no conversation",
    "Take a waiting conversation. With automatic routing, you get conversations while you are online.",
  ],
  undisposed: [
    "All ended conversations have a disposition",
    "Ended conversations appear here until they have one, or are ignored.",
  ],
  open: ["No open conversations", "All open conversations are listed here."],
  snoozed: ["No snoozed conversations", "Conversations that were put aside until a time are listed here."],
  ended: ["No ended conversations yet", "Ended conversations are listed here, newest first."],
};

export const statusNames: Record<MessageStatus, string> = {
  received: "Received",
  queued: "Sending",
  sent: "Sent",
  delivered: "Delivered",
  read: "Read",
  failed: "Failed",
};

export function conversationCount(count: number): string {
  return count === 1 ? "1 conversation" : `${count} conversations`;
}

/** A customer without a name is known by number, address or the channel. */
export function customerName(contact: Pick<Contact, "name" | "msisdn" | "email" | "channel" | "contact_id">): string {
  return contact.name || contact.msisdn || contact.email || `${channelNames[contact.channel]} visitor`;
}

/** Since when a customer waits for an answer that can be given now; undefined: nobody waits, or nothing may be sent. */
export function waitsSince(contact: Contact, now: number): number | undefined {
  if (conversationList(contact) !== "waiting" || contact.latest_is_admin) return undefined;
  if (!replyWindow(contact.channel, contact.last_customer_at, now).open) return undefined;
  return contact.waiting_since ?? contact.created_at;
}

/** "waits 14 min", "waits 40 s" */
export function waits(since: number, now: number): string {
  const seconds = Math.max(0, now - since);
  const words = duration(seconds < 60 ? seconds : seconds - (seconds % 60));
  return `waits ${words.split(" ").slice(0, 2).join(" ")}`;
}

/** Longer than five minutes is a warning, longer than ten is bad. */
export function waitColour(since: number, now: number): string {
  const minutes = (now - since) / 60;
  return minutes >= 10 ? "text-bad" : minutes >= 5 ? "text-warn" : "text-quiet";
}

/** The whole minutes and hours left of a window: "3 h 12 min left", "under a minute left". */
export function left(until: number, now: number): string {
  const seconds = until - now;
  return seconds < 60 ? "under a minute left" : `${duration(seconds - (seconds % 60))} left`;
}

/** A line of the log between messages; "2:41 pm" with it. */
export function logTime(seconds: number, zone: string): string {
  return showTime(seconds * 1000, zone);
}

/** A moment to come, with its day: "on Mon 30 Nov 2026 at 8:00 am". */
export function momentWords(seconds: number, zone: string): string {
  return `on ${showDay(seconds * 1000, zone)} at ${showTime(seconds * 1000, zone)}`;
}

/** Until when it is snoozed, in a row: "Until Mon 30 Nov 2026, 8:00 am" */
export function snoozedWords(seconds: number, zone: string): string {
  return `Until ${showDay(seconds * 1000, zone)}, ${showTime(seconds * 1000, zone)}`;
}

/** A time away: "1:38 am to 1:52 am", or how long it was where both would read the same. */
export function timeSpan({ from, to }: { from: number; to: number }, zone: string): string {
  const [begun, over] = [logTime(from, zone), logTime(to, zone)];
  return begun === over ? `for ${duration(Math.max(1, to - from))}` : `${begun} to ${over}`;
}

/** `take`: it waits, and whoever answers takes it by that. */
export type ReplyPermission = { reply: true; take?: true } | { reply: false; why: string };

/** Whether this person may write to the customer now, else why not. Private notes always work (statement M16). */
export function writing(
  contact: Contact,
  window: { open: boolean; until: number | null; words: string },
  me: string,
  now: number,
  channelOff = false,
): ReplyPermission {
  if (contact.ended)
    return { reply: false, why: "This conversation has ended. It opens again when the customer writes." };
  const waits = conversationList(contact) === "waiting";
  if (!waits && contact.participant_id !== me)
    return { reply: false, why: `${contact.response_by || "A colleague"} answers this conversation.` };
  if (channelOff)
    return { reply: false, why: "This channel is switched off or disconnected, so no reply can be sent." };
  if (!window.open || (window.until !== null && window.until <= now))
    return { reply: false, why: window.words || "The time to reply is over." };
  return waits ? { reply: true, take: true } : { reply: true };
}

/** The team whose members alone a conversation waits for; empty: it waits for everyone, or no longer waits. */
export function waitingTeam(contact: Contact): string {
  return conversationList(contact) === "waiting" && !contact.team_opened ? contact.team : "";
}

/** The skill that a conversation waits for, and until when in words; empty: it waits for none, or no longer waits. */
export function waitingSkill(contact: Contact, zone: string): string {
  if (conversationList(contact) !== "waiting" || contact.skill === "") return "";
  return contact.skill_until === null
    ? `the skill ${contact.skill}`
    : `the skill ${contact.skill} until ${logTime(contact.skill_until, zone)}`;
}

/** What a row says of the last message. */
export function lastWords(contact: Contact): string {
  return contact.latest_message || "No message yet";
}
