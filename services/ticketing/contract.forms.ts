import { z } from "zod";
import { statuses } from "../../rules/ticket-labels";
import { type RawBody, id as rowId } from "../kit/contract";
import { answerChannels } from "./contract.answers";
import { ids, optionalId, text, userIds } from "./contract.fields";

const subject = text.min(1, "Give the ticket a subject.").max(300, "A subject has at most 300 characters.");
const description = text.max(20_000, "A description has at most 20,000 characters.");
/** As people write numbers: digits with what stands between them. Who calls without one is "". */
const phone = text
  .max(40)
  .refine((given) => given === "" || (/^\+?[\d\s()./-]+$/.test(given) && given.replace(/\D/g, "").length >= 3), {
    message: "Enter a phone number, like 0711 222 333.",
  });
const email = z.union([z.literal(""), z.email("This is not an email address.").max(254)]);

/** Ids of kept uploads, from a form's repeated field or a JSON list. */
export const fileIds = z
  .preprocess(
    (given) => (given === undefined || given === "" ? [] : Array.isArray(given) ? given : [given]),
    z.array(z.uuid()).max(20),
  )
  .default([]);

/** The fields of a new ticket (Q131); sent as multipart (R120) with any number of files named `files`. */
export const TicketForm = z.object({
  subject,
  description: description.default(""),
  type_id: optionalId.default(null),
  priority_id: optionalId.default(null),
  urgency_id: optionalId.default(null),
  impact_id: optionalId.default(null),
  stage_id: optionalId.default(null),
  status: z.union([z.literal("").transform(() => undefined), z.enum(statuses)]).optional(),
  disposition_id: optionalId.default(null),
  sub_disposition_id: optionalId.default(null),
  channel_id: optionalId.default(null),
  policy_id: optionalId.default(null),
  group_ids: ids,
  member_ids: userIds,
  customer_id: text.max(64).default(""),
  contact_id: text.max(64).default(""),
  customer_name: text.max(200).default(""),
  customer_phone: phone.default(""),
  customer_email: email.default(""),
  source: text.max(100).default(""),
  /** The ticket's customer wrote it themselves: then the response clock runs (statement 9). */
  from_customer: z.preprocess(
    (given) => given === true || given === "true" || given === "on" || given === "1",
    z.boolean(),
  ),
  /** Files that the uploads service keeps already (uploads.form, purpose ticket), by their ids. */
  file_ids: fileIds,
  /** Makes a repeated post one ticket. */
  key: text.max(100).default(""),
});
export type TicketForm = z.input<typeof TicketForm>;

/**
 * A change of a ticket: only the fields named are changed. `version` is the one that was read; `was_<field>` is not
 * needed, the history knows who changed what since. Sent as multipart, like the new one.
 */
export const TicketUpdate = z.object({
  id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  subject: subject.optional(),
  description: description.optional(),
  type_id: optionalId.optional(),
  priority_id: z.coerce.number().int().min(1).max(5).optional(),
  urgency_id: optionalId.optional(),
  impact_id: optionalId.optional(),
  stage_id: z.coerce.number().int().positive().optional(),
  status: z.enum(statuses).optional(),
  disposition_id: optionalId.optional(),
  sub_disposition_id: optionalId.optional(),
  channel_id: optionalId.optional(),
  policy_id: optionalId.optional(),
  customer_id: text.max(64).optional(),
  contact_id: text.max(64).optional(),
  customer_name: text.max(200).optional(),
  customer_phone: phone.optional(),
  customer_email: email.optional(),
  file_ids: fileIds,
});
export type TicketUpdate = z.input<typeof TicketUpdate>;

/** The fields of a ticket that one save may change, by name. */
export const ticketFields = [
  "subject",
  "description",
  "type_id",
  "priority_id",
  "urgency_id",
  "impact_id",
  "stage_id",
  "status",
  "disposition_id",
  "sub_disposition_id",
  "channel_id",
  "policy_id",
  "customer_id",
  "contact_id",
  "customer_name",
  "customer_phone",
  "customer_email",
] as const;
export type TicketField = (typeof ticketFields)[number];

/** A comment; files come beside it as in a ticket. */
export const CommentForm = z.object({
  body: text.min(1, "Write the comment.").max(20_000, "A comment has at most 20,000 characters."),
  kind: z.enum(["public", "internal"]).default("public"),
  /** What the customer wrote, entered for them or by a channel. */
  author_kind: z.enum(["staff", "customer"]).default("staff"),
  file_ids: fileIds,
  /** The channel's own id of the message: the same one twice is one comment. */
  message_id: text.max(200).default(""),
  /** The ticket's version and its newest comment that the writer has seen: what others did since then is 409. */
  version: z.preprocess(
    (given) => (given === "" ? undefined : given),
    z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  ),
  newest_comment: z.preprocess(
    (given) => (given === "" ? undefined : given),
    z.coerce.number().int().min(0).optional(),
  ),
  /** How it goes to the customer; not said: by e-mail where they have an address. An SMS is charged, so it is always said. */
  reply_by: z.preprocess((given) => (given === "" ? undefined : given), z.enum([...answerChannels, "none"]).optional()),
  /** Auto-Submitted, a bounce or another machine: never answered, starts no clock. */
  automatic: z.preprocess((given) => given === true || given === "true" || given === "1", z.boolean()),
});
export type CommentForm = z.input<typeof CommentForm>;

/** An item of a ticket: new without an id; `delete` takes it away. */
export const ItemForm = z.strictObject({
  ticket_id: rowId,
  id: rowId.optional(),
  name: text.min(1, "Name the item.").max(300).optional(),
  description: text.max(5000).optional(),
  done: z.boolean().optional(),
  due_at: z
    .union([
      z.literal(""),
      z.iso.datetime({ offset: true }).regex(/^(19|20|21)/, "Give a date between 1900 and 2200."),
      z.null(),
    ])
    .optional(),
  delete: z.boolean().default(false),
});

/** One change for many tickets; what is absent stays. */
export const BulkChange = z.strictObject({
  status: z.enum(statuses).optional(),
  stage_id: z.coerce.number().int().positive().optional(),
  priority_id: z.coerce.number().int().min(1).max(5).optional(),
  type_id: z.coerce.number().int().positive().optional(),
  disposition_id: z.coerce.number().int().positive().optional(),
  add_members: userIds,
  remove_members: userIds,
  add_groups: ids,
  remove_groups: ids,
  delete: z.boolean().default(false),
  /** Brings deleted tickets back. */
  restore: z.boolean().default(false),
});
export type BulkChange = z.input<typeof BulkChange>;

/** A form that holds no file, as the body of a multipart call. */
export function formBody(fields: Record<string, unknown>): { stream: RawBody } {
  const bytes = new TextEncoder().encode(JSON.stringify(fields));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return { stream: { body, type: "application/json" } };
}
