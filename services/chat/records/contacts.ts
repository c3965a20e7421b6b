import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { row, rows, seconds } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { Channel } from "../contract.fields";
import { Contact } from "../contract.schemas";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** A conversation as it is stored, with the names that belong to it. */
export type ContactRow = {
  customer_account: string;
  contact_id: number;
  inbox_id: number;
  inbox: string;
  channel: Channel;
  user_id: string;
  person_id: number;
  msisdn: string | null;
  email: string;
  name: string;
  recipient: string;
  response_by: string;
  participant_id: string | null;
  opened: boolean;
  ended: boolean;
  postchat: boolean;
  idle_time: number;
  started: Date | null;
  assigned: Date | null;
  ended_at: Date | null;
  ended_by: string;
  disposition_ignored: Date | null;
  disposition_type_id: number | null;
  disposition_item_id: number | null;
  disposition_note: string;
  disposed_at: Date | null;
  disposition_label: string;
  latest_message: string;
  latest_at: Date;
  latest_is_admin: boolean;
  mail_to: string;
  mailed_upto: number;
  unread: number;
  waiting_since: Date | null;
  again: boolean;
  preferred_agent: string | null;
  last_customer_at: Date | null;
  first_reply_at: Date | null;
  language: string;
  form: Record<string, string>;
  page: { url?: string; title?: string };
  previous: number | null;
  rating: number | null;
  rating_note: string;
  created_at: Date;
  updated_at: Date;
};

/** What a conversation is read from: `c` the conversation, `i` its way in. */
export const contactSource = sql`chat.contacts c join chat.inboxes i on i.customer_account = c.customer_account and i.id = c.inbox_id`;
export const contactColumns = sql`c.*, i.name as inbox`;

/** Conversations by a condition on `c`, in an order. */
export function contactRows(
  trx: Trx,
  account: string,
  where: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
  limit: number,
): Promise<ContactRow[]> {
  return rows<ContactRow>(
    trx,
    sql`
    select ${contactColumns} from ${contactSource}
    where c.customer_account = ${account} and ${where} order by ${order} limit ${limit}::bigint`,
  );
}

export function contactRow(trx: Trx, account: string, id: number): Promise<ContactRow | undefined> {
  return row<ContactRow>(
    trx,
    sql`select ${contactColumns} from ${contactSource} where c.customer_account = ${account} and c.contact_id = ${id}`,
  );
}

const none = "There is no such conversation.";

/** @throws HttpError 404 when it is not there */
export async function mustHave(trx: Trx, account: string, id: number): Promise<ContactRow> {
  const found = await contactRow(trx, account, id);
  if (!found) throw new HttpError(404, none);
  return found;
}

/** The same, its row locked until the commit. @throws HttpError 404 */
export async function mustLock({ trx, account }: UnitOfWork, id: number): Promise<ContactRow> {
  const found = await row<ContactRow>(
    trx,
    sql`
    select ${contactColumns} from ${contactSource} where c.customer_account = ${account} and c.contact_id = ${id} for update of c`,
  );
  if (!found) throw new HttpError(404, none);
  return found;
}

/** As the contract has it. */
export function shownContact(found: ContactRow): Contact {
  return Contact.parse({
    ...found,
    disposition: found.disposition_label,
    started: seconds(found.started),
    assigned: seconds(found.assigned),
    ended_at: seconds(found.ended_at),
    disposition_ignored: seconds(found.disposition_ignored),
    disposed_at: seconds(found.disposed_at),
    latest_at: seconds(found.latest_at),
    waiting_since: seconds(found.waiting_since),
    last_customer_at: seconds(found.last_customer_at),
    created_at: seconds(found.created_at),
    updated_at: seconds(found.updated_at),
  });
}
