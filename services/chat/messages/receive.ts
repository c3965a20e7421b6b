import { sql } from "kysely";
import { z } from "zod";
import { checkedRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import type { Message } from "../contract.schemas";
import { findPerson, type Sender, type SenderIdentity } from "../people/sender";
import { settleShare } from "../records/agents";
import { remember, tellContact } from "../records/contact-events";
import { contactRow, mustLock } from "../records/contacts";
import { tellMessage } from "../records/message-events";
import { addMessage, freshId, type MessageRow, messageRow, messageSummary, shownMessage } from "../records/messages";
import { resume } from "../records/snooze";
import { assignWaiting } from "../routing/assign-waiting";
import { wantSkillOfChannel } from "../routing/skill-queue";
import { withConsents } from "../settings/consent";
import { ConflictError } from "../workspace/conflict";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { enrich, tellsOfThemselves } from "./enrich";
import { settleMailTo } from "./mail-answer";
import { withQuote } from "./quote";
import { findLast, findRunning } from "./sender-conversations";

export type Incoming = {
  provider_id: string;
  at: number;
  type: "text" | "file" | "form" | "unsupported";
  text: string;
  meta: Record<string, unknown>;
  file?: { id: string; name: string; type: string; bytes: number } | undefined;
  /** A file that comes later. */
  awaits?: { name: string } | undefined;
  echo: boolean;
  /** A machine answered: an ended conversation stays ended. */
  quiet: boolean;
  /** By its own words, so that it is no answer in an open conversation either. */
  machine: boolean;
};
export type Arrival = {
  inbox_id: number;
  recipient: string;
  sender: Sender;
  page?: { url: string; title: string } | undefined;
};

const InboxRow = z.object({ id: z.number(), channel: z.string() });
type InboxRow = z.infer<typeof InboxRow>;

/** @throws ConflictError 406 for a way in that nobody knows */
async function loadInbox({ trx, account }: UnitOfWork, id: number): Promise<InboxRow> {
  const found = await checkedRow(
    trx,
    InboxRow,
    sql`select id, channel from chat.inboxes where customer_account = ${account} and id = ${id}`,
  );
  if (!found) throw new ConflictError(406, "There is no such channel.");
  return found;
}

/** `idle`: whose conversation it is that takes a slot again. */
type Place = { id: number; fresh: boolean; person: SenderIdentity; idle?: string | undefined; snoozed?: boolean };

/**
 * The running conversation of a sender, made when there is none (M3, M4): one for each sender by the unique index, and
 * makers stand in line at the account's lock.
 */
async function openConversation(unit: UnitOfWork, inbox: InboxRow, arrival: Arrival, waits = true): Promise<Place> {
  const known = await findPerson(unit, inbox.id, arrival.sender, false);
  if (known && !known.blocked) {
    const running = await findRunning(unit, inbox.id, known.ids);
    if (running) return { ...running, fresh: false, person: known };
  }
  await lockAccount(unit);
  const person = await findPerson(unit, inbox.id, arrival.sender, true);
  if (!person) throw new Error("the sender was not made");
  if (person.blocked) throw new ConflictError(406, "This customer is blocked.");
  const running = await findRunning(unit, inbox.id, person.ids);
  if (running) return { ...running, fresh: false, person };
  return { id: await makeConversation(unit, inbox, arrival, person, waits), fresh: true, person };
}

const ContactIdRow = z.object({ contact_id: z.number() });

/** It waits, unless a bot has it first, and is kept for the agent of last time (statement M28). */
async function makeConversation(
  unit: UnitOfWork,
  inbox: InboxRow,
  arrival: Arrival,
  found: SenderIdentity,
  waits = true,
): Promise<number> {
  const { trx, account, now } = unit;
  const { sender, recipient, page } = arrival;
  const last = await findLast(unit, inbox.id, found.ids);
  const made = await checkedRow(
    trx,
    ContactIdRow,
    sql`
    insert into chat.contacts (customer_account, inbox_id, channel, user_id, person_id, msisdn, email, name, recipient, language,
      form, page, waiting_since, preferred_agent, previous, latest_at, created_at, updated_at)
    select ${account}::text, ${inbox.id}::bigint, ${inbox.channel}::text, ${sender.external_id}::text, p.id, p.msisdn, p.email,
      coalesce(nullif(${sender.name}, ''), p.name), ${recipient}::text, p.language, ${json(sender.fields)}, ${json(page ?? {})},
      ${waits ? now : null}::timestamptz, ${last?.participant_id ?? null}::text, ${last?.contact_id ?? null}::bigint, ${now}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz
    from chat.people p where p.customer_account = ${account} and p.id = ${found.person}
    returning contact_id`,
  );
  if (!made) throw new Error("the conversation was not made");
  const again = last ? "The customer wrote again" : "The customer wrote for the first time";
  await remember(unit, made.contact_id, "made", again);
  if (waits) await wantSkillOfChannel(unit, made.contact_id);
  await tellContact(unit, made.contact_id, "made");
  return made.contact_id;
}

/** `fresh`: it was not here yet. `made`: it began its conversation. */
export type ReceivedMessage = { contact: number; message: Message; fresh: boolean; made: boolean };

/**
 * What a customer wrote, once for each id of the network (statement M3). @param botFirst a conversation that it begins does
 * not wait for a person yet @throws ConflictError 406
 */
export async function receive(
  unit: UnitOfWork,
  arrival: Arrival,
  given: Incoming,
  botFirst = false,
): Promise<ReceivedMessage> {
  const inbox = await loadInbox(unit, arrival.inbox_id);
  const there = await knownAs(unit, inbox.id, given);
  if (there) return { contact: there.contact_id, message: shownMessage(there, unit), fresh: false, made: false };
  // A network's clock that is ahead of ours would open its window for longer.
  const at = new Date(Math.min(given.at, unit.now.getTime()));
  const { text, type, file, awaits } = given;
  const quoted = await withQuote(unit, inbox.id, given.meta);
  const said = { text, type, file, awaits, meta: given.machine ? { ...quoted, machine: true } : quoted };
  if (given.echo) return receiveEcho(unit, inbox, arrival, { ...given, ...said }, at);
  const silent = given.quiet || given.machine;
  const last = silent ? await findKept(unit, inbox.id, arrival.sender, given.machine) : undefined;
  if (last) return addQuietly(unit, inbox.id, last, { ...given, ...said }, at);
  const { id, fresh, person, idle, snoozed } = await openConversation(unit, inbox, arrival, !botFirst);
  if (!fresh && tellsOfThemselves(arrival.sender)) await enrich(unit, id, arrival);
  const written = await addMessage(unit, {
    ...{ contact_id: id, inbox_id: inbox.id, message_id: freshId(), provider_id: given.provider_id, at },
    ...{ author: "customer", author_id: arrival.sender.external_id, author_name: person.name },
    ...{ ...said, is_admin: false, status: "received" },
  });
  // The same message in another request was faster.
  if (!written) {
    const other = await knownAs(unit, inbox.id, given);
    if (!other) throw new Error("the message was not written");
    return { contact: other.contact_id, message: shownMessage(other, unit), fresh: false, made: false };
  }
  await sql`
    update chat.contacts set unread = unread + 1, idle_time = 0, warned_at = null, updated_at = ${unit.now},
      latest_message = case when ${at} >= latest_at or latest_message = '' then ${messageSummary(written)} else latest_message end,
      latest_is_admin = case when ${at} >= latest_at or latest_message = '' then false else latest_is_admin end,
      latest_failed = case when ${at} >= latest_at or latest_message = '' then false else latest_failed end,
      latest_at = case when latest_message = '' then ${at} else greatest(latest_at, ${at}) end,
      ${asksAgain(unit)},
      first_customer_at = least(coalesce(first_customer_at, ${at}), ${at}),
      last_customer_at = greatest(coalesce(last_customer_at, ${at}), ${at})
      ${arrival.page ? sql`, page = ${json(arrival.page)}` : sql``}
    where customer_account = ${unit.account} and contact_id = ${id}`.execute(unit.trx);
  if (inbox.channel === "webchat") await settleMailTo(unit, id, text);
  const message = await tellMessage(unit, written);
  if (snoozed) await resume(unit, await mustLock(unit, id), "The customer of a snoozed conversation wrote");
  else if (idle) await settleShare(unit, idle);
  if (fresh && !botFirst) await assignWaiting(unit);
  return { contact: id, message, fresh: true, made: fresh };
}

/** A customer who was answered and went back into the queue waits from the moment at which they write again. */
function asksAgain({ now }: UnitOfWork) {
  const back = sql`waiting_since is not null and started is not null and latest_is_admin`;
  return sql`again = again or (${back}), waiting_since = case when ${back} then ${now}::timestamptz else waiting_since end`;
}

function knownAs(
  { trx, account }: UnitOfWork,
  inbox: number,
  { provider_id }: Incoming,
): Promise<MessageRow | undefined> {
  return messageRow(trx, account, sql`m.inbox_id = ${inbox} and m.provider_id = ${provider_id}`);
}

/** The last conversation of a sender, and who they are. @param open whether one that has not ended will do */
async function findKept(unit: UnitOfWork, inbox: number, sender: Sender, open: boolean) {
  const person = await findPerson(unit, inbox, sender, false);
  if (!person || person.blocked) return undefined;
  const running = await findRunning(unit, inbox, person.ids);
  if (running) return open ? { id: running.id, person } : undefined;
  const last = await findLast(unit, inbox, person.ids);
  return last && { id: last.contact_id, person };
}

/** Kept where it belongs; nobody is called, and nothing begins. */
async function addQuietly(
  unit: UnitOfWork,
  inbox_id: number,
  { id, person }: { id: number; person: SenderIdentity },
  given: Incoming,
  at: Date,
): Promise<ReceivedMessage> {
  const { provider_id, type, text, meta, file, awaits } = given;
  const written = await addMessage(unit, {
    ...{ contact_id: id, inbox_id, message_id: freshId(), provider_id, at, type, text, meta, file, awaits },
    ...{ author: "customer", author_name: person.name, is_admin: false, status: "received" },
  });
  if (!written) throw new Error("the message was not written");
  return { contact: id, message: await tellMessage(unit, written), fresh: true, made: false };
}

/** Ours, written elsewhere: it starts nothing, opens no window and is nobody's to answer (statement M9). */
async function receiveEcho(
  unit: UnitOfWork,
  inbox: InboxRow,
  arrival: Arrival,
  given: Incoming,
  at: Date,
): Promise<ReceivedMessage> {
  const { trx, account } = unit;
  const own = typeof given.meta.message_id === "string" ? given.meta.message_id : "";
  const sent = own
    ? await messageRow(trx, account, sql`m.message_id = ${own} and m.inbox_id = ${inbox.id}`)
    : undefined;
  if (sent) {
    await sql`
      update chat.messages set provider_id = coalesce(provider_id, ${given.provider_id})
      where customer_account = ${account} and id = ${sent.id}`.execute(trx);
    return { contact: sent.contact_id, message: shownMessage(sent, unit), fresh: false, made: false };
  }
  await lockAccount(unit);
  const person = await findPerson(unit, inbox.id, arrival.sender, true);
  const last = person && (await findLast(unit, inbox.id, person.ids));
  const id = last?.contact_id ?? (person && (await makeConversation(unit, inbox, arrival, person)));
  if (id === undefined) throw new Error("the echo has no conversation");
  if (!last)
    await sql`
      update chat.contacts set waiting_since = null, ended = true, ended_at = ${unit.now}, disposition_ignored = ${unit.now}
      where customer_account = ${account} and contact_id = ${id}`.execute(trx);
  const written = await addMessage(unit, {
    ...{
      contact_id: id,
      inbox_id: inbox.id,
      message_id: freshId(),
      provider_id: given.provider_id,
      at,
      author: "agent",
    },
    ...{ type: given.type, is_admin: true, text: given.text, meta: given.meta, file: given.file },
    ...{ awaits: given.awaits, status: "sent" },
  });
  if (!written) throw new Error("the message was not written");
  await sql`
    update chat.contacts set latest_message = ${messageSummary(written)}, latest_is_admin = true, latest_failed = false, latest_at = ${at}, updated_at = ${unit.now}
    where customer_account = ${account} and contact_id = ${id} and latest_at <= ${at}`.execute(trx);
  return { contact: id, message: await tellMessage(unit, written), fresh: true, made: false };
}

/** A visitor is there before a word is written: the conversation is made, or found as it runs. @throws ConflictError 406 */
export async function greet(unit: UnitOfWork, told: Arrival): Promise<number> {
  const arrival = { ...told, sender: await withConsents(unit, told.sender) };
  const inbox = await loadInbox(unit, arrival.inbox_id);
  const { id, fresh } = await openConversation(unit, inbox, arrival);
  if (fresh) await assignWaiting(unit);
  else if (await contactRow(unit.trx, unit.account, id)) {
    await enrich(unit, id, arrival);
    await tellContact(unit, id, "changed");
  }
  if (inbox.channel === "webchat") await settleMailTo(unit, id);
  return id;
}
