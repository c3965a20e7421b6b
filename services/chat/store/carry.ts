import { joined, type StoreDocument, storeDocuments } from "../../../rules/chat-store";
import { type Database, readAccount } from "../../kit/database";
import type { Event } from "../../kit/events";
import type { Contact, Message } from "../contract.schemas";
import { fill, refill } from "./fill";
import { PermanentWriteError, type StoreCursor, type StoreWriter } from "./store";
import { listActivities, listBreaks, nextEvents } from "./tables";

/** A file's bytes; undefined when it is gone. */
export type LoadFile = (
  account: string,
  id: string,
) => Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> } | undefined>;

type Carrying = {
  database: Database;
  store: StoreWriter;
  load: LoadFile;
  /** Signs links to files. */
  secret: string;
  /** A document that the store will never take was left out. */
  onLeftOut(account: string, error: PermanentWriteError): void;
};

/** Where an account is, and up to which event the log was looked through. */
export type StorePosition = { written: StoreCursor; scanned: number };

/** Activities of a conversation that are put again with each of its changes: more do not happen in one. */
const latest = 10;

/** Where a message's file lies in the bucket. */
export function filePath(account: string, { contact_id, id }: Pick<Message, "contact_id" | "id">): string {
  return `chat-uploads/${account}/${contact_id}/${id}`;
}

/**
 * Writes what happened in an account since it was last written, in order, until the end of the log. Answers where it is
 * then. Safe to break off anywhere: the account's place moves in the stroke of the documents.
 * @param place where this process has left it; without, the store is asked
 */
export async function carry(given: Carrying, account: string, place?: StorePosition): Promise<StorePosition> {
  const { database, store } = given;
  let at = place ?? (await loadPosition(given, account));
  for (;;) {
    const cursor = at;
    const page = await readAccount(database.db, account, (trx) => nextEvents(trx, account, cursor.scanned));
    if (page.lost) {
      at = await filled(given, account, at.written);
      continue;
    }
    if (page.events.length > 0) {
      const written = await write(given, account, at.written, page.events);
      at = { written, scanned: page.head };
      continue;
    }
    return { ...at, scanned: Math.max(at.scanned, page.head) };
  }

  async function loadPosition(_: Carrying, name: string): Promise<StorePosition> {
    const written = await store.written(name);
    return written ? { written, scanned: written.seq } : filled(given, name, undefined);
  }
}

async function filled(given: Carrying, account: string, from: StoreCursor | undefined): Promise<StorePosition> {
  let written = from;
  // Its place stays where it was until all is there: who breaks off begins anew.
  const put = async (documents: StoreDocument[]) => {
    if (documents.length === 0) return;
    await files(given, account, documents);
    written = await given.store.put(account, written, written?.seq ?? 0, documents);
  };
  const seq = await fill({ ...given, account }, put);
  written = await given.store.put(account, written, seq, []);
  return { written, scanned: seq };
}

/** A page of events in one commit; what the store refuses for its content is found by halves and left out. */
async function write(
  given: Carrying,
  account: string,
  from: StoreCursor,
  events: readonly Event[],
): Promise<StoreCursor> {
  const last = events.at(-1);
  if (!last) return from;
  try {
    const erased = events.flatMap(({ body }) => (body.change === "erased" ? (body.contact as Contact).contact_id : []));
    const documents = await gather(given, account, events);
    await files(given, account, documents);
    if (erased.length === 0) return await given.store.put(account, from, last.seq, documents);
    // Their words stand in events of the same page: what the tables say now is put over it, then the account moves on.
    let written = await given.store.put(account, from, from.seq, documents);
    await refill({ ...given, account }, erased, { seq: last.seq, at: last.at.getTime() }, async (theirs) => {
      await files(given, account, theirs);
      written = await given.store.put(account, written, from.seq, theirs);
    });
    return await given.store.put(account, written, last.seq, []);
  } catch (error) {
    if (!(error instanceof PermanentWriteError)) throw error;
    if (events.length === 1) {
      given.onLeftOut(account, error);
      return given.store.put(account, from, last.seq, []);
    }
    const half = Math.ceil(events.length / 2);
    const first = await write(given, account, from, events.slice(0, half));
    return write(given, account, first, events.slice(half));
  }
}

/** What a page of events puts, and beside it what only the tables know: activities, and records of breaks. */
async function gather({ database }: Carrying, account: string, events: readonly Event[]): Promise<StoreDocument[]> {
  const told = events.map(({ at, ...event }) => ({ ...event, at: at.getTime() }));
  const last = told.at(-1) ?? { seq: 0, at: 0 };
  const event = { seq: last.seq, at: last.at };
  const changed = events.filter(({ kind, body }) => kind === "chat.contact" || body.change !== "made");
  const contacts = changed.flatMap(({ body }) => (body.contact as Contact | undefined)?.contact_id ?? []);
  const agents = events.flatMap(
    ({ body }) => (body.participant as { participant_id: string } | undefined)?.participant_id ?? [],
  );
  const beside = await readAccount(database.db, account, async (trx) => [
    ...(await listActivities(trx, account, [...new Set(contacts)], { event, latest })),
    ...(await listBreaks(trx, account, [...new Set(agents)], event)),
  ]);
  return joined([...told.flatMap((one) => storeDocuments(account, one)), ...beside]);
}

/** The files of messages are there before their documents, and gone with them. */
async function files({ store, load }: Carrying, account: string, documents: readonly StoreDocument[]): Promise<void> {
  if (!store.files) return;
  for (const { collection, fields } of documents) {
    if (collection !== "messages" || fields.type !== "file") continue;
    const message = fields as unknown as Message;
    const path = filePath(account, message);
    if (message.file_id === null) {
      await store.files.drop(path);
      fields.file_path = "";
    } else if (fields.event.made !== undefined || fields.event.change === undefined) {
      const file = await load(account, message.file_id);
      if (file) await store.files.keep(path, file.type, file.bytes);
      fields.file_path = file ? path : "";
    }
  }
}
