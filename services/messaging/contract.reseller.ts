import { z } from "zod";
import { type Call, DoneAnswer } from "../kit/contract";
import { Sender } from "./contract.answers";

/** What an account sends on: the price of a part in 1/10,000 KES, its senders, why it may not send for now. */
export const SendingTerms = z.object({
  part_price: z.number().int(),
  suspended: z.string().nullable(),
  /** `given`: a reseller lets the account use it. */
  senders: z.array(Sender.extend({ given: z.boolean() })),
});
export type SendingTerms = z.infer<typeof SendingTerms>;

const senderName = z.string().min(1).max(15);

/** What a reseller settles for a child account; asked by the identity service, which knows whose child it is. */
export const resellerCalls = {
  sendingTerms: {
    method: "GET",
    path: "/reseller/terms",
    summary: "The price per part, the senders and the status of the account",
    internal: true,
    answers: { 200: SendingTerms },
  },
  setPartPrice: {
    method: "POST",
    path: "/reseller/price",
    summary: "The account's price of a part; messages written from now on cost this",
    internal: true,
    writes: true,
    body: z.strictObject({ part_price: z.number().int().min(1).max(10_000_000) }),
    answers: { 201: DoneAnswer },
  },
  giveSenders: {
    method: "POST",
    path: "/reseller/senders",
    summary: "Exactly the senders of `by` that the account may use; its own stay as they are",
    internal: true,
    writes: true,
    body: z.strictObject({
      by: z.string().min(1).max(32),
      senders: z.array(z.strictObject({ sender: senderName, kind: Sender.shape.kind })).max(200),
    }),
    answers: { 201: SendingTerms },
  },
  setAccountStatus: {
    method: "POST",
    path: "/reseller/standing",
    summary: "Suspend the account's sending with these words, or let it send again; running blasts are paused",
    internal: true,
    writes: true,
    body: z.strictObject({ suspended: z.string().min(1).max(300).nullable() }),
    answers: { 201: z.object({ paused: z.number().int() }) },
  },
} as const satisfies Record<string, Call>;
