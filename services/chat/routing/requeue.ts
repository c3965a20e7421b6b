import { sql } from "kysely";
import { z } from "zod";
import { checkedRows } from "../../kit/row-schema";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { requeue } from "./moves";

const ContactIdRow = z.object({ contact_id: z.number() });

/** Puts all of an agent's open conversations back into the queue, snoozed ones too where it says so. Answers how many. */
export async function requeueAll(unit: UnitOfWork, agent: string, words: string, snoozed = false): Promise<number> {
  await lockAccount(unit);
  const open = await checkedRows(
    unit.trx,
    ContactIdRow,
    sql`
    select contact_id from chat.contacts
    where customer_account = ${unit.account} and participant_id = ${agent} and opened and (${snoozed} or snoozed_until is null) order by assigned, contact_id`,
  );
  for (const { contact_id } of open) await requeue(unit, contact_id, words, false);
  return open.length;
}
