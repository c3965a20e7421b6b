import { z } from "zod";
import { type Call, cursor, DoneAnswer, id, Problem } from "../kit/contract";
import { Count, contactFilters, inboxNeeds, requestId, Seconds, text } from "./contract.fields";
import { ChatActivity, ChatPerson, Contact, Inbox, Message, Participant, Window } from "./contract.schemas";

const contactId = z.object({ id });
const said = z.object({ status: z.literal(201), message: z.string(), contact: Contact });

export const inboxViews = ["all", "waiting", "mine", "undisposed", "open", "snoozed", "ended"] as const;

/** An offered disposition: a type with its items (spec 2 §3). */
export const DispositionType = z.object({
  id: z.number().int(),
  name: z.string(),
  items: z.array(z.object({ id: z.number().int(), title: z.string() })),
});
export type DispositionType = z.infer<typeof DispositionType>;

export const ContactDetail = z.object({
  contact: Contact,
  person: ChatPerson,
  window: Window,
  /** Answers of the pre-chat and the info form. */
  form: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
  page: z.object({ url: z.string(), title: z.string() }),
  rating: z.object({ stars: z.number().int(), note: z.string() }).nullable(),
  disposition: z
    .object({ type_id: z.number().int(), item_id: z.number().int().nullable(), note: z.string() })
    .nullable(),
  /** The customer's other conversations, newest first. */
  others: z.array(Contact),
  activities: z.array(ChatActivity),
  /** What the channel allows beyond text. */
  can: z.object({
    file: z.boolean(),
    delete: z.enum(["everywhere", "our side", "here", "no"]),
    sync: z.boolean(),
    most_characters: Count,
    most_bytes: Count,
  }),
});
export type ContactDetail = z.infer<typeof ContactDetail>;

/** Conversations and messages: what an agent sees and does (R084-R092). */
export const inboxCalls = {
  contacts: {
    method: "GET",
    path: "/contacts",
    summary: "Conversations of a view, with counts of every view; waiting ones most urgent first, others newest first",
    needs: inboxNeeds,
    query: z.object({
      view: z.enum(inboxViews).default("all").catch("all"),
      q: z.string().trim().max(100).default("").catch(""),
      ...contactFilters,
      /** From a page before: what its `next` said. */
      after: cursor,
      per_page: z.coerce.number().int().min(1).max(200).catch(50).default(50),
    }),
    answers: {
      200: z.object({
        data: z.array(Contact),
        next: z.string().nullable(),
        counts: z.object({ waiting: Count, mine: Count, undisposed: Count, open: Count, snoozed: Count }),
        /** Of the caller: how many they have and may have. */
        mine: z.object({ conversations: Count, active_conversations: Count, max_conversation: Count }),
        /** The account's event number when this was read: live changes are asked from here. */
        cursor: Count,
      }),
    },
  },
  contact: {
    method: "GET",
    path: "/contacts/{id}",
    summary: "One conversation with its customer and what was done",
    needs: inboxNeeds,
    params: contactId,
    answers: { 200: ContactDetail },
  },
  messages: {
    method: "GET",
    path: "/contacts/{id}/messages",
    summary: "Messages of a conversation in order, the newest 50, or those before or after one",
    needs: inboxNeeds,
    params: contactId,
    query: z.object({
      before: id.optional().catch(undefined),
      after: id.optional().catch(undefined),
      limit: z.coerce.number().int().min(1).max(200).catch(50).default(50),
    }),
    answers: { 200: z.object({ data: z.array(Message), more: z.boolean(), cursor: Count }) },
  },
  startContact: {
    method: "POST",
    path: "/contacts/{id}/start",
    summary: "Take a waiting conversation; when another was faster, 409 says who",
    needs: inboxNeeds,
    writes: true,
    params: contactId,
    answers: { 201: said, 406: Problem, 409: Problem },
  },
  endContact: {
    method: "POST",
    path: "/contacts/{id}/end",
    summary: "End an open conversation; ending twice is ending once",
    needs: inboxNeeds,
    writes: true,
    params: contactId,
    answers: { 201: said, 406: Problem },
  },
  transferContact: {
    method: "POST",
    path: "/contacts/{id}/transfer",
    summary: "Give a conversation to an agent, a team, anyone with a skill, or back to the queue, with a note for them",
    needs: inboxNeeds,
    writes: true,
    params: contactId,
    body: z.strictObject({
      /** An agent; empty: the queue, of the team if one is named. */
      participant_id: z.string().max(40).default(""),
      ...{ team_id: id.optional(), skill_id: id.optional() },
      note: text.pipe(z.string().max(2_000)).default(""),
    }),
    answers: { 201: said, 406: Problem },
  },
  ignoreContact: {
    method: "POST",
    path: "/contacts/{id}/ignore",
    summary: "Leave an ended conversation without a disposition (stamps disposition_ignored)",
    needs: inboxNeeds,
    writes: true,
    params: contactId,
    answers: { 201: said, 406: Problem },
  },
  syncContact: {
    method: "POST",
    path: "/contacts/{id}/sync",
    summary: "Ask the network for messages that are missing",
    needs: inboxNeeds,
    writes: true,
    params: contactId,
    answers: { 201: DoneAnswer, 406: Problem },
  },
  readContact: {
    method: "POST",
    path: "/contacts/{id}/read",
    summary: "The agent has seen the messages so far",
    needs: inboxNeeds,
    writes: true,
    params: contactId,
    body: z.strictObject({ upto: id.optional() }),
    answers: { 201: DoneAnswer },
  },
  typing: {
    method: "POST",
    path: "/contacts/{id}/typing",
    summary: "The agent is writing, or only looking: told to the customer and to colleagues, kept nowhere",
    needs: inboxNeeds,
    writes: true,
    params: contactId,
    body: z.strictObject({ what: z.enum(["typing", "viewing", "gone"]) }),
    answers: { 201: DoneAnswer },
  },
  sendMessage: {
    method: "POST",
    path: "/contacts/{id}/messages",
    summary: "Write to the customer, or a private note; the same request id twice is one message",
    needs: inboxNeeds,
    writes: true,
    params: contactId,
    body: z.strictObject({
      request_id: requestId,
      type: z.enum(["text", "note"]).default("text"),
      message: text.pipe(z.string().max(25_000)).default(""),
      file_ids: z.array(z.uuid()).max(5).default([]),
    }),
    answers: { 201: z.object({ status: z.literal(201), messages: z.array(Message) }), 406: Problem, 409: Problem },
  },
  resendMessage: {
    method: "POST",
    path: "/messages/{id}/resend",
    summary: "Send a failed message again, really",
    needs: inboxNeeds,
    writes: true,
    params: z.object({ id }),
    answers: { 201: z.object({ status: z.literal(201), message: Message }), 406: Problem },
  },
  retryFile: {
    method: "POST",
    path: "/messages/{id}/file",
    summary: "Ask the network again for a customer's file that could not be fetched",
    needs: inboxNeeds,
    writes: true,
    params: z.object({ id }),
    answers: { 201: z.object({ status: z.literal(201), message: Message }), 406: Problem },
  },
  deleteMessage: {
    method: "DELETE",
    path: "/messages/{id}",
    summary: "Delete one's own message, on the channel too where it can be taken back",
    needs: inboxNeeds,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer, 406: Problem },
  },
  dispositionTypes: {
    method: "GET",
    path: "/disposition-types",
    summary: "What may be set when a conversation has ended, types with items",
    needs: inboxNeeds,
    query: z.object({
      customer_account: z.string().max(64).optional().catch(undefined),
      /** For which conversation one is suggested. */
      contact_id: id.optional().catch(undefined),
    }),
    answers: { 200: z.object({ data: z.array(DispositionType), suggested: z.number().int().nullable() }) },
  },
  setDisposition: {
    method: "POST",
    path: "/dispositions",
    summary: "Set the disposition of an ended conversation",
    needs: inboxNeeds,
    writes: true,
    body: z.strictObject({
      contact_id: id,
      type_id: id,
      item_id: id.optional(),
      note: text.pipe(z.string().max(2_000)).default(""),
    }),
    answers: { 201: said, 406: Problem },
  },
  saveForm: {
    method: "POST",
    path: "/contacts/{id}/form",
    summary: "Answers of the info form, by field name",
    needs: inboxNeeds,
    writes: true,
    params: contactId,
    body: z.strictObject({ form: z.record(z.string().max(60), text.pipe(z.string().max(2_000))) }),
    answers: { 201: DoneAnswer },
  },
  savePerson: {
    method: "PUT",
    path: "/people/{id}",
    summary: "Change what is known of a customer",
    needs: inboxNeeds,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({
      name: text.pipe(z.string().max(120)).optional(),
      email: z.union([z.literal(""), z.email("Give an address like name@example.com.").max(254)]).optional(),
      msisdn: z.string().trim().max(30).optional(),
      language: z.enum(["", "en", "sw"]).optional(),
      blocked: z.boolean().optional(),
    }),
    answers: { 201: z.object({ status: z.literal(201), person: ChatPerson }) },
  },
  findPeople: {
    method: "GET",
    path: "/people",
    summary: "Customers by name, number or address, to join two doors of one person",
    needs: inboxNeeds,
    query: z.object({ q: z.string().trim().max(100).default("").catch("") }),
    answers: { 200: z.object({ data: z.array(ChatPerson) }) },
  },
  mergePerson: {
    method: "POST",
    path: "/people/{id}/merge",
    summary: "Join another customer into this one; undone by part",
    needs: inboxNeeds,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({ other: id }),
    answers: { 201: z.object({ status: z.literal(201), person: ChatPerson }), 406: Problem },
  },
  partPerson: {
    method: "POST",
    path: "/people/{id}/part",
    summary: "Part a joined customer again: each keeps the doors they came with",
    needs: inboxNeeds,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({ other: id }),
    answers: { 201: z.object({ status: z.literal(201), person: ChatPerson }), 406: Problem },
  },
  inboxes: {
    method: "GET",
    path: "/chat/channels/",
    summary: "The account's ways in",
    query: z.object({ customer_account: z.string().max(64).optional().catch(undefined) }),
    needs: { products: ["Chats"], permissions: ["View chat inbox", "Manage chat channels", "Manage chat settings"] },
    answers: { 200: z.object({ data: z.array(Inbox) }) },
  },
  colleagues: {
    method: "GET",
    path: "/participants/online",
    summary: "To whom a conversation may be given, least busy first",
    needs: inboxNeeds,
    answers: { 200: z.object({ data: z.array(Participant), at: Seconds }) },
  },
} satisfies { [name: string]: Call };
