import { createHash } from "node:crypto";
import { sql } from "kysely";
import { replyTo } from "../../../rules/keyword-replies";
import { parseWish, withOwn } from "../../../rules/keywords";
import { parsePhone } from "../../../rules/phone.foreign";
import { countParts } from "../../../rules/segments";
import { recordConsents } from "../../kit/consents";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { tellWebhooks } from "../../kit/webhooks";
import type { CarrierMessage } from "../connectors/carrier";
import { addStop, removeStop } from "../contacts/recipients";
import { ownKeywords } from "../keywords/store";
import type { SharedSenderSetting } from "../senders/shared";
import { announce } from "./announce";
import { answerKeyword } from "./auto-reply";
import { writeRows } from "./create";
import { forgetExpected, handOn, handOnJoin, loadLastAsked } from "./expected";
import { addDaily } from "./figures";
import { enqueue } from "./moves";
import { networkFor } from "./networks";
import { dayIn, loadBlastSettings } from "./settings";

/** An answer belongs to the account that wrote to the number last, if that is at most so many days ago. */
const memoryDays = 7;

/**
 * Stores a message from a phone, once however often the carrier repeats it, and obeys STOP and START. Answers the
 * account, or undefined when nobody can be found to whom it belongs.
 */
export async function receive(
  database: Database,
  shared: SharedSenderSetting,
  message: CarrierMessage,
): Promise<string | undefined> {
  const phone = parsePhone(message.from);
  const msisdn = phone.ok ? phone.e164 : message.from.slice(0, 40);
  const account = await accountFor(database, shared, message.to, msisdn);
  if (account) await inAccount(database.db, account, (trx) => store(trx, account, msisdn, message));
  return account;
}

/**
 * The account whose address it is; else the one that wrote to the number last from the sender ID that was answered.
 * Whoever wrote from another sender ID is not meant, so an answer to the shared one is nobody's where that one was not
 * used. A carrier that puts an address of its own in the place of the sender IDs leaves only the number to go by.
 */
async function accountFor(
  { db }: Database,
  { sharedSender }: SharedSenderSetting,
  address: string,
  msisdn: string,
): Promise<string | undefined> {
  const addresses = [address, address.replace(/^\+/, "")];
  const route = await db
    .selectFrom("messaging.routes")
    .select("customer_account")
    .where("address", "in", addresses)
    .executeTakeFirst();
  if (route) return route.customer_account;
  const lately = sql`messaging.recent where at > now() - ${memoryDays} * interval '1 day'`;
  const { rows } = await sql<{ account: string; blasts: number[] }>`
    select customer_account as account, array_agg(blast_id order by blast_id desc) as blasts
    from ${lately} and (sender = any(${addresses}::text[])
      or ${address !== sharedSender} and not exists (select from ${lately} and sender = any(${addresses}::text[])))
    group by customer_account`.execute(db);
  let last: { account: string; at: Date } | undefined;
  for (const { account, blasts } of rows) {
    const at = await inAccount(db, account, async (trx) => {
      const asked = await loadLastAsked(trx, account, msisdn);
      const sent = (await lastTo(trx, account, msisdn, blasts.map(Number)))?.at;
      return [asked, sent].flatMap((one) => one ?? []).sort((one, other) => other.getTime() - one.getTime())[0];
    });
    if (at && (!last || at > last.at)) last = { account, at };
  }
  return last?.account;
}

/** The last message of these blasts to a number: one look into an index for each blast. */
async function lastTo(trx: Trx, account: string, msisdn: string, blasts: readonly number[]) {
  const { rows } = await sql<{ at: Date | null; text: string; sender: string }>`
    select m.submitted_at as at, coalesce(m.text, b.body) as text, b.sender
    from messaging.messages m
    join messaging.blasts b on b.customer_account = m.customer_account and b.id = m.blast_id
    where m.customer_account = ${account} and m.blast_id = any(${blasts.slice(0, 1000)}::bigint[])
      and m.msisdn = ${msisdn} and m.submitted_at is not null
    order by m.submitted_at desc limit 1`.execute(trx);
  return rows[0];
}

async function store(trx: Trx, account: string, msisdn: string, message: CarrierMessage): Promise<void> {
  const senders = await senderNames(trx, account);
  const wish = parseWish(message.text, withOwn(await ownKeywords(trx, account)), senders);
  const recent = await trx
    .selectFrom("messaging.recent")
    .select("blast_id")
    .where("customer_account", "=", account)
    .orderBy("blast_id", "desc")
    .limit(200)
    .execute();
  const before = await lastTo(
    trx,
    account,
    msisdn,
    recent.map((row) => row.blast_id),
  );
  const contact = await trx
    .selectFrom("messaging.contacts")
    .select("name")
    .where("customer_account", "=", account)
    .where("msisdn", "=", msisdn)
    .executeTakeFirst();
  const stored = await trx
    .insertInto("messaging.inbox")
    .values({
      customer_account: account,
      reference: referenceOf(message),
      msisdn,
      name: contact?.name ?? "",
      sent_to: message.to.slice(0, 40),
      text: message.text,
      keyword: wish?.keyword ?? "",
      in_reply_to: before?.text ?? null,
    })
    .onConflict((on) => on.columns(["customer_account", "reference"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!stored) return;
  await tellWebhooks(trx, account, "message.received", [
    { id: String(stored.id), from: msisdn, to: message.to, text: message.text, at: new Date().toISOString() },
  ]);
  const stop = wish?.wish === "stop";
  const received = { inbox: stored.id, msisdn, text: message.text, to: message.to, stop };
  const joined = stop || wish?.wish === "help" ? undefined : await handOnJoin(trx, account, received);
  const expected = joined === undefined && (stop || !wish) && (await handOn(trx, account, received));
  if (wish?.wish === "stop") {
    await addStop(trx, account, msisdn, `Texted ${wish.keyword}`);
    await forgetExpected(trx, account, msisdn);
  } else if (joined !== undefined) await acceptJoin(trx, account, msisdn, `Texted ${joined}`);
  else if (wish?.wish === "start") await removeStop(trx, account, msisdn);
  if (wish?.wish === "stop" || wish?.wish === "help") {
    const name = [before?.sender ?? "", ...senders].find((sender) => /\p{L}/u.test(sender)) ?? "";
    const reply = { wish: wish.wish, text: replyTo(wish.wish, name), from: message.to };
    await answer(trx, account, msisdn, reply, stored.id);
  } else if (!wish && !expected && joined === undefined) {
    const from = [message.to, before?.sender ?? "", ...senders];
    const keyword = await answerKeyword(trx, account, { inbox: stored.id, msisdn, text: message.text, senders: from });
    if (keyword) await setKeyword(trx, account, stored.id, keyword);
  }
  const { timeZone } = await loadBlastSettings(trx, account);
  await addDaily(trx, account, [{ day: dayIn(timeZone, new Date()), network: networkFor(msisdn), received: 1 }]);
  await append(trx, account, "inbox", { id: stored.id });
}

/** Who asks for a survey consents to be written to: their own STOP is lifted, and what they wrote is kept. */
async function acceptJoin(trx: Trx, account: string, msisdn: string, source: string): Promise<void> {
  if (!(await removeStop(trx, account, msisdn, source)))
    await recordConsents(trx, account, [msisdn], { change: "in", source });
}

async function setKeyword(trx: Trx, account: string, id: number, keyword: string): Promise<void> {
  await trx
    .updateTable("messaging.inbox")
    .set({ keyword })
    .where("customer_account", "=", account)
    .where("id", "=", id)
    .execute();
}

/** Carriers use small numbers again and again, so the text is part of what makes a repeated message the same. */
function referenceOf({ from, to, text, providerRef }: CarrierMessage): string | null {
  if (providerRef === null) return null;
  return createHash("sha256")
    .update(JSON.stringify([providerRef, from, to, text]))
    .digest("base64url");
}

/** The names under which the account writes, in the order of the alphabet. */
async function senderNames(trx: Trx, account: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("messaging.senders")
    .select("sender")
    .where("customer_account", "=", account)
    .where("status", "=", "approved")
    .orderBy("sender")
    .execute();
  return rows.map((row) => row.sender);
}

type Reply = { wish: "stop" | "help"; text: string; from: string };

/** One reply of a kind in 24 hours, and only to a real number: two machines never answer each other for ever. */
async function answer(trx: Trx, account: string, msisdn: string, reply: Reply, inboxId: number): Promise<void> {
  if (!/^\+\d{8,15}$/.test(msisdn)) return;
  const { wish, text, from } = reply;
  const { rows } = await sql`
    insert into messaging.stop_replies as r (customer_account, msisdn, kind) values (${account}, ${msisdn}, ${wish})
    on conflict (customer_account, msisdn, kind) do update set at = now() where r.at < now() - interval '24 hours'
    returning msisdn`.execute(trx);
  if (rows.length === 0) return;
  const parts = countParts(text);
  const blast = await trx
    .insertInto("messaging.blasts")
    .values({
      customer_account: account,
      key: `${wish}:${inboxId}`,
      form_hash: Buffer.alloc(0),
      kind: "express",
      name: wish === "stop" ? "Opt-out confirmed" : "Help answered",
      sender: from,
      reply: true,
      body: text,
      status: "sending",
      part_price: 0,
      price: JSON.stringify(replyPrice(msisdn, text, parts)),
      recipients: 1,
      parts,
      cost_cents: 0,
      started_at: new Date(),
    })
    .returning(["id", "kind", "sender", "recipients", "promotional"])
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("messaging.blast_counts")
    .values({ customer_account: account, blast_id: blast.id, queued: 1 })
    .execute();
  await writeRows(trx, account, blast.id, [{ seq: 1, msisdn, name: "", text: null, parts, part_price: null }]);
  await enqueue(trx, account, blast, undefined);
  await announce(trx, account, blast.id, "sending");
}

function replyPrice(msisdn: string, text: string, parts: number) {
  const none = { opted_out: 0, duplicates: 0, invalid: 0, missing_value: 0, foreign: 0, smart_saving_cents: 0 };
  const free = { part_price: 0, cost_cents: 0, balance_cents: 0, balance_after_cents: 0 };
  const samples = [{ msisdn, name: "", text, parts }];
  const lists = { by_parts: [{ parts, recipients: 1 }], lines: [], missing_fields: [], unknown_fields: [], samples };
  return { in_groups: 1, recipients: 1, parts, encoding: "GSM-7", ...none, ...free, ...lists };
}
