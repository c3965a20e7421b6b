import type { Handed } from "../../connectors/message";
import { commentsIn, replyId } from "../../connectors/playstore";
import { inAccount } from "../../kit/database";
import type { ChannelRow } from "../channels";
import type { SocialContext } from "../deps";
import type { OutgoingPayload } from "../network";
import { connectedApp } from "./app";
import { isSameReply, noteReply, noteTrying } from "./reviews";

/**
 * Answers a review. When Google does not say what became of it, the review is read: what stands there arrived. Else it
 * is tried again, for the same answer twice is one answer (M18).
 */
export async function sendReviewReply(
  { db, deps }: SocialContext,
  account: string,
  row: ChannelRow,
  { to, message }: OutgoingPayload,
): Promise<Handed> {
  // Everyone reads it: no program answers in the name of the business, and none replaces what a person wrote.
  if (message.author !== "agent") return { kind: "refused", words: "Only a person answers a review." };
  const { text } = message.data;
  const place = { account, channel: row.id };
  const app = connectedApp(deps, account, row);
  await inAccount(db, account, (trx) => noteTrying(trx, place, to, text));
  const answer = await app.reply(to, text);
  const sent = answer.kind === "unknown" ? await lookedUp(app, to, text) : answer;
  if (sent.kind === "sent") await inAccount(db, account, (trx) => noteReply(trx, place, to, text));
  return sent;
}

async function lookedUp(app: ReturnType<typeof connectedApp>, id: string, text: string): Promise<Handed> {
  const review = await app.review(id).catch(() => undefined);
  const there = review && commentsIn(review).developer;
  if (there && isSameReply(there.text, text)) return { kind: "sent", provider_id: replyId(id, there.lastModified) };
  return { kind: "later", seconds: 60, words: "Google Play did not answer." };
}
