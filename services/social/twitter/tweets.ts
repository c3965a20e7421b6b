import type { Trx } from "../../kit/database";

/** A channel of an account. */
export type ChannelPlace = { account: string; channel: number };
/** A post of the inbox. `at`: milliseconds, by X's clock. */
type KnownTweet = { tweet_id: string; conversation_id: string; external_id: string; ours: boolean; at: number };

const tweetsIn = (trx: Trx, { account, channel }: ChannelPlace) =>
  trx
    .selectFrom("social.tweets")
    .select(["tweet_id", "conversation_id", "external_id"])
    .where("customer_account", "=", account)
    .where("channel_id", "=", channel);

/** Where a post is in the inbox; undefined when it is not there. */
export function findTweet(trx: Trx, place: ChannelPlace, tweet: string) {
  return tweetsIn(trx, place).where("tweet_id", "=", tweet).executeTakeFirst();
}

/** The newest post of the customer in a thread: what a reply answers. */
export function findLatestTweet(trx: Trx, place: ChannelPlace, external_id: string) {
  return tweetsIn(trx, place)
    .where("external_id", "=", external_id)
    .where("ours", "=", false)
    .orderBy("at", "desc")
    .orderBy("tweet_id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function saveTweet(trx: Trx, { account, channel }: ChannelPlace, tweet: KnownTweet): Promise<void> {
  await trx
    .insertInto("social.tweets")
    .values({ ...tweet, customer_account: account, channel_id: channel, at: new Date(tweet.at) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
