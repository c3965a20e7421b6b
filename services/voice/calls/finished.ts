import { sql } from "kysely";
import { eventInstant } from "../../kit/customer";
import type { Trx } from "../../kit/database";
import { type FinishedRange, FinishedRow, inFinishedRange, oldestFinished } from "../../kit/finished";
import { checkedRows } from "../../kit/row-schema";

const [at, record] = [sql.ref("c.ended_at"), sql.ref("c.id")];

/** Agents among themselves; calls between extensions were not marked as consultations before migration 007. */
const isInternal = sql`(c.consultation or c.phone_number ~ '^[0-9]{2,6}$')`;

/** The customer was transferred to a colleague who answered, or is rung: the colleague's call is the one that ends. */
const isPassedOn = sql`(c.transferred_to <> '' and exists (
    select from voice.calls n where n.customer_account = c.customer_account and n.phone_number = c.phone_number
      and n.phone_number <> '' and n.id > c.id and n.transferred_by <> ''
      and n.started_at >= c.started_at and n.started_at < c.ended_at + interval '1 minute'
      and (n.answered_at is not null or n.ended_at is null)))`;

/** Calls in which an agent and a customer talked; robocalls are not among the calls of agents. */
export function listFinished(trx: Trx, account: string, range: FinishedRange): Promise<FinishedRow[]> {
  return checkedRows(
    trx,
    FinishedRow,
    sql`select c.id as record, ${eventInstant(at)} as at, array[c.phone_number] as phones, c.name
      from voice.calls c
      where c.customer_account = ${account} and c.answered_at is not null and c.talk_seconds > 0
        and not ${isInternal} and ${inFinishedRange(range, at, record)} and not ${isPassedOn}
      ${oldestFinished(at, record)}`,
  );
}
