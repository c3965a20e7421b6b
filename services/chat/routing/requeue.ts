import { sql } from "kysely";
import { type Act, rows } from "../desk/act";
import { lockAccount } from "../desk/seed";
import { requeue } from "./moves";

/** Puts all of an agent's open conversations back into the queue. Answers how many. */
export async function requeueAll(act: Act, agent: string, words: string): Promise<number> {
  await lockAccount(act);
  const open = await rows<{ contact_id: number }>(
    act.trx,
    sql`
    select contact_id from chat.contacts
    where customer_account = ${act.account} and participant_id = ${agent} and opened order by assigned, contact_id`,
  );
  for (const { contact_id } of open) await requeue(act, contact_id, words, false);
  return open.length;
}
