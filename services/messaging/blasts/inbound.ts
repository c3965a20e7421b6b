import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { replyTo } from "../../../rules/keyword-replies";
import { parseWish, withOwn } from "../../../rules/keywords";
import { parsePhone } from "../../../rules/phone.foreign";
import { countParts } from "../../../rules/segments";
import { recordConsents } from "../../kit/consents";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { appendAll } from "../../kit/events";
import { checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { tellWebhooks } from "../../kit/webhooks";
import type { CarrierMessage } from "../connectors/carrier";
import { addStop, removeStop } from "../contacts/recipients";
import type { SharedSenderSetting } from "../senders/shared";
import { announce } from "./announce";
import { answerKeyword } from "./auto-reply";
import { writeRows } from "./create";
import { findAnswer, findJoin, forgetExpected, type HandedAnswer, handOn, loadLastAsked } from "./expected";
import { addDaily } from "./figures";
import { type KnownNumbers, listLast, loadKnown } from "./inbound-known";
import { enqueue } from "./moves";
import { networkFor } from "./networks";
import { dayIn, loadBlastSettings } from "./settings";

/** An answer belongs to the account that wrote to the number last, if that is at most so many days ago. */
const memoryDays = 7;

const ReceiverRow = z.object({ account: z.string(), blasts: z.array(z.number()) });

/**
 * The account whose address it is; else the one that wrote to the number last from the sender ID that was answered.
 * Whoever wrote from another sender ID is not meant, so an answer to the shared one is nobody's where that one was not
 * used. A carrier that puts an address of its own in the place of the sender IDs leaves only the number to go by.
 */
export async function findReceiver(
  { db }: Database,
  { sharedSender }: SharedSenderSetting,
  { to: address, from }: CarrierMessage,
): Promise<string | undefined> {
  const msisdn = senderNumber(from);
  const addresses = [address, address.replace(/^\+/, "")];
  const route = await db
    .selectFrom("messaging.routes")
    .select("customer_account")
    .where("address", "in", addresses)
    .executeTakeFirst();
  if (route) return route.customer_account;
  const lately = sql`messaging.recent where at > now() - ${memoryDays} * interval '1 day'`;
  const rows = await checkedRows(
    db,
    ReceiverRow,
    sql`
    select customer_account as account, array_agg(blast_id order by blast_id desc) as blasts
    from ${lately} and (sender = any(${addresses}::text[])
      or ${address !== sharedSender} and not exists (select from ${lately} and sender = any(${addresses}::text[])))
    group by customer_account`,
  );
  let last: { account: string; at: Date } | undefined;
  for (const { account, blasts } of rows) {
    const at = await inAccount(db, account, async (trx) => {
      const asked = await loadLastAsked(trx, account, msisdn);
      const sent = (await listLast(trx, account, [msisdn], blasts)).get(msisdn)?.at;
      return [asked, sent].flatMap((one) => one ?? []).sort((one, other) => other.getTime() - one.getTime())[0];
    });
    if (at && (!last || at > last.at)) last = { account, at };
  }
  return last?.account;
}

/** The number that a message is from, in E.164 where it is one. */
function senderNumber(from: string): string {
  const phone = parsePhone(from);
  return phone.ok ? phone.e164 : from.slice(0, 40);
}

/**
 * Stores messages from phones, each once however often the carrier repeats it, and obeys STOP and START. What everybody of
 * the account waits for is written once, at the end.
 */
export async function storeMessages(trx: Trx, account: string, messages: readonly CarrierMessage[]): Promise<void> {
  const given = messages.map((message) => ({ ...message, msisdn: senderNumber(message.from) }));
  const known = await loadKnown(trx, account, [...new Set(given.map(({ msisdn }) => msisdn))]);
  const stored = await insertMessages(trx, account, given, known);
  if (stored.length === 0) return;
  const at = new Date().toISOString();
  await tellWebhooks(
    trx,
    account,
    "message.received",
    stored.map(({ id, msisdn, to, text }) => ({ id: String(id), from: msisdn, to, text, at })),
  );
  const answers: HandedAnswer[] = [];
  for (const message of stored) {
    const answer = await obey(trx, account, message, known);
    if (answer) answers.push(answer);
  }
  await handOn(trx, account, answers);
  const { timeZone } = await loadBlastSettings(trx, account);
  const day = dayIn(timeZone, new Date());
  const received = stored.map(({ msisdn }) => ({ day, network: networkFor(msisdn), received: 1 }));
  await addDaily(trx, account, received);
  const events = stored.map(({ id }) => ({ kind: "inbox", body: { id } }));
  await appendAll(trx, account, events);
}

type GivenMessage = CarrierMessage & { msisdn: string };
type StoredMessage = GivenMessage & { id: number; wish: ParsedWish };
type ParsedWish = ReturnType<typeof parseWish>;

/** Answers what they are called in the inbox, without those that were stored before. */
async function insertMessages(
  trx: Trx,
  account: string,
  given: readonly GivenMessage[],
  { senders, keywords, before, names }: KnownNumbers,
): Promise<StoredMessage[]> {
  const words = withOwn(keywords);
  const messages = given.map((message) => ({
    ...message,
    reference: referenceOf(message),
    wish: parseWish(message.text, words, senders),
  }));
  const found = await trx
    .insertInto("messaging.inbox")
    .values(
      messages.map(({ reference, msisdn, to, text, wish }) => ({
        ...{ customer_account: account, reference, msisdn, name: names.get(msisdn) ?? "" },
        ...{ sent_to: to.slice(0, 40), text, keyword: wish?.keyword ?? "" },
        in_reply_to: before.get(msisdn)?.text ?? null,
      })),
    )
    .onConflict((on) => on.columns(["customer_account", "reference"]).doNothing())
    .returning(["id", "reference", "msisdn", "text"])
    .execute();
  const left = found.sort((a, b) => a.id - b.id);
  return messages.flatMap(({ reference, ...message }) => {
    const place = left.findIndex(
      (row) => row.reference === reference && row.msisdn === message.msisdn && row.text === message.text,
    );
    const [row] = place < 0 ? [] : left.splice(place, 1);
    return row ? [{ ...message, id: row.id }] : [];
  });
}

/** Does what a message wishes. Answers what is to be handed on. */
async function obey(
  trx: Trx,
  account: string,
  { id, msisdn, to, text, wish }: StoredMessage,
  { senders, before, expected }: KnownNumbers,
): Promise<HandedAnswer | undefined> {
  const stop = wish?.wish === "stop";
  const received = { inbox: id, msisdn, text, to, stop };
  const join = stop || wish?.wish === "help" ? undefined : findJoin(expected, received);
  const joined = join?.word;
  const answer = join?.answer ?? (stop || !wish ? findAnswer(expected, received) : undefined);
  if (wish?.wish === "stop") {
    await addStop(trx, account, msisdn, `Texted ${wish.keyword}`);
    await forgetExpected(trx, account, msisdn);
    expected.replies.delete(msisdn);
  } else if (joined !== undefined) await acceptJoin(trx, account, msisdn, `Texted ${joined}`);
  else if (wish?.wish === "start") await removeStop(trx, account, msisdn);
  const last = before.get(msisdn)?.sender ?? "";
  if (wish?.wish === "stop" || wish?.wish === "help") {
    const name = [last, ...senders].find((sender) => /\p{L}/u.test(sender)) ?? "";
    const reply = { wish: wish.wish, text: replyTo(wish.wish, name), from: to };
    await confirmWish(trx, account, msisdn, reply, id);
  } else if (!wish && !answer) {
    const keyword = await answerKeyword(trx, account, { inbox: id, msisdn, text, senders: [to, last, ...senders] });
    if (keyword) await setKeyword(trx, account, id, keyword);
  }
  return answer;
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

type Reply = { wish: "stop" | "help"; text: string; from: string };

/** One reply of a kind in 24 hours, and only to a real number: two machines never answer each other for ever. */
async function confirmWish(trx: Trx, account: string, msisdn: string, reply: Reply, inboxId: number): Promise<void> {
  if (!/^\+\d{8,15}$/.test(msisdn)) return;
  const { wish, text, from } = reply;
  const found = await hasRows(
    trx,
    sql`
    insert into messaging.stop_replies as r (customer_account, msisdn, kind) values (${account}, ${msisdn}, ${wish})
    on conflict (customer_account, msisdn, kind) do update set at = now() where r.at < now() - interval '24 hours'
    returning msisdn`,
  );
  if (!found) return;
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
