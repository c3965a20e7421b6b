import { isThread } from "../../../rules/x-threads";
import type { Handed } from "../../connectors/message";
import { xRefusal } from "../../connectors/twitter";
import { inAccount, readAccount } from "../../kit/database";
import type { ChannelRow } from "../channels";
import type { SocialContext } from "../deps";
import type { OutgoingPayload } from "../network";
import { connectedAccount } from "./account";
import { readLimit, saveLimit } from "./limits";
import { messageDigest, saveDigest } from "./own-messages";
import { findLatestTweet, saveTweet } from "./tweets";

/**
 * Sends a direct message, or answers the customer's newest post in a thread. When X has had enough calls of one kind, all
 * of that kind wait until it takes them again.
 */
export async function sendOnX(
  { db, deps }: SocialContext,
  account: string,
  row: ChannelRow,
  { to, message, file }: OutgoingPayload,
): Promise<Handed> {
  const place = { account, channel: row.id };
  const thread = isThread(to);
  if (thread && message.author !== "agent") return { kind: "refused", words: "Only a person writes a public post." };
  const answers = thread ? await readAccount(db, account, (trx) => findLatestTweet(trx, place, to)) : undefined;
  if (thread && !answers) return { kind: "refused", words: "The post that this answers is no longer known here." };
  const x = connectedAccount(deps, account, row);

  async function limited(endpoint: string, call: () => Promise<Handed>): Promise<Handed> {
    const wait = await readAccount(db, account, (trx) => readLimit(trx, place, endpoint));
    if (wait > 0) return { kind: "later", seconds: wait };
    const handed = await call();
    if (handed.kind === "later") {
      const { seconds } = handed;
      await inAccount(db, account, (trx) => saveLimit(trx, place, endpoint, seconds));
    }
    return handed;
  }

  let media: string | undefined;
  if (file) {
    const given = await limited("media", () =>
      x.upload(file, thread ? "tweet" : "dm").then(
        (id): Handed => ({ kind: "sent", provider_id: id }),
        // Nothing was shown to anyone yet.
        (error: unknown): Handed => {
          const handed = xRefusal(error);
          return handed.kind === "unknown" ? { kind: "later", seconds: 15 } : handed;
        },
      ),
    );
    if (given.kind !== "sent") return given;
    media = given.provider_id;
  }
  const { text } = message.data;
  await inAccount(db, account, (trx) =>
    saveDigest(trx, account, message.message_id, messageDigest(text, media !== undefined)),
  );
  const sent = await limited(thread ? "tweets" : "dm", () =>
    answers ? x.reply(answers.tweet_id, { text, media }) : x.dm(to, { text, media }),
  );
  if (sent.kind === "sent" && answers) {
    const tweet_id = sent.provider_id.replace(/^tweet:/, "");
    const { conversation_id } = answers;
    await inAccount(db, account, (trx) =>
      saveTweet(trx, place, { tweet_id, conversation_id, external_id: to, ours: true, at: Date.now() }),
    );
  }
  return sent;
}
