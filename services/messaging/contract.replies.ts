import { z } from "zod";
import { type Call, DoneAnswer, id } from "../kit/contract";

const needs = { permissions: ["Manage settings"], products: ["SMS", "BULK"] } as const;
const words = z.array(z.string().max(100)).max(100).default([]);
const reply = z.string().trim().max(480, "A reply has at most 480 characters.").default("");

/** What is answered by itself to a message that begins with one of the words. */
export const KeywordReplyForm = z.strictObject({
  words_en: words,
  words_sw: words,
  reply_en: reply,
  reply_sw: reply,
});
export type KeywordReplyForm = z.output<typeof KeywordReplyForm>;

export const KeywordReplyRecord = z.object({
  id: z.number().int(),
  words_en: z.array(z.string()),
  words_sw: z.array(z.string()),
  reply_en: z.string(),
  reply_sw: z.string(),
  /** Why the last answer could not be sent; empty when it was. */
  trouble: z.string(),
  changed_by: z.string(),
  changed_at: z.string(),
});
export type KeywordReplyRecord = z.infer<typeof KeywordReplyRecord>;

const params = z.object({ id });

/** Answers to words of an account's own. Each is an SMS at the price of one, at most five an hour to one number. */
export const keywordReplyCalls = {
  keywordReplies: {
    method: "GET",
    path: "/keyword-replies",
    summary: "The words to which the account answers by itself, with the answers",
    needs,
    answers: { 200: z.object({ data: z.array(KeywordReplyRecord) }) },
  },
  keywordReply: {
    method: "GET",
    path: "/keyword-replies/{id}",
    summary: "One of them",
    needs,
    params,
    answers: { 200: KeywordReplyRecord },
  },
  createKeywordReply: {
    method: "POST",
    path: "/keyword-replies",
    summary: "Answer messages that begin with a word",
    needs,
    writes: true,
    body: KeywordReplyForm,
    answers: { 201: KeywordReplyRecord },
  },
  updateKeywordReply: {
    method: "PUT",
    path: "/keyword-replies/{id}",
    summary: "Change the words or the answers",
    needs,
    writes: true,
    params,
    body: KeywordReplyForm,
    answers: { 201: KeywordReplyRecord },
  },
  deleteKeywordReply: {
    method: "DELETE",
    path: "/keyword-replies/{id}",
    summary: "Answer no more; received messages stay in the inbox",
    needs,
    writes: true,
    params,
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
