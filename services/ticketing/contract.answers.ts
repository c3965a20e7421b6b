import { z } from "zod";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { Count, handling, Instant, setting, text } from "./contract.fields";

const oneId = z.object({ id });
/** As mails carry it: wider than what a form takes, for people do write from such addresses. */
export const wireAddress = z.string().regex(/^[^\s<>@,;:"\\]{1,64}@[^\s<>@,;:"\\]{1,190}$/);
const email = text.pipe(z.email("This is not an email address.").max(254));

/** How a public comment reaches the customer. */
export const answerChannels = ["email", "sms", "chat"] as const;
export type AnswerChannel = (typeof answerChannels)[number];
export const deliveryStates = ["queued", "sending", "sent", "delivered", "failed", "unknown"] as const;

/** What became of a public comment on its way to the customer. */
export const Delivery = z.object({
  channel: z.enum(answerChannels),
  /** The address, the number or the number of the conversation. */
  to: z.string(),
  cc: z.array(z.string()),
  state: z.enum(deliveryStates),
  /** Why it failed, or what the other side said. */
  reason: z.string(),
  at: Instant,
});
export type Delivery = z.infer<typeof Delivery>;

/** A channel by which a ticket's customer can be answered. */
export const ReplyChannel = z.object({
  channel: z.enum(answerChannels),
  to: z.string(),
  /** Why not now; "" when it can be used. */
  why: z.string(),
  /** Of an SMS part to this number, in KES; null where nothing is charged, or the price is not known. */
  part_price: z.number().nullable(),
});
export type ReplyChannel = z.infer<typeof ReplyChannel>;

const oneLine = (most: number) => text.max(most, `At most ${most.toLocaleString("en-GB")} characters.`);

/** What goes with a ticket's mails. */
export const MailSettings = z.strictObject({
  /** Under every answer. */
  signature: oneLine(1_000).default(""),
  /** What whoever opened a ticket by mail is told; {{id}}, {{subject}} and {{customer}} are filled in. Empty: nothing. */
  acknowledgement: oneLine(2_000).default(""),
  /** Where replies go while the account has no mailbox. */
  reply_to: z.union([z.literal(""), email]).default(""),
});
export type MailSettings = z.infer<typeof MailSettings>;

const MailFile = z.strictObject({ id: z.uuid(), name: text.max(200), type: z.string().max(200), bytes: Count });

/** Answers to customers by mail, SMS and chat, and what customers write by mail. */
export const answerCalls = {
  setCopies: {
    method: "POST",
    path: "/tickets/{id}/copies",
    summary: "Put addresses on copy of a ticket's mails, or take them off",
    needs: handling,
    writes: true,
    params: oneId,
    body: z.strictObject({ add: z.array(email).max(20).default([]), remove: z.array(email).max(20).default([]) }),
    answers: { 201: z.object({ status: z.literal(201), message: z.string(), cc: z.array(z.string()) }) },
  },
  replyChannels: {
    method: "GET",
    path: "/tickets/{id}/reply-ways",
    summary: "By which channels the customer of a ticket can be answered now, the one it came by first",
    needs: handling,
    params: oneId,
    answers: { 200: z.object({ data: z.array(ReplyChannel) }) },
  },
  resendComment: {
    method: "POST",
    path: "/comments/{id}/send",
    summary: "Send a public comment again that failed, or of which nobody knows whether it arrived",
    needs: handling,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  mailSettings: {
    method: "GET",
    path: "/mail-settings",
    summary: "The signature, the acknowledgement and where replies go",
    needs: setting,
    answers: { 200: MailSettings },
  },
  saveMailSettings: {
    method: "POST",
    path: "/mail-settings",
    summary: "Change what goes with a ticket's mails",
    needs: setting,
    writes: true,
    body: MailSettings,
    answers: { 201: z.object({ status: z.literal(201), message: z.string(), data: MailSettings }) },
  },
  takeMail: {
    method: "POST",
    path: "/inside/mails",
    summary: "A mail came: it opens a ticket, or is a comment on the one that it answers; the same mail twice is once",
    internal: true,
    writes: true,
    body: z.strictObject({
      key: z.string().min(1).max(300),
      ticket_id: id.nullable(),
      from: z.strictObject({ address: wireAddress, name: text.max(200) }),
      cc: z.array(z.string().max(254)).max(50),
      subject: text.max(300),
      text: text.max(100_000),
      automatic: z.boolean(),
      /** The sender's host vouches for the address, or they had our token. */
      proven: z.boolean().default(true),
      at: z.iso.datetime(),
    }),
    answers: {
      201: z.object({
        ticket_id: Count,
        /** Null: the mail is the ticket itself. */
        comment_id: Count.nullable(),
        fresh: z.boolean(),
        /** Files of this mail that are kept already. */
        files: Count,
        acknowledgement: z.object({ subject: z.string(), text: z.string(), html: z.string() }).nullable(),
      }),
    },
  },
  openTicket: {
    method: "POST",
    path: "/inside/tickets",
    summary: "Open a ticket for another service, once for a key",
    internal: true,
    writes: true,
    body: z.strictObject({
      key: z.string().min(1).max(100),
      subject: text.min(1).max(200),
      description: text.max(20_000),
      customer_name: text.max(200),
      customer_phone: z.string().max(20),
      /** What opened it: "Survey". */
      source: text.min(1).max(100),
    }),
    answers: { 201: z.object({ ticket_id: Count }) },
  },
  keepMailFiles: {
    method: "POST",
    path: "/inside/mail-files",
    summary: "The files of a mail, kept by the uploads service; `missing`: which were not, and why",
    internal: true,
    writes: true,
    body: z.strictObject({
      ticket_id: id,
      comment_id: id.nullable(),
      files: z.array(MailFile).max(20),
      missing: z.array(z.string().max(500)).max(40),
    }),
    answers: { 201: DoneAnswer },
  },
  deliveryState: {
    method: "POST",
    path: "/inside/delivery-state",
    summary: "What a mail host says of a comment that was mailed",
    internal: true,
    writes: true,
    body: z.strictObject({
      comment_id: id,
      state: z.enum(["failed", "delayed", "delivered"]),
      reason: z.string().max(500),
    }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
