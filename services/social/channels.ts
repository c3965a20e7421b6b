import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../kit/database";
import { decrypt, encrypt } from "../kit/encryption";
import { checkedRows } from "../kit/row-schema";
import { HttpError } from "../kit/serve";
import { SocialChannel } from "./contract";
import type { SocialDeps } from "./deps";

export const ChannelRow = z.object({
  id: z.number(),
  channel: SocialChannel,
  ref: z.string(),
  inbox_id: z.number(),
  external_id: z.string(),
  name: z.string(),
  shown: z.string(),
  hook: z.string(),
  secrets: z.instanceof(Buffer),
  settings: z.record(z.string(), z.unknown()),
  active: z.boolean(),
  stopped: z.string(),
  token_until: z.date().nullable(),
  last_webhook_at: z.date().nullable(),
  last_refused_at: z.date().nullable(),
  refused: z.number(),
  last_sent_at: z.date().nullable(),
  last_error: z.string(),
  last_error_at: z.date().nullable(),
  made_at: z.date(),
  /** Webhooks that wait; messages of a day that went out or tried to, and how many of them failed. */
  open: z.number(),
  tried: z.number(),
  failed: z.number(),
  /** Of a mailbox or an app: when it was looked at, and how often in a row that failed. */
  fetched_at: z.date().nullable(),
  failures: z.number(),
});
export type ChannelRow = z.infer<typeof ChannelRow>;

/** The secrets of a channel: the network's token, what its webhooks are judged by, and what Meta asks us for. */
export type Secrets = {
  token: string;
  proof: string;
  verify: string;
  /** The password of the host by which mails leave. */
  smtp?: string;
};

const purpose = "social channel";
const boundTo = (account: string, id: number) => `${account}/${id}`;

export function sealed(secret: string, account: string, id: number, secrets: Secrets): Buffer {
  return encrypt(secret, purpose, boundTo(account, id), JSON.stringify(secrets));
}

export function channelSecrets(secret: string, account: string, row: Pick<ChannelRow, "id" | "secrets">): Secrets {
  return JSON.parse(decrypt(secret, purpose, boundTo(account, row.id), row.secrets)) as Secrets;
}

const columns = sql`c.id, c.channel, c.ref, c.inbox_id, c.external_id, c.name, c.shown, c.hook, c.secrets, c.settings, c.active, c.stopped,
  c.token_until, c.last_webhook_at, c.last_refused_at, c.refused, c.last_sent_at, c.last_error, c.last_error_at, c.made_at,
  coalesce((select m.fetched_at from social.mailboxes m where m.customer_account = c.customer_account and m.channel_id = c.id),
    (select p.polled_at from social.review_polls p where p.customer_account = c.customer_account and p.channel_id = c.id)) as fetched_at,
  coalesce((select m.failures from social.mailboxes m where m.customer_account = c.customer_account and m.channel_id = c.id),
    (select p.failures from social.review_polls p where p.customer_account = c.customer_account and p.channel_id = c.id), 0) as failures`;

const counts = sql`(select count(*)::int from social.webhooks w where w.customer_account = c.customer_account and w.channel_id = c.id
    and w.done_at is null) as open,
  (select count(*)::int from social.outgoing o where o.customer_account = c.customer_account and o.channel_id = c.id
    and o.at > now() - interval '1 day') as tried,
  (select count(*)::int from social.outgoing o where o.customer_account = c.customer_account and o.channel_id = c.id
    and o.at > now() - interval '1 day' and o.state = 'failed' and not o.put_off) as failed`;
const uncounted = sql`0 as open, 0 as tried, 0 as failed`;

/** The connected channels that a condition on `c` holds for. Only who shows them needs them `counted`: jobs are many. */
export async function channelRows(
  trx: Trx,
  account: string,
  where = sql`true`,
  counted = false,
): Promise<ChannelRow[]> {
  return checkedRows(
    trx,
    ChannelRow,
    sql`
    select ${columns}, ${counted ? counts : uncounted} from social.channels c where c.customer_account = ${account} and c.deleted_at is null and ${where}
    order by c.channel, c.id`,
  );
}

export async function channelRow(trx: Trx, account: string, id: number): Promise<ChannelRow | undefined> {
  return (await channelRows(trx, account, sql`c.id = ${id}`))[0];
}

/** @throws HttpError 404 */
export async function mustHave(trx: Trx, account: string, id: number): Promise<ChannelRow> {
  const [found] = await channelRows(trx, account, sql`c.id = ${id}`, true);
  if (!found) throw new HttpError(404, "There is no such channel.");
  return found;
}

/** Keeps what went wrong; `stops`: nothing goes out any more until somebody mends it. */
export async function noteError(trx: Trx, account: string, id: number, words: string, stops = false): Promise<void> {
  await sql`
    update social.channels set last_error = ${words.slice(0, 500)}, last_error_at = now(),
      stopped = case when ${stops} then ${words.slice(0, 500)} else stopped end
    where customer_account = ${account} and id = ${id}`.execute(trx);
}

export function hookUrl(deps: SocialDeps, { channel, hook }: Pick<ChannelRow, "channel" | "hook">): string {
  return `${deps.publicUrl()}/callbacks/${channel}/${hook}`;
}
