import { sql } from "kysely";
import { type KeywordReply, keywordReplyLimits, wrongReply } from "../../../rules/keyword-answers";
import { parseKeyword } from "../../../rules/keywords";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import type { KeywordReplyForm, KeywordReplyRecord } from "../contract.replies";
import { ownKeywords } from "./store";

function replyRows(trx: Trx, account: string) {
  return trx
    .selectFrom("messaging.keyword_replies")
    .select(["id", "words_en", "words_sw", "reply_en", "reply_sw", "trouble", "changed_by", "changed_at"])
    .where("customer_account", "=", account)
    .orderBy("id");
}

type ReplyRow = Awaited<ReturnType<ReturnType<typeof replyRows>["executeTakeFirstOrThrow"]>>;

function asRecord({ changed_at, ...row }: ReplyRow): KeywordReplyRecord {
  return { ...row, changed_at: changed_at.toISOString() };
}

export async function listReplies(trx: Trx, account: string): Promise<KeywordReplyRecord[]> {
  return (await replyRows(trx, account).execute()).map(asRecord);
}

export async function findReply(trx: Trx, account: string, id: number): Promise<KeywordReplyRecord | undefined> {
  const row = await replyRows(trx, account).where("id", "=", id).executeTakeFirst();
  return row && asRecord(row);
}

/** Writes a new one, or the one with this id. Refuses with 422 in words, with 404 where there is no such reply. */
export async function saveReply(
  trx: Trx,
  account: string,
  given: KeywordReplyForm,
  { id, by }: { id?: number; by: ActivityActor },
): Promise<KeywordReplyRecord> {
  // One change at a time: no two replies get the same word.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`keyword replies ${account}`}, 0))`.execute(trx);
  const all = await listReplies(trx, account);
  if (id !== undefined && !all.some((one) => one.id === id)) throw new HttpError(404, noReply);
  const others = all.filter((one) => one.id !== id);
  const errors = wrongReply(given, { optOut: await ownKeywords(trx, account), others });
  if (others.length >= keywordReplyLimits.replies)
    errors.words_en = [`An account has at most ${keywordReplyLimits.replies} replies.`];
  if (Object.keys(errors).length > 0) throw new HttpError(422, "Please correct the marked fields.", errors);
  const row = {
    ...listed(given),
    trouble: "",
    changed_by: by === "system" ? "" : by.name,
    changed_at: new Date(),
  };
  const saved =
    id === undefined
      ? await trx
          .insertInto("messaging.keyword_replies")
          .values({ customer_account: account, ...row })
          .returning("id")
          .executeTakeFirstOrThrow()
      : { id };
  if (id !== undefined)
    await trx
      .updateTable("messaging.keyword_replies")
      .set(row)
      .where("customer_account", "=", account)
      .where("id", "=", id)
      .execute();
  await recordActivity(trx, account, by, {
    action: id === undefined ? "Keyword reply added" : "Keyword reply changed",
    description: `Messages that begin with ${wordsOf(row)} are answered.`,
    subject: "keyword reply",
    subject_id: String(saved.id),
  });
  const record = await findReply(trx, account, saved.id);
  if (!record) throw new HttpError(404, noReply);
  return record;
}

export async function deleteReply(trx: Trx, account: string, id: number, by: ActivityActor): Promise<string> {
  const gone = await trx
    .deleteFrom("messaging.keyword_replies")
    .where("customer_account", "=", account)
    .where("id", "=", id)
    .returning(["words_en", "words_sw"])
    .executeTakeFirst();
  if (!gone) throw new HttpError(404, noReply);
  const words = wordsOf(gone);
  await recordActivity(trx, account, by, {
    action: "Keyword reply deleted",
    description: `Messages that begin with ${words} are not answered any more.`,
    subject: "keyword reply",
    subject_id: String(id),
  });
  return words;
}

export const noReply = "There is no such keyword reply.";

function wordsOf({ words_en, words_sw }: Pick<KeywordReply, "words_en" | "words_sw">): string {
  return [...words_en, ...words_sw].join(", ");
}

function listed({ words_en, words_sw, reply_en, reply_sw }: KeywordReplyForm): KeywordReply {
  const capitals = (words: readonly string[]) => words.flatMap((word) => parseKeyword(word) ?? []);
  return { words_en: capitals(words_en), words_sw: capitals(words_sw), reply_en, reply_sw };
}
