import { channelNamed } from "./channels";
import { type ChannelDescriptor, daySeconds, maxOwnBytes, megabyte } from "./channels/channel";

const unknown: Pick<ChannelDescriptor, "name" | "characters" | "files" | "delete" | "sync"> = {
  name: "",
  characters: 10_000,
  delete: "here",
};

export function channelName(channel: string): string {
  return channelNamed(channel)?.name ?? channel;
}

/** What an agent can do on a channel. */
export function abilities(channel: string) {
  const { files, characters, sync = false, ...it } = channelNamed(channel) ?? unknown;
  const most = files ? Math.max(files.image, files.media, files.other) : 0;
  return {
    file: files !== undefined,
    delete: it.delete,
    sync,
    most_characters: characters,
    most_bytes: Math.min(most, maxOwnBytes),
  };
}

/** Why this can't be sent on the channel, in words; nothing when it can (statement M19). */
export function tooMuch(
  channel: string,
  message: { text?: string; file?: { type: string; bytes: number; name: string } },
): string | undefined {
  const rules = channelNamed(channel) ?? unknown;
  const length = [...(message.text ?? "")].length;
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
