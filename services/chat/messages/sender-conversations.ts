import { sql } from "kysely";
import { z } from "zod";
import { isIdle } from "../../../rules/chat";
import { checkedRow } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { ContactRow } from "../records/contacts";
import type { UnitOfWork } from "../workspace/unit-of-work";

const RunningRow = ContactRow.pick({ participant_id: true, contact_id: true, opened: true, idle_time: true }).extend({
  snoozed: z.boolean(),
});

/** The running conversation of a sender. Its row is locked until the commit. */
export async function findRunning({ trx, account }: UnitOfWork, inbox: number, ids: readonly string[]) {
  const found = await checkedRow(
    trx,
    RunningRow,
    sql`
    select contact_id, participant_id, opened, idle_time, snoozed_until is not null as snoozed from chat.contacts where customer_account = ${account} and inbox_id = ${inbox}
      and user_id = any(${texts(ids)}) and not ended order by contact_id limit 1 for update`,
  );
  return (
    found && {
      id: found.contact_id,
      idle: (isIdle(found) && found.participant_id) || undefined,
      snoozed: found.snoozed,
    }
  );
}

const LastConversation = z.object({ contact_id: z.number(), participant_id: z.string().nullable() });

/** The newest conversation of a sender. */
export async function findLast({ trx, account }: UnitOfWork, inbox: number, ids: readonly string[]) {
  return checkedRow(
    trx,
    LastConversation,
    sql`
    select contact_id, participant_id from chat.contacts
    where customer_account = ${account} and inbox_id = ${inbox} and user_id = any(${texts(ids)})
    order by contact_id desc limit 1`,
  );
}
