import { z } from "zod";
import { listOrders } from "../../rules/list-orders";
import { type Call, day, id, pageSchema, paging, sortField } from "../kit/contract";
import { BlastSpeed, InboxMessage, ReceiptQuery, SendingHours, Summary } from "./contract.answers";
import { AudienceRules } from "./contract.audience";
import { BlastLink } from "./contract.links";
import { Price } from "./contract.price";
import { RecurringMessage } from "./contract.recurring";
import { UsableSender } from "./contract.senders";
import { BlastForm } from "./contract.sending";

const products = ["SMS", "BULK"] as const;
const sending = { permissions: ["Send bulk message", "Send single message"], products } as const;
export const viewing = {
  permissions: ["View bulk message", "Send bulk message", "Send single message"],
  products,
} as const;
const summing = {
  permissions: ["View SMS Dashboard", "Send bulk message", "Send single message", "View bulk message"],
  products,
} as const;

/** draft: priced, nothing held. The documented words of Q089 are scheduled, sending, sent, failed, cancelled. */
export const blastStatuses = ["draft", "scheduled", "sending", "paused", "sent", "failed", "cancelled"] as const;
export const messageStatuses = [
  "queued",
  "submitted",
  "delivered",
  "failed",
  "expired",
  "rejected",
  "unknown",
  "suppressed",
  "cancelled",
] as const;

const Count = z.number().int();

export const Blast = z.object({
  id: z.number().int(),
  kind: z.enum(["bulk", "express"]),
  name: z.string(),
  sender: z.string(),
  groups: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** The rows of an express send; they may be gone by now. */
  list_id: z.number().int().nullable(),
  body: z.string(),
  status: z.enum(blastStatuses),
  is_now: z.boolean(),
  send_at: z.string().nullable(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string(),
  recipients: Count,
  parts: Count,
  cost_cents: Count,
  /** It waits after so many messages until somebody continues. */
  pause_after: Count.nullable(),
  queued: Count,
  submitted: Count,
  delivered: Count,
  failed: Count,
  suppressed: Count,
  cancelled: Count,
  /** Those whose receipt did not come in time: they stay unknown. */
  no_receipt: Count,
  charged_cents: Count,
  /** Given back of what was charged, when the receipts were in (a rule of the plan). */
  refunded_cents: Count,
});
export type Blast = z.infer<typeof Blast>;

export const BlastDetail = Blast.extend({
  price: Price,
  held_cents: Count,
  released_cents: Count,
  /** Messages submitted a second over the last seconds, and the limit of the link (0 = none). */
  rate: z.number(),
  rate_limit: z.number(),
  /** Most parts a second of this blast; null: as fast as the link goes. */
  speed: Count.nullable(),
  seconds_left: z.number().nullable(),
  promotional: z.boolean(),
  /** When it leaves, or goes on, as things are; null: at once, or it has left. */
  leaves_at: z.string().nullable(),
  /** It leaves later than it was asked to, because such messages have hours. */
  waits_for_hours: z.boolean(),
  /** About when the last of it leaves; null when it has, or when the link has no limit to reckon with. */
  ends_at: z.string().nullable(),
  /** Messages that will wait until its hours begin again. */
  waiting: Count,
  /** The hours of promotional messages, as minutes of the account's day. */
  promotional_hours: SendingHours,
  /** Its own; null: it leaves at any hour. */
  hours: SendingHours.nullable(),
  /** What was added to each text. */
  footer: z.string(),
  /** Whether anything can leave now, and since when it is so. */
  link: z.object({ up: z.boolean(), since: z.string().nullable() }),
  reasons: z.array(z.object({ reason: z.string(), messages: Count })),
  /** The links that became short ones. */
  links: z.array(BlastLink),
  /** The networks were asked about messages without a receipt: how many, and of how many they knew; null: never. */
  receipt_query: ReceiptQuery.nullable(),
  audience: AudienceRules,
  /** The scheduled blast whose place it takes, and the one that has taken its own. */
  replaces: Count.nullable(),
  replaced_by: Count.nullable(),
  /** It goes out again, or is one time of a message that does. */
  recurring: RecurringMessage.nullable(),
});
export type BlastDetail = z.infer<typeof BlastDetail>;

export const BlastMessage = z.object({
  seq: z.number().int(),
  msisdn: z.string(),
  name: z.string(),
  network: z.string(),
  text: z.string(),
  parts: Count,
  parts_delivered: Count,
  status: z.enum(messageStatuses),
  reason: z.string(),
  submitted_at: z.string().nullable(),
  done_at: z.string().nullable(),
});
export type BlastMessage = z.infer<typeof BlastMessage>;

const q = z.string().trim().max(100).default("").catch("");
const oneId = z.object({ id });

/** Filters of R096; `date` is one day, start and end a span; all days are the account's own. */
export const blastFilters = {
  status: z.enum(blastStatuses).optional().catch(undefined),
  sender: z.string().max(15).optional().catch(undefined),
  start_date: day,
  end_date: day,
  date: day,
  is_now: z.enum(["0", "1"]).optional().catch(undefined),
  /** Sent by people, or by programs with an API key. */
  by: z.enum(["people", "programs"]).optional().catch(undefined),
  q,
};

const change = (verb: string, summary: string) =>
  ({
    method: "POST",
    path: `/blasts/{id}/${verb}`,
    summary,
    needs: sending,
    writes: true,
    params: oneId,
    answers: { 201: Blast },
  }) as const;

/** Blasts (bulk and express), their messages, the inbox and the figures. */
export const blastCalls = {
  blasts: {
    method: "GET",
    path: "/blasts",
    summary: "Bulk blasts, newest first",
    needs: viewing,
    query: z.object({ ...paging, ...blastFilters, sort: sortField(listOrders.blasts) }),
    answers: { 200: pageSchema(Blast) },
  },
  express: {
    method: "POST",
    path: "/express/",
    summary: "Express and single sends, newest first",
    needs: viewing,
    query: z.object({ ...paging, ...blastFilters, sort: sortField(listOrders.blasts) }),
    answers: { 200: pageSchema(Blast) },
  },
  statuses: {
    delegated: true,
    method: "GET",
    path: "/statuses",
    summary: "The statuses a blast may have",
    answers: { 200: z.object({ data: z.array(z.string()) }) },
  },
  senders: {
    method: "GET",
    path: "/senders/",
    summary: "The account's sender IDs with their status, and behind them the shared one",
    scope: "messages:send",
    needs: viewing,
    answers: { 200: z.object({ data: z.array(UsableSender) }) },
  },
  price: {
    method: "POST",
    path: "/blasts/price",
    summary: "The exact cost of a message before it is made; writes nothing",
    scope: "messages:send",
    needs: sending,
    body: BlastForm,
    answers: { 200: Price },
  },
  createBlast: {
    method: "POST",
    path: "/blasts",
    summary: "Make a priced draft with its recipients; nothing is held or sent before it is confirmed",
    needs: sending,
    writes: true,
    body: BlastForm,
    answers: { 201: BlastDetail },
  },
  blast: {
    method: "GET",
    path: "/blasts/{id}",
    summary: "One blast with counts, money and progress",
    scope: "messages:read",
    needs: viewing,
    params: oneId,
    answers: { 200: BlastDetail },
  },
  confirmBlast: change("confirm", "Reserve the cost and send, or schedule; confirming twice is confirming once"),
  sampleBlast: {
    method: "POST",
    path: "/blasts/{id}/sample",
    summary: "Reserve the cost, send the first messages and wait until it is resumed",
    needs: sending,
    writes: true,
    params: oneId,
    body: z.strictObject({ messages: z.int().min(1, "At least 1 message.").max(500, "At most 500 messages.") }),
    answers: { 201: Blast },
  },
  pauseBlast: change("pause", "Stop sending for now"),
  resumeBlast: change("resume", "Continue sending"),
  askReceipts: change("ask-receipts", "Ask the networks about messages without a receipt; nothing is sent again by it"),
  setBlastSpeed: {
    method: "PUT",
    path: "/blasts/{id}/speed",
    summary: "Send slower or faster from now on, in parts a second; null: as fast as the link goes",
    needs: sending,
    writes: true,
    params: oneId,
    body: BlastSpeed,
    answers: { 200: BlastDetail },
  },
  cancelBlast: change("cancel", "Stop sending; what was not sent is refunded"),
  messages: {
    method: "GET",
    path: "/blasts/{id}/messages",
    summary: "The messages of a blast",
    scope: "messages:read",
    needs: viewing,
    params: oneId,
    query: z.object({ ...paging, status: z.enum(messageStatuses).optional().catch(undefined), q }),
    answers: { 200: pageSchema(BlastMessage) },
  },
  inbox: {
    method: "GET",
    path: "/inbox",
    summary: "Messages received, newest first",
    scope: "messages:read",
    needs: viewing,
    query: z.object({
      ...paging,
      q,
      number: z.string().max(20).optional().catch(undefined),
      sort: sortField(listOrders.received),
    }),
    answers: { 200: pageSchema(InboxMessage) },
  },
  readInbox: {
    method: "POST",
    path: "/inbox/{id}/read",
    summary: "Mark a received message as read",
    needs: viewing,
    writes: true,
    params: oneId,
    answers: { 201: InboxMessage },
  },
  summary: {
    method: "GET",
    path: "/dashboard/summary/",
    summary: "SMS figures for a span of days",
    needs: summing,
    query: z.object({ start_date: day, end_date: day }),
    answers: { 200: Summary },
  },
  outboxSummary: {
    method: "GET",
    path: "/biz/messaging/outbox/",
    summary: "The last blasts",
    needs: summing,
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).catch(10).default(10) }),
    answers: { 200: z.object({ data: z.array(Blast) }) },
  },
  reports: {
    method: "GET",
    path: "/biz/messaging/reports",
    summary: "SMS figures by day",
    needs: summing,
    query: z.object({ start_date: day, end_date: day }),
    answers: { 200: z.object({ data: z.object({ data: Summary.shape.days }) }) },
  },
} as const satisfies Record<string, Call>;
