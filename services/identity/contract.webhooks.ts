import { z } from "zod";
import { webhookEventNames } from "../../rules/webhook-events";
import { type Call, DoneAnswer, id, pageSchema, paging } from "../kit/contract";

const needs = { permissions: ["Manage settings"] } as const;

export const Webhook = z.object({
  id: z.number().int(),
  url: z.string(),
  events: z.array(z.enum(webhookEventNames)),
  /** Of messages it is told only of those that were sent with an API key. */
  only_api: z.boolean(),
  active: z.boolean(),
  /** Failed tries one after the other; 0: the last one was accepted. */
  failures: z.number().int(),
  last_error: z.string(),
  last_error_at: z.string().nullable(),
  last_delivered_at: z.string().nullable(),
  /** When it is called again; null: nothing waits. */
  next_try_at: z.string().nullable(),
  waiting: z.number().int(),
  created_by: z.string(),
  created_at: z.string(),
});
export type Webhook = z.infer<typeof Webhook>;

/** What `fetchOutside` would not ask. */
function hasCredentials(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== "" || password !== "";
}

export const WebhookForm = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: "Enter an address that begins with https://." })
    .max(500, "An address has at most 500 characters.")
    .refine(
      (address) => !hasCredentials(address),
      "Leave the user name and the password out of the address. Each request is signed with a secret instead.",
    ),
  events: z.array(z.enum(webhookEventNames)).min(1, "Choose at least one event.").max(webhookEventNames.length),
  only_api: z.boolean().default(true),
  active: z.boolean().default(true),
});

export const deliveryStates = ["waiting", "delivered", "failed"] as const;

export const WebhookDelivery = z.object({
  id: z.number().int(),
  uid: z.string(),
  event: z.enum(webhookEventNames),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  /** Of the last answer; null: there was none. */
  status: z.number().int().nullable(),
  error: z.string(),
  /** The body of the request. */
  body: z.string(),
  created_at: z.string(),
  done_at: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const oneId = z.object({ id });
const own = { needs, delegated: false } as const;

/** Addresses of the account's own programs that are told what happens. */
export const webhookCalls = {
  webhooks: {
    method: "GET",
    path: "/webhooks",
    summary: "The account's web hooks, newest first",
    ...own,
    query: z.object({ ...paging }),
    answers: { 200: pageSchema(Webhook) },
  },
  webhook: {
    method: "GET",
    path: "/webhooks/{id}",
    summary: "One web hook",
    ...own,
    params: oneId,
    answers: { 200: Webhook },
  },
  createWebhook: {
    method: "POST",
    path: "/webhooks",
    summary: "Add a web hook; the answer is the only one that contains its secret",
    ...own,
    writes: true,
    body: WebhookForm,
    answers: { 201: Webhook.extend({ secret: z.string() }) },
  },
  updateWebhook: {
    method: "PUT",
    path: "/webhooks/{id}",
    summary: "Change a web hook",
    ...own,
    writes: true,
    params: oneId,
    body: WebhookForm,
    answers: { 201: Webhook },
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/webhooks/{id}",
    summary: "Delete a web hook with what waits for it",
    ...own,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  webhookDeliveries: {
    method: "GET",
    path: "/webhooks/{id}/deliveries",
    summary: "What a web hook was told in the last 14 days, newest first",
    ...own,
    params: oneId,
    query: z.object({ ...paging, state: z.enum(deliveryStates).optional().catch(undefined) }),
    answers: { 200: pageSchema(WebhookDelivery) },
  },
  replayWebhook: {
    method: "POST",
    path: "/webhooks/{id}/replay",
    summary: "Send again what failed, or one request; receivers know it by its ID",
    ...own,
    writes: true,
    params: oneId,
    body: z.strictObject({ delivery: id.nullable().default(null) }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
