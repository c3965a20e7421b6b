import { sql } from "kysely";
import { z } from "zod";
import { type WebhookEvent, webhookEventNames } from "../../rules/webhook-events";
import type { Trx } from "./database";
import { checkedRows } from "./row-schema";
import { json } from "./rows";

/**
 * Has the account's web hooks told of an event, in the transaction of the event itself. Nothing is written where no
 * web hook wants it. One statement.
 * @param requests what is told, one request each
 * @param options.api false: it is of messages that were not sent with an API key
 */
export async function tellWebhooks(
  trx: Trx,
  account: string,
  event: WebhookEvent,
  requests: readonly object[],
  { api = true }: { api?: boolean } = {},
): Promise<void> {
  if (requests.length === 0) return;
  await sql`
    with wanted as (
      select id from events.webhooks
      where customer_account = ${account} and active and ${event} = any(events) and (${api} or not only_api)
    ), written as (
      insert into events.webhook_deliveries (customer_account, webhook_id, event, payload)
      select ${account}, wanted.id, ${event}, request.value
      from wanted, jsonb_array_elements(${json(requests)}) with ordinality request order by request.ordinality
      returning webhook_id
    )
    insert into events.webhooks_due as d (customer_account, webhook_id)
    select distinct ${account}, webhook_id from written
    on conflict (customer_account, webhook_id) do update set version = d.version + 1`.execute(trx);
}

const EventRow = z.object({ event: z.enum(webhookEventNames) });

/** Of some events, those that a web hook of the account wants to hear of. */
export async function heardEvents<Event extends WebhookEvent>(
  trx: Trx,
  account: string,
  events: readonly Event[],
): Promise<Event[]> {
  const rows = await checkedRows(
    trx,
    EventRow,
    sql`
    select event from unnest(${[...events]}::text[]) event
    where exists (select from events.webhooks where customer_account = ${account} and active and event = any(events))`,
  );
  return events.filter((event) => rows.some((heard) => heard.event === event));
}

/**
 * Something was deleted: what was told of it, or is to be told, goes.
 * @param field of the payload, a number that names what was deleted
 */
export async function dropTold(
  trx: Trx,
  account: string,
  events: readonly WebhookEvent[],
  field: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from events.webhook_deliveries
    where customer_account = ${account} and event = any(${[...events]}::text[])
      and (payload->>${field}) = any(${ids.map(String)}::text[])`.execute(trx);
}

/** Of an account's web hooks, whether any is told of messages: of all, of those that were sent with a key, or none. */
export type WebhookInterest = "all" | "api" | "none";

/** The expression that answers it, as part of another statement. */
export function webhookInterest(account: string, event: WebhookEvent) {
  return sql<WebhookInterest>`coalesce((select case when bool_and(only_api) then 'api' else 'all' end
    from events.webhooks where customer_account = ${account} and active and ${event} = any(events)), 'none')`;
}

/** An erasure: what was told, or is to be told, of a number or an address goes. */
export async function eraseInWebhooks(trx: Trx, account: string, contact: string): Promise<void> {
  await sql`delete from events.webhook_deliveries
    where customer_account = ${account} and strpos(lower(payload::text), lower(${contact})) > 0`.execute(trx);
}
