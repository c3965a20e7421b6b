import { threadId } from "../../../rules/x-threads";
import type { Item } from "../../connectors/message";
import { XRefused } from "../../connectors/twitter";
import { PostFacts } from "../../connectors/twitter.events";
import { inAccount, readAccount } from "../../kit/database";
import { RetryLater, type Taking } from "../taking";
import { connectedAccount } from "./account";
import { findOwnMessage, messageDigest } from "./own-messages";
import { findTweet, saveTweet } from "./tweets";

type MessageItem = Extract<Item, { kind: "message" }>;

/**
 * Says of what X posted which conversation it belongs to, and which message of ours it is. @returns the item as it is
 * taken; or, in words, why it is not @throws RetryLater
 */
export async function settleActivity(given: Taking, item: Item): Promise<Item | string> {
  if (item.kind !== "message") return item;
  const { data: post } = PostFacts.safeParse(item.meta.post);
  const placed = post ? await placePost(given, item, post) : item;
  if (!placed) return "A post of ours in a thread that is not in the inbox.";
  return placed.echo ? matchOwn(given, placed) : placed;
}

/** A post with the id of its thread in the place of its author's; undefined for one of ours that belongs nowhere. */
async function placePost(given: Taking, item: MessageItem, post: PostFacts): Promise<MessageItem | undefined> {
  const { db, account, row } = given;
  const place = { account, channel: row.id };
  const parent = post.reply_to
    ? await readAccount(db, account, (trx) => findTweet(trx, place, post.reply_to))
    : undefined;
  if (item.echo && !parent) return undefined;
  const conversation_id = parent?.conversation_id ?? (post.reply_to ? await askThread(given, post.id) : post.id);
  const external_id = item.echo && parent ? parent.external_id : threadId(conversation_id, post.author);
  await inAccount(db, account, (trx) =>
    saveTweet(trx, place, { tweet_id: post.id, conversation_id, external_id, ours: item.echo, at: item.at }),
  );
  return { ...item, sender: { ...item.sender, external_id } };
}

/** @throws RetryLater */
async function askThread({ deps, account, row }: Taking, tweet: string): Promise<string> {
  return connectedAccount(deps, account, row)
    .findConversation(tweet)
    .catch((error: unknown) => {
      // X no longer shows it, to us at least: it begins a thread of its own.
      if (error instanceof XRefused && error.code < 500 && error.code !== 429) return tweet;
      throw new RetryLater("X was asked which thread this post belongs to, and did not answer.");
    });
}

async function matchOwn({ db, account, row }: Taking, item: MessageItem): Promise<Item | string> {
  const { provider_id, sender, text, media } = item;
  const { external_id } = sender;
  const digest = messageDigest(text, media !== undefined);
  const own = await inAccount(db, account, (trx) =>
    findOwnMessage(trx, { account, channel: row.id }, { provider_id, external_id, digest, at: item.at }),
  );
  if (!own) return item;
  const { message_id } = own;
  if (own.kind === "known") return "Nothing new: it left from here.";
  return { kind: "status", provider_id, message_id, status: "sent", reason: "" };
}
