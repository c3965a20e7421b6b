import { sql } from "kysely";
import { z } from "zod";
import { expectedWait } from "../../../rules/chat";
import type { Trx } from "../../kit/database";
import { loadCursor } from "../../kit/events";
import { checkedRow } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { type ContactRow, contactRow, shownContact } from "../records/contacts";
import { messageRows, shownMessage } from "../records/messages";
import { availability, presentAgents } from "../routing/there";

type ThreadQuery = { inbox_id: number; external_id: string; after: number; limit: number };
type ThreadContext = { account: string; secret: string; now: Date };

const IdsRow = z.object({ ids: z.array(z.string()).nullable() });

/** The ids under which a visitor is known on a way in, the asked one first. */
async function listIds(trx: Trx, account: string, { inbox_id, external_id }: ThreadQuery): Promise<string[]> {
  const found = await checkedRow(
    trx,
    IdsRow,
    sql`
    select array_agg(d.external_id) as ids from chat.identities d where d.customer_account = ${account} and d.inbox_id = ${inbox_id}
      and d.person_id = (select person_id from chat.identities
        where customer_account = ${account} and inbox_id = ${inbox_id} and external_id = ${external_id})`,
  );
  return found?.ids ?? [external_id];
}

const ContactIdRow = z.object({ contact_id: z.number() });

/** Their running conversation, or the last one. */
export async function conversationFor(trx: Trx, account: string, asked: Pick<ThreadQuery, "inbox_id" | "external_id">) {
  const ids = await listIds(trx, account, { ...asked, after: 0, limit: 0 });
  const found = await checkedRow(
    trx,
    ContactIdRow,
    sql`
    select contact_id from chat.contacts
    where customer_account = ${account} and inbox_id = ${asked.inbox_id} and user_id = any(${texts(ids)})
    order by ended, contact_id desc limit 1`,
  );
  return found && contactRow(trx, account, found.contact_id);
}

const VerifiedRow = z.object({ verified: z.boolean() });

async function isVerified(trx: Trx, account: string, { inbox_id, external_id }: ThreadQuery): Promise<boolean> {
  const found = await checkedRow(
    trx,
    VerifiedRow,
    sql`
    select p.verified or coalesce(r.verified, false) as verified from chat.identities d
    join chat.people p on p.customer_account = d.customer_account and p.id = d.person_id
    left join chat.people r on r.customer_account = p.customer_account and r.id = p.merged_into
    where d.customer_account = ${account} and d.inbox_id = ${inbox_id} and d.external_id = ${external_id}`,
  );
  return found?.verified ?? false;
}

/** What a visitor may read: their own conversation without notes, their place in the queue, whether anybody is there. */
export async function thread(trx: Trx, from: ThreadContext, asked: ThreadQuery) {
  const { account, now } = from;
  const cursor = await loadCursor(trx, account);
  const contact = await conversationFor(trx, account, asked);
  const there = await availability(trx, account, now);
  const where = sql`m.contact_id = ${contact?.contact_id ?? 0} and m.type <> 'note' and m.id > ${asked.after}`;
  // From the beginning: the newest of them. After one: the next, so that nothing between is left out.
  const order = asked.after > 0 ? sql`m.id` : sql`m.at desc, m.id desc`;
  const found = contact ? await messageRows(trx, account, where, order, asked.limit) : [];
  return {
    contact: contact ? shownContact(contact) : null,
    verified: await isVerified(trx, account, asked),
    data: found
      .sort((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id)
      .map((message) => shownMessage(message, from))
      .filter(({ deleted }) => !deleted),
    queue: contact ? await loadQueue(trx, account, contact, now) : null,
    ...there,
    cursor,
  };
}

/** Minutes of a chat when none has ended lately. */
const usual = 8 * 60;

const QueueRow = z.object({ before: z.number(), lasted: z.number().nullable() });

/** The place in the queue, counted from 1, and the wait to expect; nothing when it does not wait. */
export async function loadQueue(trx: Trx, account: string, contact: ContactRow, now: Date) {
  if (!contact.waiting_since) return null;
  const place = await checkedRow(
    trx,
    QueueRow,
    sql`
    select (select count(*) from chat.contacts c where c.customer_account = ${account} and c.waiting_since is not null
        and (-c.priority, not c.again, c.waiting_since, c.contact_id)
          < (${-contact.priority}::int, ${!contact.again}, ${contact.waiting_since}::timestamptz, ${contact.contact_id}::bigint)) as before,
      (select avg(extract(epoch from ended_at - started))::int from (select ended_at, started from chat.contacts
        where customer_account = ${account} and ended and started is not null order by latest_at desc limit 50) lately) as lasted`,
  );
  const position = (place?.before ?? 0) + 1;
  const agents = await presentAgents(trx, account, now);
  const slots = agents.reduce((sum, { active_conversations }) => sum + active_conversations, 0);
  const lasted = Math.min(3_600, Math.max(60, place?.lasted ?? usual));
  return { position, expected_seconds: expectedWait(position, slots, lasted) };
}
