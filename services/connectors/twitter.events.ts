// What X posts: https://docs.x.com/x-api/account-activity (payloads of API v1.1)
import { createHmac } from "node:crypto";
import { z } from "zod";
import { constantTimeEqual } from "../kit/constant-time";
import type { Item } from "./message";
import { dmItem, pictureFile, shownUser } from "./twitter.history";
import { Entities, withoutNames, writtenText } from "./twitter.text";

const id = z.string().regex(/^\d{1,25}$/);
const User = z.object({ id_str: id, name: z.string().default(""), screen_name: z.string().default("") });
const Media = z.object({
  url: z.string().default(""),
  media_url_https: z.string().default(""),
  type: z.string().default("photo"),
});
const Mentions = Entities.extend({
  user_mentions: z.array(z.object({ id_str: z.string().nullish() })).default([]),
});
const Extended = z.object({ media: z.array(Media).default([]) });
const Tweet = z.object({
  id_str: id,
  text: z.string().default(""),
  timestamp_ms: z.string().optional(),
  created_at: z.string().default(""),
  user: User,
  in_reply_to_status_id_str: id.nullish(),
  in_reply_to_user_id_str: id.nullish(),
  entities: Mentions.optional(),
  extended_entities: Extended.optional(),
  extended_tweet: z
    .object({ full_text: z.string(), entities: Mentions.optional(), extended_entities: Extended.optional() })
    .optional(),
  retweeted_status: z.unknown().optional(),
  quoted_status: z.object({ id_str: id, user: User }).nullish(),
});
type Tweet = z.output<typeof Tweet>;
const Dm = z.object({
  type: z.string(),
  id,
  created_timestamp: z.string(),
  message_create: z.object({
    target: z.object({ recipient_id: id }),
    sender_id: id,
    message_data: z.object({
      text: z.string().default(""),
      entities: Entities.optional(),
      attachment: z.object({ type: z.string(), media: Media.optional() }).optional(),
    }),
  }),
});
const Named = z.object({ name: z.string().default(""), screen_name: z.string().default("") });
const Read = z.object({ created_timestamp: z.string(), sender_id: id });
const DeletedTweet = z.object({ status: z.object({ id, user_id: id }), timestamp_ms: z.string().default("") });
const Posted = z.object({
  for_user_id: id.optional(),
  tweet_create_events: z.array(z.unknown()).default([]),
  tweet_delete_events: z.array(z.unknown()).default([]),
  direct_message_events: z.array(z.unknown()).default([]),
  direct_message_mark_read_events: z.array(z.unknown()).default([]),
  users: z.record(z.string(), z.unknown()).default({}),
  user_event: z.object({ revoke: z.object({ source: z.object({ user_id: id }) }).optional() }).optional(),
});

/** A post among the items, before it is known which thread it belongs to. */
export const PostFacts = z.object({
  id,
  author: id,
  /** The post that it answers; empty: none. */
  reply_to: z.string(),
  kind: z.enum(["mention", "reply", "quote"]),
});
export type PostFacts = z.infer<typeof PostFacts>;

/** What X expects for its question whether the address is ours. */
export function challengeAnswer(secret: string, token: string): string {
  return `sha256=${createHmac("sha256", secret).update(token).digest("base64")}`;
}

/** The signature of bytes that X posts. */
export function xSignature(secret: string, raw: Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(raw).digest("base64")}`;
}

export function signedByX(secret: string, given: string | undefined, raw: Uint8Array): boolean {
  return secret !== "" && constantTimeEqual(given ?? "", xSignature(secret, raw));
}

/** The parts of what X posted, each for the account that it is about, and what could not be understood. */
export function readActivity(body: unknown, shown: string) {
  const posted = Posted.safeParse(body);
  if (!posted.success) return { account: "", items: [], faults: ["This is no activity of X's."] };
  const { users, user_event, for_user_id: account = user_event?.revoke?.source.user_id ?? "" } = posted.data;
  const faults: string[] = [];
  const read = <S extends z.ZodType>(
    what: string,
    shape: S,
    given: readonly unknown[],
    make: (of: z.output<S>) => Item[],
  ) =>
    given.flatMap((one) => {
      const parsed = shape.safeParse(one);
      if (parsed.success) return make(parsed.data);
      faults.push(`${what} is not as we know it.`);
      return [];
    });
  const own = { id: account, shown };
  const revoked: Item[] = user_event?.revoke
    ? [{ kind: "word", words: "The account took back the application's access on X.", stops: true }]
    : [];
  const items = [
    ...read("A post", Tweet, posted.data.tweet_create_events, (one) => tweetItems(one, own)),
    ...read("A deleted post", DeletedTweet, posted.data.tweet_delete_events, ({ status, timestamp_ms }): Item[] => [
      { kind: "change", provider_id: `tweet:${status.id}`, change: "deleted", text: "", at: timeIn(timestamp_ms) },
    ]),
    ...read("A direct message", Dm, posted.data.direct_message_events, (one) => dmItems(one, own, users)),
    ...read("A mark", Read, posted.data.direct_message_mark_read_events, ({ sender_id, created_timestamp }): Item[] =>
      sender_id === account
        ? []
        : [{ kind: "mark", external_id: sender_id, before: timeIn(created_timestamp), status: "read" }],
    ),
    ...revoked,
  ];
  return { account, items, faults };
}

type OwnAccount = { id: string; shown: string };

function timeIn(milliseconds: string, otherwise = ""): number {
  const given = Number(milliseconds || Number.NaN);
  if (Number.isFinite(given)) return given;
  return Date.parse(otherwise) || Date.now();
}

/** What others write to us, and what we answer. Whoever only repeats a post writes nothing. */
function tweetItems(tweet: Tweet, { id: own, shown }: OwnAccount): Item[] {
  const { user, extended_tweet: whole } = tweet;
  if (tweet.retweeted_status) return [];
  const entities = whole?.entities ?? tweet.entities;
  const reply_to = tweet.in_reply_to_status_id_str ?? "";
  const echo = user.id_str === own;
  const kind = postKind(tweet, own, entities?.user_mentions ?? []);
  if (!kind || (echo && reply_to === "")) return [];
  const media = whole?.extended_entities?.media ?? tweet.extended_entities?.media ?? [];
  const [picture] = media;
  const text = writtenText(
    { text: whole?.full_text ?? tweet.text, urls: entities?.urls ?? [] },
    media.map(({ url }) => url),
  );
  const post: PostFacts = { id: tweet.id_str, author: user.id_str, reply_to, kind };
  const words = echo ? withoutNames(text) : text;
  return [
    {
      ...{ kind: "message", provider_id: `tweet:${tweet.id_str}`, echo, recipient: shown, meta: { post } },
      at: timeIn(tweet.timestamp_ms ?? "", tweet.created_at),
      sender: {
        ...{ external_id: user.id_str, aliases: [], msisdn: "", language: "" },
        name: echo ? "" : shownUser(user.name, user.screen_name),
      },
      type: words || picture ? "text" : "unsupported",
      text: words.slice(0, 25_000),
      ...(picture?.media_url_https ? { media: pictureFile({ url: picture.media_url_https, type: picture.type }) } : {}),
    },
  ];
}

function postKind(
  tweet: Tweet,
  own: string,
  mentions: readonly { id_str?: string | null | undefined }[],
): PostFacts["kind"] | undefined {
  if (tweet.in_reply_to_user_id_str === own || tweet.user.id_str === own) return "reply";
  if (mentions.some(({ id_str }) => id_str === own)) return "mention";
  return tweet.quoted_status?.user.id_str === own ? "quote" : undefined;
}

function dmItems(
  event: z.output<typeof Dm>,
  { id: own, shown }: OwnAccount,
  users: Readonly<Record<string, unknown>>,
): Item[] {
  if (event.type !== "message_create") return [];
  const { target, sender_id, message_data } = event.message_create;
  const echo = sender_id === own;
  const user = echo ? target.recipient_id : sender_id;
  const named = Named.safeParse(users[user]).data;
  const picture = message_data.attachment?.media;
  const urls = message_data.entities?.urls ?? [];
  return [
    dmItem({
      ...{ id: event.id, at: timeIn(event.created_timestamp), user, echo, recipient: shown },
      name: named ? shownUser(named.name, named.screen_name) : "",
      text: writtenText({ text: message_data.text, urls }, picture ? [picture.url] : []),
      picture: picture && { url: picture.media_url_https, type: picture.type },
    }),
  ];
}
