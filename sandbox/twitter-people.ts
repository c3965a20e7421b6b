import { randomInt } from "node:crypto";
import type { SentFile } from "./chat-wire";

/** A post or a direct message, as the sandbox's X keeps it. */
export type XLine = {
  id: string;
  kind: "post" | "dm";
  from: "customer" | "business";
  text: string;
  /** Where its picture lies, and what it is called. */
  picture: { url: string; name: string } | undefined;
  /** Of a post: the first of its thread, and the one that it answers. */
  conversation: string;
  reply_to: string;
  at: Date;
  gone: boolean;
};
export type XPerson = { id: string; name: string; username: string; lines: XLine[]; closed: boolean };
export type XAccount = { id: string; name: string; username: string };
/** What someone writes on X. `to`: the post that they answer. */
export type XWritten = { text: string; to?: string; picture?: SentFile };

let last = 0;

/** An id as X makes them: later ones are larger. */
export function snowflake(): string {
  last = Math.max(last + 1, Date.now());
  return `1${last}${randomInt(1_000, 9_999)}`;
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const user = ({ id, name, username }: XAccount) => ({ id, id_str: id, name, screen_name: username });
const pictureLink = "https://t.co/sandboxpic";

type ShownLine = { own: XAccount; person: XPerson; line: XLine };

/** A post as the Account Activity API shows it: a tweet of API v1.1. */
export function postActivity({ own, person, line }: ShownLine): object {
  const ours = line.from === "business";
  const [author, other] = ours ? [person, own] : [own, person];
  const mention = `@${author.username} `;
  const said = line.text.startsWith("@") ? line.text : `${mention}${line.text}`;
  const media = line.picture
    ? [{ id_str: "1", type: "photo", url: pictureLink, media_url_https: line.picture.url }]
    : undefined;
  const text = `${escaped(said)}${media ? ` ${pictureLink}` : ""}`;
  const entities = { hashtags: [], urls: [], symbols: [], user_mentions: [user(author)] };
  const long = text.length > 140;
  return {
    for_user_id: own.id,
    tweet_create_events: [
      {
        ...{ created_at: line.at.toUTCString(), timestamp_ms: String(line.at.getTime()), id_str: line.id, lang: "en" },
        ...{ text: long ? `${text.slice(0, 120)}…` : text, truncated: long, user: user(other), entities },
        in_reply_to_status_id_str: line.reply_to || null,
        in_reply_to_user_id_str: line.reply_to ? author.id : null,
        ...(long ? { extended_tweet: { full_text: text, entities } } : {}),
        ...(media ? { extended_entities: { media } } : {}),
      },
    ],
  };
}

/** A direct message as the Account Activity API shows it. */
export function dmActivity({ own, person, line }: ShownLine): object {
  const ours = line.from === "business";
  const attachment = line.picture
    ? { attachment: { type: "media", media: { type: "photo", url: pictureLink, media_url_https: line.picture.url } } }
    : {};
  const text = `${escaped(line.text)}${line.picture ? ` ${pictureLink}` : ""}`;
  return {
    for_user_id: own.id,
    direct_message_events: [
      {
        ...{ type: "message_create", id: line.id, created_timestamp: String(line.at.getTime()) },
        message_create: {
          target: { recipient_id: ours ? person.id : own.id },
          sender_id: ours ? own.id : person.id,
          message_data: { text, entities: { hashtags: [], symbols: [], urls: [], user_mentions: [] }, ...attachment },
        },
      },
    ],
    users: { [person.id]: { ...user(person), id: person.id }, [own.id]: { ...user(own), id: own.id } },
  };
}

/** Direct messages with one person as API v2 lists them. */
export function dmEvents(own: XAccount, person: XPerson | undefined): object {
  const lines = (person?.lines ?? []).filter(({ kind, gone }) => kind === "dm" && !gone).reverse();
  const data = lines.map(({ id, text, from, at, picture }) => ({
    ...{ id, event_type: "MessageCreate", created_at: at.toISOString() },
    ...{ sender_id: from === "business" ? own.id : person?.id },
    text: `${escaped(text)}${picture ? ` ${pictureLink}` : ""}`,
    ...(picture
      ? { attachments: { media_keys: [`3_${id}`] }, entities: { urls: [{ url: pictureLink, expanded_url: "" }] } }
      : {}),
  }));
  const media = lines.flatMap(({ id, picture }) =>
    picture ? [{ media_key: `3_${id}`, type: "photo", url: picture.url }] : [],
  );
  const users = person ? [{ id: person.id, name: person.name, username: person.username }] : [];
  return { data, includes: { media, users }, meta: { result_count: data.length } };
}

/** Everyone on the sandbox's X, and what they wrote. */
export function xPeople() {
  const people = new Map<string, XPerson>();
  return {
    all: () => [...people.values()].reverse(),
    find: (id: string) => people.get(id),
    /** Someone by their id, made when new; who did something last comes first. */
    join(id: string, name = "", username = ""): XPerson {
      const made = { id, name: name || id, username: username || `user${id.slice(-6)}`, lines: [], closed: false };
      const found = people.get(id) ?? made;
      if (name) found.name = name;
      if (username) found.username = username;
      people.delete(id);
      people.set(id, found);
      return found;
    },
    findLine(id: string): { person: XPerson; line: XLine } | undefined {
      for (const person of people.values()) {
        const line = person.lines.find((one) => one.id === id);
        if (line) return { person, line };
      }
      return undefined;
    },
  };
}
export type XPeople = ReturnType<typeof xPeople>;

type NewLine = Pick<XLine, "kind" | "from" | "text"> & { picture?: XLine["picture"]; parent?: XLine | undefined };

/** Writes a line of someone; what answers no post begins a thread. */
export function addLine(person: XPerson, { parent, picture, ...given }: NewLine): XLine {
  const id = snowflake();
  const thread = { conversation: parent?.conversation ?? id, reply_to: parent?.id ?? "" };
  const line: XLine = { ...given, ...thread, id, picture, at: new Date(), gone: false };
  person.lines.push(line);
  return line;
}
