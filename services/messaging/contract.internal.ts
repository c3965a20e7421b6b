import { z } from "zod";
import { maxValue } from "../../rules/contact";
import { type Call, id } from "../kit/contract";

/**
 * The job that gets each answer to what was asked: `{ account, inbox, msisdn, sender, text, stop, join, more }`. `join`:
 * the message is a word that was set. `more`: others that came at the same time, in order. It may run twice.
 */
export const receivedTask = "survey.received";

const sender = z.string().min(1).max(15);
const msisdn = z.string().max(20);

/** Between services: questions by SMS, at the price of other messages, and who is expected to answer. */
export const askingCalls = {
  questionTerms: {
    method: "POST",
    path: "/inside/question-terms",
    summary: "Whether a sender ID can be used, what a part costs in 1/10,000 KES, and the account's zone",
    internal: true,
    body: z.strictObject({ sender: z.string().max(15) }),
    answers: { 200: z.object({ usable: z.boolean(), part_price: z.number().int(), time_zone: z.string() }) },
  },
  sendQuestions: {
    method: "POST",
    path: "/inside/questions",
    summary:
      "Send texts to numbers, once for a key; answers to those that expect one are handed on. The cost is taken out of the hold `out_of` first",
    internal: true,
    body: z.strictObject({
      key: z.string().min(8).max(80),
      sender,
      out_of: z.string().min(1).max(100).optional(),
      messages: z
        .array(z.strictObject({ to: msisdn, text: z.string().min(1).max(1600), expects: z.boolean() }))
        .min(1)
        .max(1_000),
    }),
    answers: {
      201: z.object({
        accepted: z.array(z.object({ to: z.string(), id: z.string() })),
        refused: z.array(z.object({ to: z.string(), opted_out: z.boolean(), message: z.string() })),
      }),
    },
  },
  expectReplies: {
    method: "POST",
    path: "/inside/expected-replies",
    summary: "These numbers were asked something elsewhere, and may answer to the sender ID",
    internal: true,
    body: z.strictObject({ sender, msisdns: z.array(msisdn).max(1_000) }),
    answers: { 200: z.object({ expected: z.number().int() }) },
  },
  endReplies: {
    method: "POST",
    path: "/inside/expected-replies/end",
    summary: "Nothing is asked of these numbers any more",
    internal: true,
    body: z.strictObject({ sender, msisdns: z.array(msisdn).max(1_000) }),
    answers: { 200: z.object({ ended: z.number().int() }) },
  },
  setJoinWords: {
    method: "PUT",
    path: "/inside/join-words",
    summary: "Hand on messages that are one of these words, sent to their sender IDs; all words of the account are set",
    internal: true,
    body: z.strictObject({ data: z.array(z.strictObject({ sender, word: z.string().min(1).max(20) })).max(10_000) }),
    answers: { 200: z.object({ words: z.number().int() }) },
  },
} as const satisfies Record<string, Call>;

/** What became of a message that another service sends to one person; where there is none, why not. */
export const SentToOne = z.object({
  message: z.object({ id: z.string(), cost_cents: z.number().int() }).nullable(),
  refused: z.string(),
  /** They do not want to be written to. */
  opted_out: z.boolean(),
});
export type SentToOne = z.infer<typeof SentToOne>;

/** When someone wrote last. */
export const HeardFrom = z.array(z.object({ contact: z.string(), at: z.string() }));

/** Between services: a text to one person, and who has written. */
export const textCalls = {
  sendText: {
    method: "POST",
    path: "/inside/text",
    summary: "Send a text to one number, once for a key, at the price of other messages",
    internal: true,
    body: z.strictObject({ key: z.string().min(8).max(80), sender, to: msisdn, text: z.string().min(1).max(1600) }),
    answers: { 201: SentToOne },
  },
  heardFrom: {
    method: "POST",
    path: "/inside/heard-from",
    summary: "Which of these numbers have written since a moment, and when last",
    internal: true,
    body: z.strictObject({ since: z.iso.datetime(), msisdns: z.array(msisdn).max(500) }),
    answers: { 200: z.object({ data: HeardFrom }) },
  },
} as const satisfies Record<string, Call>;

/** Between services: who is in a group or a list, for channels other than SMS. */
export const audienceCalls = {
  audience: {
    method: "POST",
    path: "/inside/audience",
    summary: "Some of the people of a contact group or an express list, in order; `after` is the last answer's `next`",
    internal: true,
    body: z.strictObject({
      group_id: id.nullable(),
      list_id: id.nullable(),
      after: z.string().max(40).default(""),
    }),
    answers: {
      200: z.object({
        /** What people call it. */
        name: z.string(),
        /** The merge fields of its rows. */
        fields: z.array(z.string()),
        data: z.array(
          z.object({
            msisdn: z.string(),
            name: z.string(),
            fields: z.record(z.string(), z.string()),
            /** It is on the blacklist. */
            opted_out: z.boolean(),
          }),
        ),
        next: z.string().nullable(),
      }),
    },
  },
  setContactFields: {
    method: "POST",
    path: "/inside/contact-fields",
    summary: "Set fields of the contact with this number in a group; the others stay. A contact that left stays away",
    internal: true,
    body: z.strictObject({
      group_id: id,
      msisdn: z.string().max(20),
      fields: z.record(z.string().min(1).max(64), z.string().max(maxValue)),
    }),
    answers: { 200: z.object({ updated: z.boolean() }) },
  },
  optedOut: {
    method: "POST",
    path: "/inside/opted-out",
    summary: "Those of the numbers that are on the blacklist",
    internal: true,
    body: z.strictObject({ msisdns: z.array(z.string().max(20)).max(500) }),
    answers: { 200: z.object({ msisdns: z.array(z.string()) }) },
  },
} as const satisfies Record<string, Call>;
