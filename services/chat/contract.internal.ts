import { z } from "zod";
import { type Call, DoneAnswer, id, Problem } from "../kit/contract";
import { Channel, ChannelTemplate, Count, messageStatuses, requestId, Seconds, text } from "./contract.fields";
import { messageStates } from "./contract.message-states";
import { Contact, Inbox, Message } from "./contract.schemas";

const externalId = z.string().min(1).max(200);
const at = z.number().int().min(0).max(4_102_444_800_000);

/** Who writes, as the network tells it. `verified`: the network or a signed identity vouches for what it says. */
const Sender = z.strictObject({
  external_id: externalId,
  /** Other ids of the same person on this channel (a number beside a BSUID). */
  aliases: z.array(externalId).max(5).default([]),
  name: text.pipe(z.string().max(200)).default(""),
  email: z.string().max(254).default(""),
  msisdn: z.string().max(30).default(""),
  language: z.string().max(10).default(""),
  verified: z.boolean().default(false),
  fields: z.record(z.string().max(60), text.pipe(z.string().max(2_000))).default({}),
});

/** A file that was kept with `uploads.keep` (purpose chat). */
const KeptFile = z.strictObject({
  id: z.uuid(),
  name: z.string().max(200),
  type: z.string().max(100),
  bytes: Count,
});

const Incoming = z.strictObject({
  /** The network's id; the same one twice is one message (statement M3). */
  provider_id: z.string().min(1).max(300),
  /** Milliseconds, by the network's clock. */
  at,
  type: z.enum(["text", "file", "form", "unsupported"]).default("text"),
  text: text.pipe(z.string().max(25_000)).default(""),
  meta: z.record(z.string(), z.unknown()).default({}),
  file: KeptFile.optional(),
  /** A file that the network still has: `takeFile` brings it, or says why not. */
  awaits: z.strictObject({ name: z.string().min(1).max(200) }).optional(),
  /** Written by our side elsewhere (a phone app, another program): shown as ours, starts nothing (statement M9). */
  echo: z.boolean().default(false),
  /** A machine answered: it is kept with the last conversation, and an ended one stays ended. */
  quiet: z.boolean().default(false),
  /** It says so of itself (RFC 3834): kept with the conversation that is open or the last one, and no answer of theirs. */
  machine: z.boolean().default(false),
});

const Visit = z.strictObject({
  inbox_id: id,
  external_id: externalId,
});

/** Between services: how messages come in and go out. `webchat` and `social` are the askers. */
export const internalCalls = {
  saveInbox: {
    method: "POST",
    path: "/inside/inboxes",
    summary: "A way in was made, renamed or switched off, by the service that speaks to its network",
    internal: true,
    writes: true,
    body: z.strictObject({
      channel: Channel,
      ref: z.string().min(1).max(100),
      name: z.string().max(120),
      active: z.boolean().default(true),
    }),
    answers: { 201: Inbox },
  },
  receive: {
    method: "POST",
    path: "/inside/receive",
    summary: "What a customer wrote: finds or makes the person and the one running conversation, and queues it",
    internal: true,
    writes: true,
    body: z.strictObject({
      inbox_id: id,
      recipient: z.string().max(200).default(""),
      sender: Sender,
      message: Incoming,
      /** No one before the bot of the number took it; without one it is a person's. */
      for_bot: z.boolean().default(false),
      page: z.strictObject({ url: z.string().max(2_000), title: z.string().max(300) }).optional(),
    }),
    answers: {
      201: z.object({ contact: Contact, message: Message, fresh: z.boolean() }),
      406: Problem,
    },
  },
  greet: {
    method: "POST",
    path: "/inside/greet",
    summary: "A visitor filled the pre-chat form: the conversation is there and waits, before a word is written",
    internal: true,
    writes: true,
    body: z.strictObject({
      inbox_id: id,
      sender: Sender,
      page: z.strictObject({ url: z.string().max(2_000), title: z.string().max(300) }).optional(),
    }),
    answers: { 201: z.object({ contact: Contact }), 406: Problem },
  },
  status: {
    method: "POST",
    path: "/inside/status",
    summary: "What became of messages that went out; a status never goes back (statement M8)",
    internal: true,
    writes: true,
    body: z.strictObject({
      inbox_id: id,
      items: z
        .array(
          z.strictObject({
            /** The one or the other names the message. */
            message_id: z.string().max(64).optional(),
            provider_id: z.string().max(300).optional(),
            /** Everything to this customer at or before this time (Messenger's watermark), milliseconds. */
            before: at.optional(),
            external_id: externalId.optional(),
            status: z.enum(messageStatuses),
            reason: z.string().max(500).default(""),
          }),
        )
        .max(500),
    }),
    answers: { 201: z.object({ changed: Count, unknown: z.array(z.string()) }) },
  },
  change: {
    method: "POST",
    path: "/inside/change",
    summary: "The customer edited, took back or reacted to a message (statement M10): the message, never a new one",
    internal: true,
    writes: true,
    body: z.strictObject({
      inbox_id: id,
      provider_id: z.string().min(1).max(300),
      change: z.enum(["edited", "deleted", "reaction"]),
      text: text.pipe(z.string().max(25_000)).default(""),
      at,
    }),
    answers: { 201: DoneAnswer },
  },
  takeFile: {
    method: "POST",
    path: "/inside/file",
    summary: "A file that a message waited for, or why it does not come; `needed` false: the message is gone",
    internal: true,
    writes: true,
    body: z.strictObject({
      message_id: z.string().max(64),
      file: KeptFile.optional(),
      reason: z.string().max(500).default(""),
      /** It can't be asked for again: its kind or its size is not kept here. */
      refused: z.boolean().default(false),
    }),
    answers: { 201: z.object({ needed: z.boolean() }) },
  },
  customerChanged: {
    method: "POST",
    path: "/inside/customer",
    summary: "The network says that a customer has another number or device: a line of activity, the same person",
    internal: true,
    writes: true,
    body: Visit.extend({
      description: text.pipe(z.string().min(1).max(500)),
      /** Their id from now on. */
      new_id: externalId.optional(),
      msisdn: z.string().max(30).default(""),
    }),
    answers: { 201: DoneAnswer },
  },
  thread: {
    method: "GET",
    path: "/inside/thread",
    summary: "What a visitor may read of their own running (or last) conversation: no notes, nothing deleted",
    internal: true,
    query: z.object({
      inbox_id: id,
      external_id: externalId,
      /** Messages after this one of ours. */
      after: z.coerce.number().int().min(0).default(0).catch(0),
      limit: z.coerce.number().int().min(1).max(200).default(100).catch(100),
    }),
    answers: {
      200: z.object({
        contact: Contact.nullable(),
        /** Whether this person is vouched for, here or where they were joined with somebody. */
        verified: z.boolean(),
        data: z.array(Message),
        /** Place in the queue, counted from 1, and the wait to expect; null when not waiting. */
        queue: z.object({ position: Count, expected_seconds: Count.nullable() }).nullable(),
        /** Whether anybody can answer now: business hours and somebody online. */
        open: z.boolean(),
        online: z.boolean(),
        opens_at: Seconds.nullable(),
        cursor: Count,
      }),
    },
  },
  visitorTyping: {
    method: "POST",
    path: "/inside/typing",
    summary: "The customer is writing: told to those who look, kept nowhere",
    internal: true,
    writes: true,
    body: Visit.extend({ on: z.boolean() }),
    answers: { 201: DoneAnswer },
  },
  introduce: {
    method: "POST",
    path: "/inside/name",
    summary: "The network told a customer's name after the message: kept where none is known yet",
    internal: true,
    writes: true,
    body: Visit.extend({ name: text.pipe(z.string().min(1).max(200)) }),
    answers: { 201: DoneAnswer },
  },
  joinVisitor: {
    method: "POST",
    path: "/inside/join",
    summary:
      "A site vouches for an anonymous visitor: their running conversation is the signed customer's from then on",
    internal: true,
    writes: true,
    /** `external_id`: the anonymous one. */
    body: Visit.extend({ sender: Sender }),
    answers: { 201: z.object({ joined: z.boolean() }) },
  },
  visitorRead: {
    method: "POST",
    path: "/inside/read",
    summary: "The customer has seen what was written up to a message",
    internal: true,
    writes: true,
    body: Visit.extend({ upto: id }),
    answers: { 201: DoneAnswer },
  },
  writeFor: {
    method: "POST",
    path: "/inside/write",
    summary: "A person of the account answers from elsewhere, as from a ticket; `check` only says whether they may",
    internal: true,
    writes: true,
    body: z.strictObject({
      contact_id: id,
      request_id: requestId,
      message: text.pipe(z.string().min(1).max(25_000)),
      author: z.strictObject({ id: z.string().max(64).nullable(), name: z.string().max(200) }),
      check: z.boolean(),
      /** An approved template, which the network takes when the reply window is closed; `message` is its text. */
      template: ChannelTemplate.optional(),
      /** In the same message: of the header of a template, or with these words. */
      file: KeptFile.optional(),
    }),
    answers: { 201: z.object({ message_id: z.string() }), 406: Problem, 409: Problem },
  },
  messageStates,
  visitorEnd: {
    method: "POST",
    path: "/inside/end",
    summary: "The customer ended the conversation",
    internal: true,
    writes: true,
    body: Visit,
    answers: { 201: DoneAnswer },
  },
  rate: {
    method: "POST",
    path: "/inside/rate",
    summary: "The customer rates an ended conversation, once; the same request twice is once",
    internal: true,
    writes: true,
    body: Visit.extend({
      contact_id: id,
      request_id: requestId,
      stars: z.number().int().min(1).max(5),
      note: text.pipe(z.string().max(2_000)).default(""),
      answers: z.record(z.string().max(60), text.pipe(z.string().max(2_000))).default({}),
    }),
    answers: { 201: DoneAnswer, 406: Problem },
  },
  outgoing: {
    method: "GET",
    path: "/inside/outgoing/{id}",
    summary: "A queued message with where it goes, for the service that carries it",
    internal: true,
    params: z.object({ id }),
    answers: {
      200: z.object({ message: Message, contact: Contact, external_id: z.string(), file_id: z.string().nullable() }),
    },
  },
} satisfies { [name: string]: Call };
