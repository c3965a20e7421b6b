import { z } from "zod";
import { type Call, DoneAnswer, id, Problem } from "../kit/contract";
import { newMails, TicketMailboxForm } from "./contract.forms";

export const MailPlace = z.object({
  host: z.string(),
  port: z.number().int(),
  security: z.enum(["tls", "starttls", "none"]),
  user: z.string(),
});

const TicketMailbox = z.object({
  id: z.number().int(),
  name: z.string(),
  address: z.string(),
  new_mails: z.enum(newMails),
  /** Mails come and go; else why not. */
  active: z.boolean(),
  words: z.string(),
  imap: MailPlace,
  smtp: MailPlace,
});
export type TicketMailbox = z.infer<typeof TicketMailbox>;

const oneId = z.object({ id });
const mailNeeds = { products: ["Ticketing"], permissions: ["Manage ticketing settings"] } as const;
const savedMailbox = z.object({ status: z.literal(201), message: z.string(), data: TicketMailbox });

/** Mailboxes as ticketing knows them: an account needs no chat for them. */
export const mailboxCalls = {
  mailboxes: {
    method: "GET",
    path: "/mailboxes",
    summary: "The connected mailboxes and what their new mails become",
    needs: mailNeeds,
    answers: { 200: z.object({ data: z.array(TicketMailbox) }) },
  },
  setMailbox: {
    method: "POST",
    path: "/mailboxes/{id}",
    summary: "Choose what the new mails of a mailbox become: conversations in chat, or tickets",
    needs: mailNeeds,
    writes: true,
    params: oneId,
    body: z.strictObject({ new_mails: z.enum(newMails, { error: "Choose conversations or tickets." }) }),
    answers: { 201: savedMailbox },
  },
  connectMailbox: {
    method: "POST",
    path: "/mailboxes",
    summary: "Connect a mailbox for tickets by IMAP and SMTP, or give a connected one its new settings",
    needs: mailNeeds,
    writes: true,
    body: TicketMailboxForm,
    answers: { 201: savedMailbox, 406: Problem },
  },
  testMailbox: {
    method: "POST",
    path: "/mailboxes/{id}/test",
    summary: "Sign in at both hosts of a mailbox",
    needs: mailNeeds,
    writes: true,
    params: oneId,
    answers: { 201: savedMailbox, 406: Problem },
  },
  disconnectMailbox: {
    method: "DELETE",
    path: "/mailboxes/{id}",
    summary: "Disconnect a mailbox whose new mails become tickets; the tickets stay",
    needs: mailNeeds,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer, 409: Problem },
  },
} as const satisfies Record<string, Call>;
