import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { type ActivityActor, recordActivity } from "../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../kit/database";
import { OutsideError } from "../kit/outside";
import { checkedRow, checkedRows, IdRow } from "../kit/row-schema";
import { HttpError } from "../kit/serve";
import { type ChannelRow, channelRows, channelSecrets, mustHave, type Secrets, sealed } from "./channels";
import type { SocialChannel } from "./contract";
import type { SocialContext, SocialDeps } from "./deps";
import { networks } from "./networks";

/** What the network or another account refused: the words of a 406. */
export class NotConnected extends Error {}

export async function or406<T>(
  work: Promise<T>,
): Promise<T | { status: 406; body: { status: number; message: string } }> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof NotConnected)) throw error;
    return { status: 406, body: { status: 406, message: error.message } };
  }
}

/** What the network says of a call that failed; an error that is none of its own goes on. */
export async function readAnswer(channel: SocialChannel, error: unknown): Promise<string> {
  try {
    return explain(channel, error);
  } catch (told) {
    if (told instanceof NotConnected) return told.message;
    throw told;
  }
}

/** The network's words about a call that failed. @throws NotConnected */
export function explain(channel: SocialChannel, error: unknown): never {
  const words = networks[channel].explain(error);
  if (words) throw new NotConnected(words);
  if (error instanceof OutsideError) throw new NotConnected(`${error.message} Try again in a moment.`);
  throw error;
}

/** Whom the network knows by these secrets. */
type AccountIdentity = { id: string; name: string; shown: string };
type ConnectInput = {
  channel: SocialChannel;
  who: AccountIdentity;
  name: string;
  secrets: Omit<Secrets, "proof"> & { proof?: string };
  token_until: Date | null;
  /** What is no secret (`channels.settings`); kept as it is when not given. */
  settings?: Record<string, unknown>;
};
/** `ref`: what chat knows the way in by, where it is there already. `replaces`: the channel that gets new secrets. */
export type As = { by: ActivityActor; ref?: string; replaces?: number | undefined };

/** Keeps a channel that the network vouched for; one that is there gets its new secrets. @throws NotConnected */
export async function saveChannel({ db, deps }: SocialContext, account: string, given: ConnectInput, as: As) {
  const { by, ref, replaces } = as;
  const { channel, who, token_until } = given;
  const settings = given.settings ? JSON.stringify(given.settings) : null;
  const there = await readAccount(db, account, (trx) =>
    channelRows(trx, account, sql`c.channel = ${channel} and c.external_id = ${who.id}`),
  );
  const [before] = there;
  if (replaces !== undefined && before?.id !== replaces)
    throw new NotConnected(
      `These credentials are of ${who.shown || who.name || who.id}, not of this channel. Nothing was changed: connect it as a channel of its own.`,
    );
  await mustBeOurs(db, account, channel, who.id);
  const name = given.name || before?.name || who.name || who.shown || channel;
  const known = before?.ref ?? ref ?? `${channel}-${who.id}`;
  const inbox = await tellChat(deps, account, { channel, ref: known, name, active: true });
  const hook = before?.hook ?? randomBytes(24).toString("base64url");
  const proof = given.secrets.proof ?? randomBytes(32).toString("base64url");
  // Meta gets it typed into a form of its own, so it is made here and can be read again.
  const old = before ? channelSecrets(deps.secret, account, before).verify : "";
  const verify = given.secrets.verify || old || randomBytes(18).toString("base64url");
  const id = await inAccount(db, account, async (trx) => {
    const row = await checkedRow(
      trx,
      IdRow,
      sql`
      insert into social.channels (customer_account, channel, ref, inbox_id, external_id, name, shown, hook, secrets, settings, token_until)
      values (${account}, ${channel}, ${known}, ${inbox}, ${who.id}, ${name}, ${who.shown}, ${hook}, '', coalesce(${settings}::jsonb, '{}'), ${token_until})
      on conflict (customer_account, channel, external_id) where deleted_at is null
      do update set inbox_id = excluded.inbox_id, name = excluded.name, shown = excluded.shown, active = true, stopped = '',
        settings = coalesce(${settings}::jsonb, channels.settings), token_until = excluded.token_until, last_error = '', last_error_at = null, last_refused_at = null, updated_at = now()
      returning id`,
    );
    const made = row?.id ?? 0;
    const kept = sealed(deps.secret, account, made, { ...given.secrets, proof, verify });
    await sql`update social.channels set secrets = ${kept} where customer_account = ${account} and id = ${made}`.execute(
      trx,
    );
    await sql`
      insert into social.hooks (hook, customer_account, channel_id, channel, external_id)
      values (${hook}, ${account}, ${made}, ${channel}, ${who.id}) on conflict do nothing`.execute(trx);
    // Another account may have connected it since it was asked for: the first has it.
    await mustBeOurs(trx, account, channel, who.id);
    // The demo connects its own at each start; that is nobody's doing.
    if (before && by === "system") return made;
    await recordActivity(trx, account, by, {
      action: before ? "Chat channel connected again" : "Chat channel connected",
      description: `${name} (${channel}${who.shown ? `, ${who.shown}` : ""}) was connected.`,
      ...{ subject: "chat channel", subject_id: String(made) },
    });
    return made;
  }).catch(async (error: unknown) => {
    if (error instanceof NotConnected) await tellChat(deps, account, { channel, ref: known, name, active: false });
    throw error;
  });
  const row = await readAccount(db, account, (trx) => mustHave(trx, account, id));
  return { row, proof };
}

const CustomerAccountRow = z.object({ customer_account: z.string() });

/** What is connected belongs to one account: whoever knows its secrets elsewhere must let go first. @throws NotConnected */
async function mustBeOurs(db: Database["db"] | Trx, account: string, channel: SocialChannel, external_id: string) {
  const rows = await checkedRows(
    db,
    CustomerAccountRow,
    sql`
    select customer_account from social.hooks where channel = ${channel} and external_id = ${external_id}`,
  );
  if (rows.some((one) => one.customer_account !== account))
    throw new NotConnected("This is connected to another account already. Disconnect it there first.");
}

type ConnectedChannel = Pick<ChannelRow, "channel" | "ref" | "name" | "active">;

/** @throws HttpError 503 */
export async function tellChat(
  deps: SocialDeps,
  account: string,
  { channel, ref, name, active }: ConnectedChannel,
): Promise<number> {
  const answer = await deps.clientsOfAccount(account).chat.saveInbox({ body: { channel, ref, name, active } });
  if (answer.status !== 201) throw new HttpError(503, answer.body.message);
  return answer.body.id;
}
