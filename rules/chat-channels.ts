import { limitsOf } from "./files";

const hour = 3_600;
const megabyte = 1024 * 1024;

/** What a channel takes beyond its words; `sync`: its history can be asked for again. */
type Channel = {
  name: string;
  characters: number;
  /** Bytes of a picture, a sound or film, anything else; none: no files. */
  files?: { image: number; media: number; other: number };
  delete: "everywhere" | "here" | "no";
  sync?: true;
};

/** What the system itself takes (Q076). */
const maxOwn = limitsOf.chat.maxBytes;
const ownFiles = { image: maxOwn, media: maxOwn, other: maxOwn };

/** Statement M19: what the networks take, so that we refuse it before they do. */
const channels: { readonly [name: string]: Channel } = {
  webchat: { name: "Web chat", characters: 10_000, files: ownFiles, delete: "everywhere" },
  mobile: { name: "Mobile app", characters: 10_000, files: ownFiles, delete: "everywhere" },
  whatsapp: {
    name: "WhatsApp",
    characters: 4_096,
    files: { image: 5 * megabyte, media: 16 * megabyte, other: 100 * megabyte },
    delete: "here",
  },
  facebook: {
    name: "Messenger",
    characters: 2_000,
    files: { image: 8 * megabyte, media: 25 * megabyte, other: 25 * megabyte },
    delete: "here",
    sync: true,
  },
  telegram: {
    name: "Telegram",
    characters: 4_096,
    files: { image: 10 * megabyte, media: 50 * megabyte, other: 50 * megabyte },
    delete: "everywhere",
  },
  twitter: {
    name: "X",
    characters: 10_000,
    files: { image: 5 * megabyte, media: 15 * megabyte, other: 0 },
    delete: "everywhere",
    sync: true,
  },
  email: { name: "Email", characters: 25_000, files: ownFiles, delete: "here" },
  playstore: { name: "Play Store", characters: 350, delete: "here" },
};

const unknown: Channel = { name: "", characters: 10_000, delete: "here" };

export function channelName(channel: string): string {
  return (channels[channel] ?? unknown).name || channel;
}

/** What an agent can do on a channel. */
export function abilities(channel: string) {
  const { files, characters, sync = false, ...it } = channels[channel] ?? unknown;
  const most = files ? Math.max(files.image, files.media, files.other) : 0;
  return {
    file: files !== undefined,
    delete: it.delete,
    sync,
    most_characters: characters,
    most_bytes: Math.min(most, maxOwn),
  };
}

/** Why this can't be sent on the channel, in words; nothing when it can (statement M19). */
export function tooMuch(
  channel: string,
  message: { text?: string; file?: { type: string; bytes: number; name: string } },
): string | undefined {
  const rules = channels[channel] ?? unknown;
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

const day = 24 * hour;
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
  if (channel !== "whatsapp" && channel !== "facebook") return always;
  const name = channelName(channel);
  if (last === null)
    return { open: false, until: null, words: `${name} lets you write when the customer has written.` };
  const free = last + day;
  if (now < free) return { open: true, until: free, words: `${name} lets you write freely until then.` };
  if (channel === "whatsapp")
    return {
      open: false,
      until: free,
      words: "24 hours have passed since the customer wrote: WhatsApp takes only approved templates now.",
    };
  const people = last + 7 * day;
  if (now < people && by === "person")
    return {
      open: true,
      until: people,
      words: "24 hours have passed: Messenger takes what you write yourself, for 7 days.",
    };
  if (now < people) return { open: false, until: people, words: "Messenger takes only what a person writes now." };
  return { open: false, until: people, words: "7 days have passed since the customer wrote: Messenger is closed." };
}

/** How Messenger wants a reply marked (M17); nothing elsewhere or outside every window. */
export function messengerTag(last: number | null, now: number): "RESPONSE" | "HUMAN_AGENT" | undefined {
  if (last === null || now >= last + 7 * day) return undefined;
  return now < last + day ? "RESPONSE" : "HUMAN_AGENT";
}
