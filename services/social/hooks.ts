import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { constantTimeEqual } from "../kit/constant-time";
import { type Database, inAccount, readAccount, type Trx } from "../kit/database";
import { sendLater } from "../kit/jobs";
import { checkedRow } from "../kit/row-schema";
import { ChannelRow, channelRow, channelSecrets, type Secrets } from "./channels";
import { SocialChannel } from "./contract";
import { networks } from "./networks";

/** The job that looks at the stored webhooks of a channel. */
export const webhooksTask = "social.process-webhooks";

/** The same job is asked for under so many names: webhooks that come at once would wait for each other's commit. */
const names = 16;

export function processWebhooksLater(trx: Trx, account: string, channel: number, at?: Date): Promise<void> {
  const key = `${webhooksTask}:${account}:${channel}:${at ? "later" : randomInt(names)}`;
  return sendLater(trx, webhooksTask, { account, channel }, { key, ...(at ? { at } : {}) });
}

/** What a network sends to prove itself: Telegram's secret header, Meta's signature of the bytes. */
type Proof = string | undefined;
type WebhookOutcome = "stored" | "refused" | "unknown";

const WebhookRoute = z.object({ customer_account: z.string(), channel_id: z.number(), channel: SocialChannel });
type WebhookRoute = z.infer<typeof WebhookRoute>;

async function findWebhookRoute(
  { db }: Pick<Database, "db">,
  channel: SocialChannel,
  hook: string,
): Promise<WebhookRoute | undefined> {
  const row = await checkedRow(
    db,
    WebhookRoute,
    sql`
    select customer_account, channel_id, channel from social.hooks where hook = ${hook}`,
  );
  return row?.channel === channel ? row : undefined;
}

/** The way in for the chat networks, as the door opens it. */
export type Hooks = {
  receive(channel: SocialChannel, hook: string, proof: Proof, raw: Uint8Array): Promise<WebhookOutcome>;
  /** Whether this verify token belongs to the address. */
  verify(channel: SocialChannel, hook: string, token: string): Promise<boolean>;
  /** What answers the network's challenge at this address; undefined: no channel has it. */
  challenge(channel: SocialChannel, hook: string, token: string): Promise<string | undefined>;
};

export function createHooks(database: Pick<Database, "db">, secret: string): Hooks {
  return {
    receive: (...given) => receiveHook(database, secret, given),
    verify: (...given) => verifyHook(database, secret, ...given),
    challenge: (...given) => answerChallenge(database, secret, ...given),
  };
}

const HookChannel = ChannelRow.pick({ id: true, active: true, secrets: true, last_webhook_at: true });

/**
 * Keeps what a network posts, as it came, before it is answered; a job looks at it (statement M1). What is not proved
 * leaves nothing behind but a count (M2). "unknown": no channel has that address.
 */
export async function receiveHook(
  database: Pick<Database, "db">,
  secret: string,
  [channel, hook, proof, raw]: [channel: SocialChannel, hook: string, proof: Proof, raw: Uint8Array],
): Promise<WebhookOutcome> {
  const route = await findWebhookRoute(database, channel, hook);
  if (!route) return "unknown";
  const { customer_account: account, channel_id: id } = route;
  return inAccount(database.db, account, async (trx) => {
    // Not the whole row: it counts what waits, and webhooks come by the hundred.
    const row = await checkedRow(
      trx,
      HookChannel,
      sql`
      select id, secrets, active, last_webhook_at from social.channels
      where customer_account = ${account} and id = ${id} and deleted_at is null`,
    );
    if (!row) return "unknown";
    const secrets = channelSecrets(secret, account, row);
    if (!networks[channel].proved?.(secrets, proof, raw)) {
      // Once a minute: whoever knocks often must not keep the row busy.
      await sql`
        update social.channels set refused = refused + 1, last_refused_at = now() where customer_account = ${account}
          and id = ${id} and (last_refused_at is null or last_refused_at < now() - interval '1 minute')`.execute(trx);
      return "refused";
    }
    if (!row.active) return "stored";
    await sql`
      insert into social.webhooks (customer_account, channel_id, body) values (${account}, ${id}, ${Buffer.from(raw)})`.execute(
      trx,
    );
    if (!row.last_webhook_at || Date.now() - row.last_webhook_at.getTime() > 1_000)
      // Whoever finds the row taken leaves it: somebody else is writing the same.
      await sql`
        update social.channels set last_webhook_at = now() where customer_account = ${account} and id in (
          select id from social.channels where customer_account = ${account} and id = ${id} for no key update skip locked)`.execute(
        trx,
      );
    await processWebhooksLater(trx, account, id);
    return "stored";
  });
}

/** The secrets of the channel at an address. */
async function findSecrets(
  { db }: Pick<Database, "db">,
  secret: string,
  channel: SocialChannel,
  hook: string,
): Promise<Secrets | undefined> {
  const route = await findWebhookRoute({ db }, channel, hook);
  if (!route) return undefined;
  const account = route.customer_account;
  const row = await readAccount(db, account, (trx) => channelRow(trx, account, route.channel_id));
  return row && channelSecrets(secret, account, row);
}

async function answerChallenge(
  database: Pick<Database, "db">,
  secret: string,
  channel: SocialChannel,
  hook: string,
  token: string,
): Promise<string | undefined> {
  const secrets = await findSecrets(database, secret, channel, hook);
  return secrets && networks[channel].challenge?.(secrets, token);
}

/** Whether this verify token belongs to the address: then Meta gets its challenge back. */
async function verifyHook(
  database: Pick<Database, "db">,
  secret: string,
  channel: SocialChannel,
  hook: string,
  token: string,
): Promise<boolean> {
  const secrets = await findSecrets(database, secret, channel, hook);
  return secrets !== undefined && constantTimeEqual(token, secrets.verify);
}
