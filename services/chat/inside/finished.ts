import { sql } from "kysely";
import { eventInstant } from "../../kit/customer";
import type { Trx } from "../../kit/database";
import { type FinishedRange, FinishedRow, inFinishedRange, oldestFinished } from "../../kit/finished";
import { checkedRows } from "../../kit/row-schema";

const [at, record] = [sql.ref("c.ended_at"), sql.ref("c.contact_id")];

/**
 * A person has written to the customer, and it went out. The conversation knows its first reply, and an index those that
 * have one; what other services wrote by themselves is one too, and has no writer.
 */
const isAnswered = sql`c.first_reply_at is not null and exists (
    select from chat.messages m where m.customer_account = c.customer_account and m.contact_id = c.contact_id
      and m.author = 'agent' and m.author_id is not null and m.type in ('text', 'file', 'form') and m.status <> 'failed'
      and m.deleted_at is null)`;

/** Spam is a disposition that every account has from the beginning; there is no other mark of it. */
const isSpam = sql`lower(c.disposition_label) ~ '(^|: )spam$'`;

/** Conversations that have ended, with customers who had an answer and are not blocked. */
export function listFinished(trx: Trx, account: string, range: FinishedRange): Promise<FinishedRow[]> {
  return checkedRows(
    trx,
    FinishedRow,
    sql`select c.contact_id as record, ${eventInstant(at)} as at,
        array[c.msisdn, case when c.channel = 'whatsapp' then c.user_id end, p.msisdn, r.msisdn] as phones,
        coalesce(nullif(c.name, ''), nullif(p.name, ''), r.name, '') as name
      from chat.contacts c
      join chat.people p on p.customer_account = c.customer_account and p.id = c.person_id
      left join chat.people r on r.customer_account = p.customer_account and r.id = p.merged_into
      where c.customer_account = ${account} and c.ended and ${inFinishedRange(range, at, record)}
        and ${isAnswered} and p.blocked_at is null and r.blocked_at is null and not ${isSpam}
      ${oldestFinished(at, record)}`,
  );
}
