import { sql } from "kysely";
import { documentId, type StoreDocument } from "../../../rules/chat-store";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { loadCursor } from "../../kit/events";
import { agentRows, shownAgent } from "../records/agents";
import { contactRows, shownContact } from "../records/contacts";
import { listActivities, listBreaks, listMessages } from "./tables";

/** Rows of one reading; each becomes a commit. */
const [contactsAtOnce, messagesAtOnce] = [50, 200];

type FillOptions = { database: Database; account: string; secret: string };

/**
 * All that an inbox has before it of an account, read from the tables: conversations that run or want a disposition,
 * with their messages and what happened to them, the agents and their last records. For a store that knows nothing
 * yet, or was cut off for longer than the log is kept. Answers the event up to which it is true.
 */
export async function fill(given: FillOptions, put: (documents: StoreDocument[]) => Promise<void>): Promise<number> {
  const { account, database } = given;
  const { db } = database;
  const read = <T>(work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);
  // Read first: what happens meanwhile comes after it in the log, and is put once more.
  const seq = await read((trx) => loadCursor(trx, account));
  const event = { seq, at: Date.now() };
  const toDo = sql`(not c.ended or (c.disposed_at is null and c.disposition_ignored is null))`;
  for (let after = 0; ; ) {
    const since = after;
    const found = await read((trx) =>
      contactRows(trx, account, sql`${toDo} and c.contact_id > ${since}::bigint`, sql`c.contact_id`, contactsAtOnce),
    );
    const ids = found.map(({ contact_id }) => contact_id);
    const contacts = found.map(
      (one): StoreDocument => ({
        collection: "contacts",
        id: documentId(account, one.contact_id),
        fields: { ...shownContact(one), event },
      }),
    );
    const activities = await read((trx) => listActivities(trx, account, ids, { event }));
    await put([...contacts, ...activities]);
    await refill(given, ids, event, put);
    if (found.length < contactsAtOnce) break;
    after = ids.at(-1) ?? after;
  }
  const agents = await read((trx) => agentRows(trx, account));
  const breaks = await read((trx) =>
    listBreaks(
      trx,
      account,
      agents.map((one) => one.participant_id),
      event,
    ),
  );
  const participants = agents.map((one): StoreDocument => {
    const shown = shownAgent(one, new Date(event.at));
    return {
      collection: "participants",
      id: documentId(account, one.participant_id),
      fields: { ...shown, id: one.participant_id, event },
    };
  });
  await put([...participants, ...breaks]);
  return seq;
}

/** The messages of conversations as the tables have them now. */
export async function refill(
  { database: { db }, account, secret }: FillOptions,
  contacts: readonly number[],
  event: { seq: number; at: number },
  put: (documents: StoreDocument[]) => Promise<void>,
): Promise<void> {
  if (contacts.length === 0) return;
  let after: number | undefined = 0;
  while (after !== undefined) {
    const asked: { after: number } = { after };
    const given = { ...asked, limit: messagesAtOnce, secret, event };
    const page = await readAccount(db, account, (trx) => listMessages(trx, account, contacts, given));
    if (page.documents.length > 0) await put(page.documents);
    after = page.last;
  }
}
