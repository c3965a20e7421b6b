import { sql } from "kysely";
import { z } from "zod";
import { commentsIn, type Review, timeKey } from "../../connectors/playstore";
import { storedReview } from "../../connectors/playstore.items";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { processWebhooksLater } from "../hooks";

type ReviewPlace = { account: string; channel: number };
const KnownReview = z.object({ modified: z.string(), answered: z.string(), reply: z.string(), trying: z.string() });

/** Google may trim an answer. */
const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** Whether two texts are the same answer. */
export function isSameReply(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/**
 * Stores what is new of a listed review: its words, another answer than ours. `first`: the app was connected just now,
 * and what is answered already is only remembered. @returns whether anything was stored
 */
export async function keepReview(
  trx: Trx,
  { account, channel }: ReviewPlace,
  review: Review,
  first: boolean,
): Promise<boolean> {
  const { user, developer } = commentsIn(review);
  if (!user) return false;
  const known = await checkedRow(
    trx,
    KnownReview,
    sql`
    select modified, answered, reply, trying from social.reviews
    where customer_account = ${account} and channel_id = ${channel} and review_id = ${review.reviewId} for update`,
  );
  const modified = timeKey(user.lastModified);
  const answered = developer ? timeKey(developer.lastModified) : "";
  const fresh = known?.modified !== modified;
  const ours = [known?.reply, known?.trying].some((text) => text && isSameReply(text, developer?.text ?? ""));
  const theirs = developer !== undefined && known?.answered !== answered && !ours;
  if (!fresh && known?.answered === answered) return false;
  await sql`
    insert into social.reviews (customer_account, channel_id, review_id, modified, answered)
    values (${account}, ${channel}, ${review.reviewId}, ${modified}, ${answered})
    on conflict (customer_account, channel_id, review_id)
    do update set modified = excluded.modified, answered = excluded.answered, seen_at = now()`.execute(trx);
  const settled = first && !known && developer !== undefined && !isNewer(modified, answered);
  if (settled || !(fresh || theirs)) return false;
  const edited = fresh && (known?.modified ?? "") !== "";
  const body = storedReview({ review, fresh, edited, answered: theirs });
  await sql`
    insert into social.webhooks (customer_account, channel_id, body) values (${account}, ${channel}, ${body})`.execute(
    trx,
  );
  await sql`update social.channels set last_webhook_at = now() where customer_account = ${account} and id = ${channel}`.execute(
    trx,
  );
  await processWebhooksLater(trx, account, channel);
  return true;
}

function isNewer(one: string, other: string): boolean {
  const [a = 0, b = 0] = [one, other].map((time) => Number(time.split(".")[0]));
  return a > b;
}

/** An answer leaves: when it is listed before Google has told us so, it is known as ours. */
export async function noteTrying(trx: Trx, { account, channel }: ReviewPlace, id: string, text: string): Promise<void> {
  await sql`
    insert into social.reviews (customer_account, channel_id, review_id, trying)
    values (${account}, ${channel}, ${id}, ${text})
    on conflict (customer_account, channel_id, review_id) do update set trying = excluded.trying`.execute(trx);
}

/** An answer of ours stands under its review. */
export async function noteReply(trx: Trx, { account, channel }: ReviewPlace, id: string, text: string): Promise<void> {
  await sql`
    update social.reviews set reply = ${text} where customer_account = ${account} and channel_id = ${channel}
      and review_id = ${id}`.execute(trx);
}
