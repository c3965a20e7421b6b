import { sql } from "kysely";
import { z } from "zod";
import { webhookEvents } from "../../../rules/webhook-events";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { decrypt, encrypt } from "../../kit/encryption";
import { byNumber, newestFirst } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { hasRows, texts } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { Webhook, WebhookDelivery, type WebhookForm } from "../contract.webhooks";
import { newWebhookSecret } from "./signature";

/** An account has at most so many. */
const maxWebhooks = 20;
const purpose = "web hook";

const HookRow = Webhook.extend({
  created_at: z.date(),
  last_error_at: z.date().nullable(),
  last_delivered_at: z.date().nullable(),
  next_try_at: z.date().nullable(),
});
type HookRow = z.infer<typeof HookRow>;
const DeliveryRow = WebhookDelivery.omit({ body: true }).extend({
  created_at: z.date(),
  done_at: z.date().nullable(),
  payload: z.record(z.string(), z.unknown()),
});
type Form = z.output<typeof WebhookForm>;

const columns = sql`w.id, w.url, w.events, w.only_api, w.active, w.failures, w.last_error, w.last_error_at,
  w.last_delivered_at, w.created_by, w.created_at, case when d.waiting > 0 and w.active then due.due end as next_try_at,
  d.waiting`;
const tables = sql`events.webhooks w
  left join events.webhooks_due due on due.customer_account = w.customer_account and due.webhook_id = w.id
  cross join lateral (select count(*)::int as waiting from events.webhook_deliveries x
    where x.customer_account = w.customer_account and x.webhook_id = w.id and x.state = 'waiting') d`;

function iso(at: Date): string;
function iso(at: Date | null): string | null;
function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

function shown(hook: HookRow): Webhook {
  return {
    ...hook,
    created_at: iso(hook.created_at),
    last_error_at: iso(hook.last_error_at),
    last_delivered_at: iso(hook.last_delivered_at),
    next_try_at: iso(hook.next_try_at),
  };
}

export async function webhookPage(trx: Trx, account: string, asked: PageQuery) {
  const page = await pageOfRows(trx, asked, {
    schema: HookRow,
    select: columns,
    from: sql`${tables} where w.customer_account = ${account}`,
    order: byNumber("w.id"),
  });
  return { ...page, data: page.data.map(shown) };
}

/** @throws HttpError 404 */
export async function webhookFor(trx: Trx, account: string, id: number): Promise<Webhook> {
  const found = await checkedRow(
    trx,
    HookRow,
    sql`select ${columns} from ${tables} where w.customer_account = ${account} and w.id = ${id}`,
    { batched: true },
  );
  if (!found) throw new HttpError(404, "There is no such web hook.");
  return shown(found);
}

const HooksRow = z.object({ hooks: z.number() });

/** A new web hook. The answer alone contains its secret. @throws HttpError 422 */
export async function createWebhook(
  trx: Trx,
  account: string,
  by: ActivityActor,
  form: Form,
  serviceSecret: string,
): Promise<Webhook & { secret: string }> {
  const counted = await checkedRow(
    trx,
    HooksRow,
    sql`select count(*)::int as hooks from events.webhooks where customer_account = ${account}`,
  );
  if ((counted?.hooks ?? 0) >= maxWebhooks)
    throw new HttpError(422, `An account has at most ${maxWebhooks} web hooks. Delete one that is not used.`);
  const { url, events, only_api, active } = form;
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into events.webhooks (customer_account, url, events, only_api, active, created_by)
      values (${account}, ${url}, ${texts([...new Set(events)])}, ${only_api}, ${active}, ${actorName(by)}) returning id`,
  );
  const id = made?.id ?? 0;
  const secret = newWebhookSecret();
  await sql`update events.webhooks set secret = ${encrypt(serviceSecret, purpose, bound(account, id), secret)}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await note(trx, account, by, id, {
    action: "Web hook added",
    words: `${hostName(url)} is told of: ${labels(events)}.`,
  });
  return { ...(await webhookFor(trx, account, id)), secret };
}

/** Changes it; one that is switched on again is called at once. @throws HttpError 404 */
export async function updateWebhook(
  trx: Trx,
  account: string,
  by: ActivityActor,
  id: number,
  { url, events, only_api, active }: Form,
): Promise<Webhook> {
  const found = await hasRows(
    trx,
    sql`
    update events.webhooks set url = ${url}, events = ${texts([...new Set(events)])}, only_api = ${only_api},
      active = ${active}, failures = case when ${active} and not active then 0 else failures end
    where customer_account = ${account} and id = ${id} returning id`,
  );
  if (!found) throw new HttpError(404, "There is no such web hook.");
  if (active) await wake(trx, account, id);
  const words = `${hostName(url)} is told of: ${labels(events)}.${active ? "" : " It is switched off."}`;
  await note(trx, account, by, id, { action: "Web hook changed", words });
  return webhookFor(trx, account, id);
}

const UrlRow = z.object({ url: z.string() });

/** @throws HttpError 404 */
export async function deleteWebhook(trx: Trx, account: string, by: ActivityActor, id: number): Promise<string> {
  const gone = await checkedRow(
    trx,
    UrlRow,
    sql`delete from events.webhooks where customer_account = ${account} and id = ${id} returning url`,
  );
  if (!gone) throw new HttpError(404, "There is no such web hook.");
  const host = hostName(gone.url);
  await note(trx, account, by, id, { action: "Web hook deleted", words: `${host} is told of nothing any more.` });
  return host;
}

/** What a web hook was told, newest first. @throws HttpError 404 */
export async function deliveryPage(
  trx: Trx,
  account: string,
  id: number,
  asked: PageQuery & { state?: WebhookDelivery["state"] | undefined },
) {
  await webhookFor(trx, account, id);
  const state = asked.state ? sql`and state = ${asked.state}` : sql``;
  const page = await pageOfRows(trx, asked, {
    schema: DeliveryRow,
    select: sql`id, uid, event, state, attempts, status, error, payload, created_at, done_at`,
    from: sql`events.webhook_deliveries where customer_account = ${account} and webhook_id = ${id} ${state}`,
    order: newestFirst,
  });
  const data = page.data.map(({ payload, ...found }): WebhookDelivery => {
    const body = requestBody({ ...found, account, payload });
    return { ...found, body, created_at: iso(found.created_at), done_at: iso(found.done_at) };
  });
  return { ...page, data };
}

/** Has what failed sent again, or one request whatever became of it. Answers how many. @throws HttpError 404 */
export async function replay(trx: Trx, account: string, id: number, delivery: number | null): Promise<number> {
  await webhookFor(trx, account, id);
  const which = delivery === null ? sql`state = 'failed'` : sql`id = ${delivery}`;
  const { numAffectedRows = 0n } = await sql`
    update events.webhook_deliveries set state = 'waiting', attempts = 0, error = '', done_at = null, queued_at = now()
    where customer_account = ${account} and webhook_id = ${id} and ${which} and state <> 'waiting'`.execute(trx);
  if (numAffectedRows > 0n) await wake(trx, account, id);
  return Number(numAffectedRows);
}

/** Calls it now, whatever pause there was. */
async function wake(trx: Trx, account: string, id: number): Promise<void> {
  await sql`insert into events.webhooks_due as d (customer_account, webhook_id)
    select ${account}, ${id}::bigint where exists (select from events.webhook_deliveries
      where customer_account = ${account} and webhook_id = ${id} and state = 'waiting')
    on conflict (customer_account, webhook_id) do update set due = now(), version = d.version + 1`.execute(trx);
}

/** The exact bytes that are sent and signed: the same for each try. */
export function requestBody(of: {
  uid: string;
  event: string;
  created_at: Date;
  account: string;
  payload: object;
}): string {
  const { uid: id, event: type, created_at, account, payload: data } = of;
  return JSON.stringify({ id, type, timestamp: created_at.toISOString(), account, data });
}

/** The secret of a web hook as its receiver has it. */
export function openSecret(serviceSecret: string, account: string, id: number, sealed: Buffer): string {
  return decrypt(serviceSecret, purpose, bound(account, id), sealed);
}

function bound(account: string, id: number): string {
  return `${account} ${id}`;
}

type WebhookAction = { action: "Web hook added" | "Web hook changed" | "Web hook deleted"; words: string };

async function note(trx: Trx, account: string, by: ActivityActor, id: number, { action, words }: WebhookAction) {
  await recordActivity(trx, account, by, { action, description: words, subject: "web hook", subject_id: String(id) });
}

function actorName(by: ActivityActor): string {
  return by === "system" ? "" : by.name;
}

function labels(events: Form["events"]): string {
  return events.map((event) => webhookEvents[event].label.toLowerCase()).join(", ");
}

/** The host alone: the rest of an address may be a secret. */
export function hostName(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}
