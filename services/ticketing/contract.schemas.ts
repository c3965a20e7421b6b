import { z } from "zod";
import { clockKinds, statuses } from "../../rules/ticket-labels";
import { pageSchema } from "../kit/contract";
import { Delivery } from "./contract.answers";
import { Colour, Count, Instant, Ref, TicketMember } from "./contract.fields";

/** How a ticket stands against its promise; `none`: no policy covers it. */
export const slaStates = ["none", "on track", "near", "breached", "paused", "met", "missed"] as const;

export const StageRef = Ref.extend({ colour: Colour, board_id: z.number().int() });

/** A ticket with its documented lists (spec 2 §3): what it has now, named; the `_id` fields are for forms. */
export const Ticket = z.object({
  id: z.number().int(),
  uuid: z.string(),
  customer_account: z.string(),
  subject: z.string(),
  description: z.string(),
  status: z.enum(statuses),
  status_id: z.number().int(),
  stage_id: z.number().int(),
  type_id: z.number().int().nullable(),
  priority_id: z.number().int(),
  urgency_id: z.number().int().nullable(),
  impact_id: z.number().int().nullable(),
  disposition_id: z.number().int().nullable(),
  sub_disposition_id: z.number().int().nullable(),
  channel_id: z.number().int().nullable(),
  /** The policy somebody chose; the one in force is `policies[0]`. */
  policy_id: z.number().int().nullable(),
  customer_id: z.string().nullable(),
  contact_id: z.string().nullable(),
  customer: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
  /** Exactly one each, as lists because the documents name them so. */
  statuses: z.array(Ref),
  stages: z.array(StageRef),
  priorities: z.array(Ref),
  /** None or one. */
  types: z.array(Ref),
  policies: z.array(Ref),
  /** The disposition, then the sub-disposition. */
  dispositions: z.array(Ref),
  groups: z.array(Ref),
  members: z.array(TicketMember),
  source: z.string(),
  comments: Count,
  files_count: Count,
  /** The nearest due time of a clock that runs; null while paused or done. */
  due_at: Instant.nullable(),
  due_clock: z.enum(clockKinds).nullable(),
  sla: z.enum(slaStates),
  /** "Resolution, 240 min: 95 used Mon, holiday Tue, 40 min paused, due Wed 10:45"; only where it was asked for. */
  why: z.string().nullable(),
  breached_at: Instant.nullable(),
  created_by: z.string().nullable(),
  created_by_name: z.string(),
  created_at: Instant,
  updated_at: Instant,
  first_response_at: Instant.nullable(),
  resolved_at: Instant.nullable(),
  closed_at: Instant.nullable(),
  reopened: Count,
  version: z.number().int(),
  rank: z.string(),
  merged_into: z.number().int().nullable(),
  deleted_at: Instant.nullable(),
});
export type Ticket = z.infer<typeof Ticket>;

export const TicketFile = z.object({
  id: z.number().int(),
  name: z.string(),
  url: z.string(),
  type: z.string(),
  bytes: Count,
  added_by: z.string(),
  added_at: Instant,
  comment_id: z.number().int().nullable(),
  item_id: z.number().int().nullable(),
  /** The ticket it was given to, when that one was merged into this. */
  origin_id: z.number().int(),
});
export type TicketFile = z.infer<typeof TicketFile>;

/** A step of how a due time came about; minutes are business minutes. `words` is the sentence for it. */
export const ExplainStep = z.object({
  kind: z.enum(["used", "closed", "holiday", "exempted", "paused", "left", "due"]),
  from: Instant,
  until: Instant,
  minutes: z.number(),
  name: z.string(),
  words: z.string(),
});
export const Explanation = z.object({ words: z.string(), time_zone: z.string(), steps: z.array(ExplainStep) });
export type Explanation = z.infer<typeof Explanation>;

export const SlaClock = z.object({
  id: z.number().int(),
  kind: z.enum(clockKinds),
  name: z.string(),
  state: z.enum(["running", "paused", "met", "missed"]),
  target_minutes: z.number(),
  elapsed_minutes: z.number(),
  paused_minutes: z.number(),
  left_minutes: z.number(),
  started_at: Instant,
  due_at: Instant.nullable(),
  stopped_at: Instant.nullable(),
  breached_at: Instant.nullable(),
  /** Only for a clock that runs or is paused: a recorded result keeps its figures, not its reasons. */
  explanation: Explanation.nullable(),
});
export type SlaClock = z.infer<typeof SlaClock>;

/** A piece of work inside a ticket. */
export const TicketItem = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  done: z.boolean(),
  due_at: Instant.nullable(),
  members: z.array(TicketMember.extend({ item_member_id: z.number().int() })),
  created_at: Instant,
});
export type TicketItem = z.infer<typeof TicketItem>;

export const TicketDetail = Ticket.extend({
  files: z.array(TicketFile),
  items: z.array(TicketItem),
  clocks: z.array(SlaClock),
  /** Tickets that were merged into this one and can be taken out again. */
  merged: z.array(z.object({ id: z.number().int(), subject: z.string(), merged_at: Instant, merged_by: z.string() })),
  merged_into_subject: z.string().nullable(),
  group_ids: z.array(z.number().int()),
  member_ids: z.array(z.string()),
  /** The addresses on copy of its mails. */
  cc: z.array(z.string()),
  /** It came by mail, and nothing proves that the customer's address is the sender's. */
  sender_unproven: z.boolean(),
  /** Who gets word of it besides its members. */
  watchers: z.array(TicketMember),
  /**
   * What its disposition brought: the disposition that set the policy in force, and the one that gives the priority it
   * has; who was written to when it was opened.
   */
  by_disposition: z
    .object({ policy: z.string().nullable(), priority: z.string().nullable(), contacts: z.array(z.string()) })
    .nullable(),
});
export type TicketDetail = z.infer<typeof TicketDetail>;

export const Comment = z.object({
  id: z.number().int(),
  kind: z.enum(["public", "internal", "note"]),
  author_kind: z.enum(["staff", "customer", "automation", "system"]),
  author: z.string(),
  /** The address it came from by mail, where that is not the customer's. */
  sender: z.string(),
  body: z.string(),
  at: Instant,
  files: z.array(TicketFile),
  /** How it goes to the customer; null: it stays on the ticket. */
  delivery: Delivery.nullable(),
  /** The ticket it was written on, when that one was merged into this. */
  origin_id: z.number().int(),
});
export type Comment = z.infer<typeof Comment>;

export const HistoryEntry = z.object({
  id: z.number().int(),
  at: Instant,
  by: z.string(),
  action: z.string(),
  field: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  words: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const TicketPage = pageSchema(Ticket);
export type TicketPage = z.infer<typeof TicketPage>;

/** A save that lost: the row as it is now, and for each field that both changed who did it and when. */
export const Conflict = z.object({
  status: z.literal(409),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
  conflicts: z.array(
    z.object({ field: z.string(), yours: z.string(), theirs: z.string(), by: z.string(), at: Instant }),
  ),
  current: Ticket,
});
export type Conflict = z.infer<typeof Conflict>;
