import { sql } from "kysely";
import type { Item, Media } from "../connectors/message";
import { inAccount, type Trx } from "../kit/database";
import { noteError } from "./channels";
import { connectionFor } from "./connection";
import { fetchLater } from "./files";
import { type KeptFile, keepFile, keptBefore } from "./keep-file";
import { nameLater } from "./names";
import { applyMark, applyStatus } from "./status";
import { RetryLater, type Taking } from "./taking";
import { offerMessage } from "./whatsapp/consumers";
import { isForBot } from "./whatsapp/for-bot";
import { isOfBroadcast, isOfSurvey, tellNews, tellStatuses, tellSurvey, toldStatus } from "./whatsapp/tell";

/** Gives one item to chat. @returns what that did, in words @throws RetryLater */
export async function takeItem(given: Taking, item: Item): Promise<string> {
  const { db, deps, account, row } = given;
  if (item.kind === "message") return takeMessage(given, item);
  if (item.kind === "business") return tellNews(given, item.business, item.news);
  if (item.kind === "status" && isOfBroadcast(item)) {
    await tellStatuses(given, [item]);
    return toldStatus(item);
  }
  if (item.kind === "status" && isOfSurvey(item)) return tellSurvey(given, item);
  if (item.kind === "status") {
    const known = await applyStatus(given, account, row, item);
    return known
      ? `A message of ours is now ${item.status}.`
      : "News of a message that is not here yet: kept for an hour.";
  }
  if (item.kind === "mark") {
    await applyMark(given, account, row, item);
    return `Everything of ours up to then is ${item.status}.`;
  }
  if (item.kind === "change") {
    const { kind, ...change } = item;
    const said = heard(
      await deps.clientsOfAccount(account).chat.change({ body: { inbox_id: row.inbox_id, ...change } }),
    );
    return said || changed[item.change];
  }
  if (item.kind === "customer") {
    const { external_id, words, new_id, msisdn = "" } = item;
    const body = { inbox_id: row.inbox_id, external_id, description: words, msisdn, ...(new_id ? { new_id } : {}) };
    return heard(await deps.clientsOfAccount(account).chat.customerChanged({ body })) || words;
  }
  if (item.kind === "pressed") {
    // Too old by now, or the network is away: the button stops turning by itself.
    await connectionFor(deps, account, row)
      .answerPressed?.(item.query)
      .catch(() => undefined);
    return "A pressed button was answered.";
  }
  return inAccount(db, account, async (trx) => {
    if (item.kind === "word") {
      await noteError(trx, account, row.id, item.words, item.stops);
      return item.words;
    }
    await (item.closed ? insertBlockedCustomer : deleteBlockedCustomer)(trx, account, row.id, item.external_id);
    return item.closed
      ? "The customer wants nothing more: replies to them fail with that reason."
      : "The customer may be written to again.";
  });
}

const changed = {
  edited: "A message was edited.",
  deleted: "A message was taken back.",
  reaction: "A reaction was put on a message.",
} as const;

/** Nothing reaches this customer any more. */
export async function insertBlockedCustomer(
  trx: Trx,
  account: string,
  channel: number,
  external_id: string,
): Promise<void> {
  await sql`
    insert into social.blocked_customers (customer_account, channel_id, external_id) values (${account}, ${channel}, ${external_id})
    on conflict do nothing`.execute(trx);
}

async function deleteBlockedCustomer(trx: Trx, account: string, channel: number, external_id: string): Promise<void> {
  await sql`
    delete from social.blocked_customers where customer_account = ${account} and channel_id = ${channel} and external_id = ${external_id}`.execute(
    trx,
  );
}

async function takeMessage(given: Taking, item: Extract<Item, { kind: "message" }>): Promise<string> {
  const { db, deps, account, row } = given;
  const { kind, media, sender, recipient, ...message } = item;
  const taken = row.channel === "whatsapp" && !item.echo ? await offerMessage(given, item) : undefined;
  if (taken !== undefined) return taken;
  const kept = media?.content ? await keepItemFile(given, media, item.provider_id) : undefined;
  const [file, words] = typeof kept === "string" ? [undefined, kept] : [kept, ""];
  // A file that the network still has comes later: its message waits for none.
  const awaits = media && !media.content ? { name: media.name || "A file" } : undefined;
  const answer = await deps.clientsOfAccount(account).chat.receive({
    body: {
      inbox_id: row.inbox_id,
      recipient,
      for_bot: row.channel === "whatsapp" && isForBot(item),
      // The network vouches for the number it delivers for.
      sender: { email: "", ...sender, fields: {}, verified: sender.msisdn !== "" },
      message: {
        ...message,
        type: file || awaits ? "file" : words ? "unsupported" : message.type,
        text: words && message.text ? `${message.text}\n${words}` : words || message.text,
        ...(file ? { file } : {}),
        ...(awaits ? { awaits } : {}),
      },
    },
  });
  if (!item.echo)
    await inAccount(db, account, (trx) => deleteBlockedCustomer(trx, account, row.id, sender.external_id));
  if (answer.status !== 201) return heard(answer);
  const { contact, message: written, fresh } = answer.body;
  if (media && written.file_status === "fetching") {
    const { message_id } = written;
    await fetchLater(given, account, row, {
      ...{ message_id, external_id: sender.external_id, provider_id: item.provider_id, media },
    });
  }
  // Asked for by a job of its own: the message waits for nobody's name. Once a turn, for some have none to tell.
  if (fresh && !item.echo && contact.name === "" && contact.unread === 1 && connectionFor(deps, account, row).nameOf)
    await inAccount(db, account, (trx) => nameLater(trx, account, row.id, sender.external_id));
  if (!fresh) return `Nothing new: it is in conversation ${contact.contact_id} already.`;
  return `${item.echo ? "A message of ours, written elsewhere," : "A message"} in conversation ${contact.contact_id}.`;
}

/**
 * A refusal is an answer (a customer who is blocked); a service that is away is not.
 * @returns the words of a refusal @throws RetryLater, Error
 */
function heard(answer: { status: number; body: unknown }): string {
  if (answer.status === 201) return "";
  if (answer.status === 406) return (answer.body as { message: string }).message;
  const { message = "" } = answer.body as { message?: string };
  if (answer.status >= 500 || answer.status === 429) throw new RetryLater(message);
  throw new Error(`Chat did not take it: ${message}`);
}

/**
 * The file that came with its message, kept; or, in words, why it is not here. @throws RetryLater
 */
async function keepItemFile(
  { deps, account, row }: Taking,
  media: Media,
  provider_id: string,
): Promise<KeptFile | string> {
  const place = { deps, account, row, provider_id };
  const there = await keptBefore(place);
  if (there) return there;
  const kept = await keepFile(place, media, media.content ?? new Uint8Array());
  if ("away" in kept) throw new RetryLater(kept.away);
  return "file" in kept ? kept.file : kept.refused;
}
