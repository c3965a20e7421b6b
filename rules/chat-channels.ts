import { channelNamed } from "./channels";
import { type ChannelDescriptor, daySeconds, maxOwnBytes, megabyte } from "./channels/channel";

const unknown: Pick<ChannelDescriptor, "name" | "characters" | "files" | "delete" | "sync"> = {
  name: "",
  characters: 10_000,
  delete: "here",
};

const characterCount = (text: string): number => [...text].length;

/** What holds in one conversation of a channel, by the customer's id there: a public thread has rules of its own. */
function conversationRules(channel: string, user: string) {
  const { thread, ...rules }: Partial<ChannelDescriptor> & typeof unknown = channelNamed(channel) ?? unknown;
  const usual = { length: characterCount, message: thread?.names.others ?? "", ...rules };
  if (!thread || !user.startsWith(thread.prefix)) return usual;
  const { characters, length, answerHint, names } = thread;
  return {
    ...usual,
    ...{ characters, length, answerHint, message: names.thread, public: true, delete: thread.delete, sync: false },
  };
}

/** What a conversation is called where a channel has two kinds of them; empty elsewhere. */
export function conversationKind(channel: string, user: string): string {
  const { thread } = channelNamed(channel) ?? {};
  if (!thread) return "";
  return user.startsWith(thread.prefix) ? thread.kinds.thread : thread.kinds.others;
}

/** What stands above the field of an answer, what is written there, and how it is counted. */
export function answerRules(channel: string, user: string) {
  const { answerHint = "", message, length } = conversationRules(channel, user);
  return { hint: answerHint, message, length };
}

/** Everyone reads what is written there, so no program writes in the name of the business. */
export function isPublic(channel: string, user: string): boolean {
  return conversationRules(channel, user).public ?? false;
}

export function channelName(channel: string): string {
  return channelNamed(channel)?.name ?? channel;
}

/** What an agent can do in a conversation. @param user the customer's id on the channel */
export function abilities(channel: string, user = "") {
  const { files, characters, sync = false, ...it } = conversationRules(channel, user);
  const most = files ? Math.max(files.image, files.media, files.other) : 0;
  return {
    file: files !== undefined,
    delete: it.delete,
    sync,
    most_characters: characters,
    most_bytes: Math.min(most, maxOwnBytes),
  };
}

/** Why this can't be sent in a conversation, in words; nothing when it can (statement M19). */
export function tooMuch(
  channel: string,
  message: { text?: string; file?: { type: string; bytes: number; name: string } },
  user = "",
): string | undefined {
  const rules = conversationRules(channel, user);
  const length = rules.length(message.text ?? "");
  if (length > rules.characters)
    return `${rules.name} takes ${rules.characters.toLocaleString("en")} characters; this has ${length.toLocaleString("en")}.`;
  if (!message.file) return undefined;
  if (!rules.files) return `${rules.name} takes no files.`;
  const { type, bytes, name } = message.file;
  const kind = type.startsWith("image/") ? "image" : /^(audio|video)\//.test(type) ? "media" : "other";
  const most = rules.files[kind];
  if (most === 0) return `${rules.name} takes pictures only.`;
  return bytes > most ? `${rules.name} takes ${most / megabyte} MB at most; ${name} is larger.` : undefined;
}

/** Until when one may write freely, and what holds then. Times in seconds; `until` null: no end. */
export type ReplyWindow = { open: boolean; until: number | null; words: string };

const always: ReplyWindow = { open: true, until: null, words: "" };

/**
 * May a reply go out now? WhatsApp: until exactly 24 h after the customer's last message, by the network's clock (M16).
 * Messenger: 24 h, then until 7 days only what a person writes (M17). Everywhere else at any time.
 * @param last the customer's last message, in seconds
 */
export function replyWindow(
  channel: string,
  last: number | null,
  now: number,
  by: "person" | "system" = "person",
): ReplyWindow {
  const { name = channel, window } = channelNamed(channel) ?? {};
  if (!window) return always;
  if (last === null)
    return { open: false, until: null, words: `${name} lets you write when the customer has written.` };
  const free = last + window.freeSeconds;
  if (now < free) return { open: true, until: free, words: `${name} lets you write freely until then.` };
  const { personSeconds: people } = window;
  if (!people) return { open: false, until: free, words: window.closed };
  const until = last + people.until;
  if (now >= until) return { open: false, until, words: window.closed };
  return by === "person" ? { open: true, until, words: people.open } : { open: false, until, words: people.others };
}

/** How Messenger wants a reply marked (M17); nothing elsewhere or outside every window. */
export function messengerTag(last: number | null, now: number): "RESPONSE" | "HUMAN_AGENT" | undefined {
  if (last === null || now >= last + 7 * daySeconds) return undefined;
  return now < last + daySeconds ? "RESPONSE" : "HUMAN_AGENT";
}
