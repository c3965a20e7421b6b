import { z } from "zod";
import { templateCategories } from "../../rules/whatsapp/templates";
import { type Call, DoneAnswer, id, pageSchema, paging } from "../kit/contract";
import { ShownFile } from "./contract.templates";

const products = ["Whatsapp"] as const;
const writing = { permissions: ["Create whatsapp message"], products } as const;
/** To read of broadcasts. */
export const broadcastsNeeds = { permissions: ["Create whatsapp message", "View whatsapp outbox"], products } as const;

export const broadcastKinds = ["bulk", "single"] as const;
export const broadcastStates = [
  "draft",
  "confirming",
  "scheduled",
  "sending",
  "paused",
  "finished",
  "cancelled",
] as const;
export const recipientStates = [
  ...(["queued", "left out", "sending", "waiting", "sent", "delivered", "read", "failed", "unknown"] as const),
  "cancelled",
] as const;
export type RecipientState = (typeof recipientStates)[number];
export type BroadcastState = (typeof broadcastStates)[number];

const Counts = z.record(z.enum(recipientStates), z.number().int());

export const Broadcast = z.object({
  id: z.number().int(),
  kind: z.enum(broadcastKinds),
  name: z.string(),
  number_id: z.number().int(),
  number_name: z.string(),
  template_name: z.string(),
  language: z.string(),
  category: z.enum(templateCategories),
  audience: z.string(),
  status: z.enum(broadcastStates),
  /** Why it stopped by itself, or "". */
  stopped: z.string(),
  /** It goes on then: the number has reached its limit of the day. */
  wait_until: z.string().nullable(),
  /** When it was set to leave; null: as soon as it is confirmed. */
  send_at: z.string().nullable(),
  recipients: z.number().int(),
  counts: Counts,
  cost_cents: z.number().int(),
  settled_cents: z.number().int(),
  created_by: z.string(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
export type Broadcast = z.infer<typeof Broadcast>;

/** Where the value of a variable is from: a field of the row, or the same text for all. */
export const Mapped = z.strictObject({
  field: z.string().trim().max(64).default(""),
  /** For rows without the field, and for all where there is no field. "": who has no value is left out. */
  text: z.string().trim().max(300, "At most 300 characters.").default(""),
});
export type Mapped = z.infer<typeof Mapped>;
export const Mapping = z.record(z.string().max(80), Mapped);
export type Mapping = z.infer<typeof Mapping>;

const PriceLine = z.object({ country: z.string(), messages: z.number().int(), price: z.number().int() });

export const BroadcastDetail = Broadcast.extend({
  components: z.array(z.looseObject({ type: z.string() })),
  fields: z.array(z.string()),
  mapping: Mapping,
  /** What goes in the header to everyone whose row names no file of its own. */
  file: ShownFile.nullable(),
  /** What it costs by country; a price is in 1/10,000 KES. */
  price: z.array(PriceLine),
  /** Why numbers get nothing, and how many. */
  left_out: z.array(z.object({ reason: z.string(), messages: z.number().int() })),
  failures: z.array(z.object({ reason: z.string(), messages: z.number().int() })),
  /** Of the customers whom the number may write to first in a moving day. */
  limit: z.object({ most: z.number().int().nullable(), used: z.number().int() }),
  /** Why the template or the number can't be used now, or "". */
  unusable: z.string(),
  /** The first rows with the values they would get. */
  samples: z.array(z.object({ msisdn: z.string(), name: z.string(), values: z.record(z.string(), z.string()) })),
});
export type BroadcastDetail = z.infer<typeof BroadcastDetail>;

export const BroadcastForm = z.strictObject({
  /** Chosen by the caller: the same form under the same key is made once. */
  key: z.string().min(8).max(80),
  name: z.string().trim().max(100, "At most 100 characters.").default(""),
  channel_id: z.coerce.number({ error: "Choose a number." }).int().positive("Choose a number."),
  template_id: z.coerce.number({ error: "Choose a template." }).int().positive("Choose a template."),
  group_ids: z.array(id).max(50, "Choose at most 50 groups.").default([]),
  list_id: id.nullable().default(null),
});
export type BroadcastForm = z.infer<typeof BroadcastForm>;

const params = z.object({ id });
const move = (what: string, summary: string) =>
  ({
    method: "POST",
    path: `/broadcasts/{id}/${what}`,
    summary,
    needs: writing,
    writes: true,
    params,
    answers: { 201: DoneAnswer },
  }) as const satisfies Call;

export const Recipient = z.object({
  seq: z.number().int(),
  msisdn: z.string(),
  name: z.string(),
  country: z.string(),
  state: z.enum(recipientStates),
  reason: z.string(),
  provider_id: z.string(),
  due_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  read_at: z.string().nullable(),
  price: z.number().int(),
});
export type Recipient = z.infer<typeof Recipient>;

const listQuery = z.object({
  ...paging,
  q: z.string().trim().max(100).default("").catch(""),
  view: z.enum(broadcastKinds).default("bulk").catch("bulk"),
  status: z.enum(broadcastStates).optional().catch(undefined),
  number: id.optional().catch(undefined),
});

export const broadcastCalls = {
  numberBroadcasts: {
    method: "GET",
    path: "/inbox/{customer_account}/{user_group}/number/{param}/broadcasts",
    summary: "The broadcasts of one number by its id at Meta (specification 2, section 7), newest first",
    needs: broadcastsNeeds,
    params: z.object({
      customer_account: z.string().max(64),
      user_group: z.string().max(64),
      param: z.string().max(64),
    }),
    query: z.object(paging),
    answers: { 200: pageSchema(Broadcast) },
  },
  broadcasts: {
    method: "GET",
    path: "/broadcasts",
    summary: "Broadcasts to many (`bulk`) or messages to one number (`single`), newest first",
    needs: broadcastsNeeds,
    query: listQuery,
    answers: { 200: pageSchema(Broadcast) },
  },
  broadcast: {
    method: "GET",
    path: "/broadcasts/{id}",
    summary: "One broadcast with its price, its counts and what was left out",
    needs: broadcastsNeeds,
    params,
    answers: { 200: BroadcastDetail },
  },
  createBroadcast: {
    method: "POST",
    path: "/broadcasts",
    summary: "Make the draft of a broadcast with a row for each number; sends nothing",
    needs: writing,
    writes: true,
    body: BroadcastForm,
    answers: { 201: z.object({ id: z.number().int() }) },
  },
  mapBroadcast: {
    method: "PUT",
    path: "/broadcasts/{id}/values",
    summary: "Say where the value of each variable is from; prices the draft anew",
    needs: writing,
    writes: true,
    params,
    body: z.strictObject({
      mapping: Mapping,
      /** The file of the header may still be missing: it is chosen by a call of its own. */
      file_later: z.boolean().default(false),
    }),
    answers: { 201: DoneAnswer },
  },
  setBroadcastFile: {
    method: "PUT",
    path: "/broadcasts/{id}/file",
    summary: "Choose the file that everyone gets in the header, or none; the draft is priced again",
    needs: writing,
    writes: true,
    params,
    /** An upload of the person's own with the purpose `template`. */
    body: z.strictObject({ file_id: z.uuid().nullable() }),
    answers: { 201: DoneAnswer },
  },
  testBroadcast: {
    method: "POST",
    path: "/broadcasts/{id}/test",
    summary: "Send the first row's message to one number of one's own; paid like any message",
    needs: writing,
    writes: true,
    params,
    body: z.strictObject({
      phone: z.string().trim().min(1, "Enter a number.").max(64),
      key: z.string().min(8).max(80),
    }),
    answers: { 201: z.object({ id: z.number().int() }) },
  },
  confirmBroadcast: move("confirm", "Reserve the cost and begin to send; one that is scheduled leaves at once"),
  scheduleBroadcast: {
    ...move("schedule", "Reserve the cost and send at a set time; one that is scheduled gets another time"),
    body: z.strictObject({ send_at: z.iso.datetime({ offset: true, error: "Choose a date and a time." }) }),
  },
  pauseBroadcast: move("pause", "Stop for now; what is on its way goes"),
  resumeBroadcast: move("resume", "Continue; no one gets it twice"),
  cancelBroadcast: move("cancel", "Send no more, and refund what is reserved for the rest"),
  recipients: {
    method: "GET",
    path: "/broadcasts/{id}/recipients",
    summary: "Every number of a broadcast with its state",
    needs: broadcastsNeeds,
    params,
    query: z.object({ ...paging, state: z.enum(recipientStates).optional().catch(undefined) }),
    answers: { 200: pageSchema(Recipient) },
  },
} as const satisfies Record<string, Call>;
