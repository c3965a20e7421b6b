import { z } from "zod";
import { type Call, DoneAnswer, id, Problem } from "../kit/contract";
import { wireAddress } from "../ticketing/contract.answers";

const MailAnswer = z.strictObject({
  to: z.email().max(254),
  subject: z.string().min(1).max(300),
  text: z.string().min(1).max(600_000),
  contact_id: id,
  message_id: z.string().min(1).max(64),
});
export type MailAnswer = z.infer<typeof MailAnswer>;

/** A comment of a ticket as a mail; comment 0 is none of them. */
const TicketMail = z.strictObject({
  ticket_id: id,
  comment_id: id,
  to: wireAddress,
  cc: z.array(wireAddress).max(20),
  subject: z.string().min(1).max(400),
  text: z.string().min(1).max(100_000),
  html: z.string().min(1).max(400_000),
  file_ids: z.array(z.uuid()).max(20),
});
export type TicketMail = z.infer<typeof TicketMail>;

/** Between services: what leaves, what comes again, and what is forgotten. */
export const internalCalls = {
  forgetCustomers: {
    method: "POST",
    path: "/inside/forget-customers",
    summary: "Forget customers of a way in by their ids there; what they wrote is chat's own",
    internal: true,
    writes: true,
    body: z.strictObject({ inbox_id: id, external_ids: z.array(z.string().min(1).max(200)).max(500) }),
    answers: { 200: z.object({ removed: z.number().int() }) },
  },
  forgetMails: {
    method: "POST",
    path: "/inside/forget-mails",
    summary: "Forget the mails of tickets, and what came from an address",
    internal: true,
    writes: true,
    body: z.strictObject({ ticket_ids: z.array(id).max(500), email: z.string().max(254).optional() }),
    answers: { 200: z.object({ removed: z.number().int() }) },
  },
  deliver: {
    method: "POST",
    path: "/inside/deliver",
    summary: "Carry a queued message of the chat to its network",
    internal: true,
    writes: true,
    body: z.strictObject({ message: id }),
    answers: {
      201: z.object({
        status: z.enum(["sent", "failed", "unknown", "later"]),
        provider_id: z.string().optional(),
        reason: z.string().optional(),
        /** After how long to come again, when `later`. */
        seconds: z.number().optional(),
      }),
    },
  },
  mailAnswer: {
    method: "POST",
    path: "/inside/mail-answer",
    summary: "Mail answers of the web chat by the account's mailbox, where it has one",
    internal: true,
    writes: true,
    body: MailAnswer,
    answers: {
      201: z.object({
        status: z.enum(["sent", "failed", "unknown", "later", "none"]),
        inbox_id: z.number().int().optional(),
        reason: z.string().optional(),
      }),
    },
  },
  mailTicket: {
    method: "POST",
    path: "/inside/mail-ticket",
    summary: "Mail a comment of a ticket by the account's mailbox, where it has one",
    internal: true,
    writes: true,
    body: TicketMail,
    answers: {
      201: z.object({
        status: z.enum(["sent", "failed", "unknown", "later", "none"]),
        /** The mailbox it went by. */
        from: z.string().optional(),
        reason: z.string().optional(),
      }),
    },
  },
  sync: {
    method: "POST",
    path: "/inside/sync",
    summary: "Ask the network of a conversation for messages that are missing",
    internal: true,
    writes: true,
    body: z.strictObject({ contact: id }),
    answers: { 201: DoneAnswer, 406: Problem },
  },
  fetchFile: {
    method: "POST",
    path: "/inside/fetch-file",
    summary: "Fetch a customer's file again that could not be fetched, by the chat's id of its message",
    internal: true,
    writes: true,
    body: z.strictObject({ message: z.string().max(64) }),
    answers: { 201: DoneAnswer },
  },
  unsend: {
    method: "POST",
    path: "/inside/unsend",
    summary: "Take a message back on its network, where that can be done",
    internal: true,
    writes: true,
    body: z.strictObject({ message: id }),
    answers: { 201: DoneAnswer },
  },
} satisfies { [name: string]: Call };
