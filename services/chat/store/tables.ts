import { sql } from "kysely";
import { z } from "zod";
import { documentId, type StoreDocument, storeKinds } from "../../../rules/chat-store";
import type { Trx } from "../../kit/database";
import { Event } from "../../kit/events";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import { Break, ChatActivity } from "../contract.schemas";
import { messageRows, shownMessage } from "../records/messages";

type At = { seq: number; at: number };

/** `lost`: what followed the cursor is no longer in the log. `head`: the newest event there is. */
export type StorePage = { events: Event[]; head: number; lost: boolean };

/** Events and characters of one page at most: it becomes one commit. */
const [mostEvents, mostCharacters] = [200, 1_500_000];

const LogRange = z.object({ head: z.number(), oldest: z.number().nullable() });

const SizedEvent = Event.extend({ size: z.number() });

/** The next events that are told in documents. */
export async function nextEvents(trx: Trx, account: string, cursor: number): Promise<StorePage> {
  const ends = await checkedRow(
    trx,
    LogRange,
    sql`
    select c.seq as head, (select l.seq from events.log l where l.customer_account = ${account} order by l.seq limit 1) as oldest
    from events.cursor c where c.customer_account = ${account}`,
  );
  if (!ends || ends.head <= cursor) return { events: [], head: ends?.head ?? 0, lost: (ends?.head ?? 0) < cursor };
  const found = await checkedRows(
    trx,
    SizedEvent,
    sql`
    select seq, kind, body, at, length(body::text) as size from events.log
    where customer_account = ${account} and seq > ${cursor}::bigint and kind = any(${texts(storeKinds)})
    order by seq limit ${mostEvents}::bigint`,
  );
  let size = 0;
  const events = found.filter((event, n) => {
    size += event.size;
    return n === 0 || size <= mostCharacters;
  });
  const lost = (ends.oldest ?? ends.head + 1) > cursor + 1;
  // All that was asked for is there: what lies between is of other kinds.
  const head = found.length === mostEvents || events.length < found.length ? (events.at(-1)?.seq ?? cursor) : ends.head;
  return { events, head, lost };
}

/** What happened to conversations, oldest first, as documents. */
export async function listActivities(
  trx: Trx,
  account: string,
  contacts: readonly number[],
  { event, latest }: { event: At; latest?: number },
): Promise<StoreDocument[]> {
  if (contacts.length === 0) return [];
  const found = await checkedRows(
    trx,
    ChatActivity,
    sql`
    select a.id, a.contact_id, extract(epoch from a.date)::bigint as date, a.description, a.color, a.customer_account, a.by, a.action
    from unnest(${bigints(contacts)}) given (id) cross join lateral (
      select * from chat.activities where customer_account = ${account} and contact_id = given.id
      order by date desc, id desc limit ${latest ?? 1_000}::bigint) a
    order by a.contact_id, a.id`,
  );
  return found.map((one) => ({
    collection: "activities",
    id: documentId(account, one.id),
    fields: { ...one, event },
  }));
}

/** The last records of agents: the one that is open, and those that were closed just now. */
export async function listBreaks(
  trx: Trx,
  account: string,
  participants: readonly string[],
  event: At,
): Promise<StoreDocument[]> {
  if (participants.length === 0) return [];
  const found = await checkedRows(
    trx,
    Break,
    sql`
    select b.id, b.participant_id, b.name, b.customer_account, b.status, extract(epoch from b.time)::bigint as time,
      extract(epoch from b.time_ended)::bigint as time_ended
    from unnest(${texts(participants)}) given (id) cross join lateral (
      select * from chat.breaks where customer_account = ${account} and participant_id = given.id
      order by time desc, id desc limit 5) b
    order by b.id`,
  );
  return found.map((one) => ({ collection: "breaks", id: documentId(account, one.id), fields: { ...one, event } }));
}

/** Messages of conversations after one of them, in the order they were written down. */
export async function listMessages(
  trx: Trx,
  account: string,
  contacts: readonly number[],
  { after, limit, secret, event }: { after: number; limit: number; secret: string; event: At },
): Promise<{ documents: StoreDocument[]; last: number | undefined }> {
  const where = sql`m.contact_id = any(${bigints(contacts)}) and m.id > ${after}::bigint`;
  const found = await messageRows(trx, account, where, sql`m.id`, limit);
  const now = new Date(event.at);
  return {
    documents: found.map((one) => ({
      collection: "messages",
      id: documentId(account, one.id),
      fields: {
        ...shownMessage(one, { account, secret, now }),
        customer_account: account,
        public: one.type !== "note",
        event,
      },
    })),
    last: found.length < limit ? undefined : found.at(-1)?.id,
  };
}
