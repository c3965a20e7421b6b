import { sql } from "kysely";
import type { Item, Media } from "../connectors/message";
import { inAccount, type Trx } from "../kit/database";
import { OutsideError } from "../kit/outside";
import { type ChannelRow, noteError } from "./channels";
import type { Bench } from "./deps";
import { lineOf } from "./line";
import { nameLater } from "./names";
import { networks } from "./networks";
import { applyMark, applyStatus } from "./status";

/** The item is looked at again later: something of ours, or the network, is away. */
export class Later extends Error {}

export type Taking = Bench & { account: string; row: ChannelRow; tries: number };
type Kept = { id: string; name: string; type: string; bytes: number };

/** A file that could not be fetched is waited for so often. */
const mostTries = 3;
/** What chats keep. */
const mostBytes = 10_000_000;

/** Gives one item to chat. @returns what that did, in words @throws Later */
export async function takeItem(given: Taking, item: Item): Promise<string> {
  const { db, deps, account, row } = given;
  if (item.kind === "message") return takeMessage(given, item);
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
    const said = heard(await deps.askAs(account).chat.change({ body: { inbox_id: row.inbox_id, ...change } }));
    return said || changed[item.change];
  }
  if (item.kind === "pressed") {
    // Too old by now, or the network is away: the button stops turning by itself.
    await lineOf(deps, account, row)
      .answerPressed?.(item.query)
      .catch(() => undefined);
    return "A pressed button was answered.";
  }
  return inAccount(db, account, async (trx) => {
    if (item.kind === "word") {
      await noteError(trx, account, row.id, item.words, item.stops);
      return item.words;
    }
    await (item.closed ? closeDoor : openDoor)(trx, account, row.id, item.external_id);
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
export async function closeDoor(trx: Trx, account: string, channel: number, external_id: string): Promise<void> {
  await sql`
    insert into social.gone (customer_account, channel_id, external_id) values (${account}, ${channel}, ${external_id})
    on conflict do nothing`.execute(trx);
}

async function openDoor(trx: Trx, account: string, channel: number, external_id: string): Promise<void> {
  await sql`
    delete from social.gone where customer_account = ${account} and channel_id = ${channel} and external_id = ${external_id}`.execute(
    trx,
  );
}

async function takeMessage(given: Taking, item: Extract<Item, { kind: "message" }>): Promise<string> {
  const { db, deps, account, row } = given;
  const { kind, media, sender, recipient, ...message } = item;
  const fetched = media ? await fileOf(given, media, item.provider_id) : undefined;
  const [file, words] = typeof fetched === "string" ? [undefined, fetched] : [fetched, ""];
  const answer = await deps.askAs(account).chat.receive({
    body: {
      inbox_id: row.inbox_id,
      recipient,
      // The network vouches for the number it delivers for.
      sender: { email: "", ...sender, fields: {}, verified: sender.msisdn !== "" },
      message: {
        ...message,
        type: file ? "file" : words ? "unsupported" : message.type,
        text: words && message.text ? `${message.text}\n${words}` : words || message.text,
        ...(file ? { file } : {}),
      },
    },
  });
  if (!item.echo) await inAccount(db, account, (trx) => openDoor(trx, account, row.id, sender.external_id));
  if (answer.status !== 201) return heard(answer);
  const { contact, fresh } = answer.body;
  // Asked for by a job of its own: the message waits for nobody's name. Once a turn, for some have none to tell.
  if (fresh && !item.echo && contact.name === "" && contact.unread === 1 && lineOf(deps, account, row).nameOf)
    await inAccount(db, account, (trx) => nameLater(trx, account, row.id, sender.external_id));
  if (!fresh) return `Nothing new: it stands in conversation ${contact.contact_id} already.`;
  return `${item.echo ? "A message of ours, written elsewhere," : "A message"} in conversation ${contact.contact_id}.`;
}

/**
 * A refusal is an answer (a customer who is blocked); a service that is away is not.
 * @returns the words of a refusal @throws Later, Error
 */
function heard(answer: { status: number; body: unknown }): string {
  if (answer.status === 201) return "";
  if (answer.status === 406) return (answer.body as { message: string }).message;
  const { message = "" } = answer.body as { message?: string };
  if (answer.status >= 500 || answer.status === 429) throw new Later(message);
  throw new Error(`Chat did not take it: ${message}`);
}

/** The customer's file, kept; or, in words, why it is not here. @throws Later */
async function fileOf(given: Taking, media: Media, provider: string): Promise<Kept | string> {
  const { deps, account, row, tries } = given;
  const { uploads } = deps.askAs(account);
  // The same webhook again finds the file that it kept before.
  const subject = { subject: "chat message", subject_id: `${row.id}/${provider}`.slice(0, 100) };
  const kept = await uploads.filesOf({ query: subject });
  const [there] = kept.status === 200 ? kept.body.files : [];
  if (there) return { id: there.id, name: there.name, type: there.type, bytes: there.bytes };
  const named = media.name || "A file";
  if (media.bytes !== null && media.bytes > mostBytes) return `${named} is larger than 10 MB, so it was not kept.`;
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = media.content ?? (await lineOf(deps, account, row).download(media.id));
  } catch (error) {
    if (error instanceof OutsideError && error.fault === "large") return `${named} is too large, so it was not kept.`;
    const known = error instanceof OutsideError ? error.message : networks[row.channel].explain(error);
    if (known !== undefined && tries < mostTries) throw new Later(known);
    return `${named} could not be fetched. Ask the customer to send it again.`;
  }
  if (bytes.length > mostBytes) return `${named} is larger than 10 MB, so it was not kept.`;
  const stream = { body: new Blob([bytes]).stream(), type: media.type || "application/octet-stream" };
  const answer = await uploads.keep({ query: { purpose: "chat", name: named, ...subject }, stream });
  if (answer.status === 201) {
    const { id, name, type, bytes: length } = answer.body;
    return { id, name, type, bytes: length };
  }
  if (answer.status >= 500) throw new Later(answer.body.message);
  return `${named} is of a kind that is not kept here (pictures, PDF and office files are).`;
}
