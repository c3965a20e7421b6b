import { sql } from "kysely";
import { z } from "zod";
import type { Item } from "../connectors/message";
import { optsOut, stops } from "../connectors/whatsapp.errors";
import { recordConsents } from "../kit/consents";
import { inAccount, type Trx } from "../kit/database";
import { sendLater } from "../kit/jobs";
import { checkedRow, checkedRows } from "../kit/row-schema";
import { type ChannelRow, noteError } from "./channels";
import type { SocialContext } from "./deps";

type StatusItem = Extract<Item, { kind: "status" }>;
type MarkItem = Extract<Item, { kind: "mark" }>;

/** What is kept of news of which nobody knew the message. */
const UnmatchedRow = z.object({
  id: z.number(),
  item: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("status"),
      provider_id: z.string(),
      message_id: z.string().optional(),
      status: z.enum(["sent", "delivered", "read", "failed"]),
      reason: z.string(),
      code: z.number().optional(),
    }),
    z.object({
      kind: z.literal("mark"),
      external_id: z.string(),
      before: z.number(),
      status: z.enum(["delivered", "read"]),
    }),
  ]),
});

/** The job that tries again what is in social.unmatched_receipts. */
export const unmatchedTask = "social.unmatched-receipts";
/** Seconds between two tries, and after which news of a message that nobody knows are dropped. */
const every = 10;
const longest = 3_600;

/**
 * What became of a message, told to chat by the network's id, else by ours; unknown to both it is kept and tried again (M5).
 * @returns whether chat knows it
 */
export async function applyStatus(
  service: SocialContext,
  account: string,
  row: ChannelRow,
  item: StatusItem,
): Promise<boolean> {
  const known = await tell(service, account, row, item);
  if (!known) await inAccount(service.db, account, (trx) => insertUnmatched(trx, account, row, item));
  return known;
}

/** All of ours to a customer up to a time. What left a moment ago may not be known as sent yet: told once more later. */
export async function applyMark(
  service: SocialContext,
  account: string,
  row: ChannelRow,
  item: MarkItem,
): Promise<void> {
  if (await mark(service, account, row, item)) return;
  const { external_id, status } = item;
  await inAccount(service.db, account, async (trx) => {
    const same = JSON.stringify({ kind: "mark", external_id, status });
    await sql`
      delete from social.unmatched_receipts where customer_account = ${account} and channel_id = ${row.id} and item @> ${same}::jsonb`.execute(
      trx,
    );
    await insertUnmatched(trx, account, row, item);
  });
}

async function insertUnmatched(trx: Trx, account: string, row: ChannelRow, item: StatusItem | MarkItem): Promise<void> {
  await sql`
    insert into social.unmatched_receipts (customer_account, channel_id, item) values (${account}, ${row.id}, ${JSON.stringify(item)}::jsonb)`.execute(
    trx,
  );
  await retryUnmatchedLater(trx, account, row.id);
}

/** @returns whether all that it means was known as sent. @throws when chat is away: the job comes again */
async function mark({ db, deps }: SocialContext, account: string, row: ChannelRow, item: MarkItem): Promise<boolean> {
  const { external_id, before, status } = item;
  const items = [{ external_id, before, status, reason: "" }];
  const answer = await deps.clientsOfAccount(account).chat.status({ body: { inbox_id: row.inbox_id, items } });
  if (answer.status !== 201) throw new Error(answer.body.message);
  const fresh = await inAccount(db, account, (trx) =>
    sql`
      select 1 from social.outgoing where customer_account = ${account} and channel_id = ${row.id}
        and external_id = ${external_id} and at <= ${new Date(before)} and at > now() - interval '15 seconds' limit 1`.execute(
      trx,
    ),
  );
  return fresh.rows.length === 0;
}

export function retryUnmatchedLater(trx: Trx, account: string, channel: number, seconds = every): Promise<void> {
  const at = new Date(Date.now() + seconds * 1_000);
  return sendLater(trx, unmatchedTask, { account, channel }, { at, key: `${unmatchedTask}:${account}:${channel}` });
}

/** @returns whether chat knows the message. @throws when chat is away: the job comes again */
async function tell({ db, deps }: SocialContext, account: string, row: ChannelRow, item: StatusItem): Promise<boolean> {
  const { provider_id, message_id, status, reason, code } = item;
  const { chat } = deps.clientsOfAccount(account);
  const names = [{ provider_id }, ...(message_id ? [{ provider_id, message_id }] : [])];
  let known = false;
  for (const name of names) {
    if (known) break;
    const answer = await chat.status({ body: { inbox_id: row.inbox_id, items: [{ ...name, status, reason }] } });
    if (answer.status !== 201) throw new Error(answer.body.message);
    known = answer.body.unknown.length === 0;
  }
  await inAccount(db, account, async (trx) => {
    // A held send is settled by what the network says of it (M18); a failed one may be sent anew.
    const state = status === "failed" ? "failed" : "sent";
    await sql`
      update social.outgoing set state = ${state}, provider_id = ${provider_id} where customer_account = ${account}
        and channel_id = ${row.id} and (provider_id = ${provider_id} or (provider_id is null and message_id = ${message_id ?? ""}))`.execute(
      trx,
    );
    if (code !== undefined && status === "failed" && optsOut(code)) await noteOptOutOfMessage(trx, account, row, item);
    if (code !== undefined && status === "failed" && stops(code)) await noteError(trx, account, row.id, reason, true);
  });
  return known;
}

const ExternalIdRow = z.object({ external_id: z.string() });

async function noteOptOutOfMessage(
  trx: Trx,
  account: string,
  row: ChannelRow,
  { provider_id, message_id }: StatusItem,
) {
  const found = await checkedRow(
    trx,
    ExternalIdRow,
    sql`
    select external_id from social.outgoing where customer_account = ${account} and channel_id = ${row.id}
      and (provider_id = ${provider_id} or message_id = ${message_id ?? ""}) limit 1`,
  );
  if (found) await noteOptOut(trx, account, found.external_id);
}

/** A customer told their network that they want no advertising: that is a no for the account. */
export async function noteOptOut(trx: Trx, account: string, external_id: string): Promise<void> {
  if (!/^\d{7,15}$/.test(external_id)) return;
  await recordConsents(trx, account, [`+${external_id}`], { change: "out", source: "Opted out in WhatsApp" });
}

/** Tries the unmatched receipts of a channel again; what is too old goes. */
export async function applyUnmatched(service: SocialContext, account: string, row: ChannelRow): Promise<void> {
  const found = await inAccount(service.db, account, async (trx) => {
    await sql`
      delete from social.unmatched_receipts where customer_account = ${account} and channel_id = ${row.id}
        and at < now() - make_interval(secs => ${longest})`.execute(trx);
    return checkedRows(
      trx,
      UnmatchedRow,
      sql`
      select id, item from social.unmatched_receipts where customer_account = ${account} and channel_id = ${row.id} order by id limit 500`,
    );
  });
  const done: number[] = [];
  for (const { id, item } of found) {
    const known = await (item.kind === "mark" ? mark(service, account, row, item) : tell(service, account, row, item));
    if (known) done.push(id);
  }
  await inAccount(service.db, account, async (trx) => {
    await sql`delete from social.unmatched_receipts where customer_account = ${account} and id = any(${done}::bigint[])`.execute(
      trx,
    );
    if (done.length < found.length) await retryUnmatchedLater(trx, account, row.id);
  });
}
