import { sql } from "kysely";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";

/** Days for which a draft that nobody confirms is kept. */
export const draftDays = 7;
const dropTask = "messaging.drop-drafts";

/** Has the drafts of today dropped when they are old: one job a day for each account. */
export async function dropDraftsLater(trx: Trx, account: string, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const at = new Date(Date.parse(day) + (draftDays + 1) * 86_400_000);
  await sendLater(trx, dropTask, { account }, { at, key: `drop-drafts ${account} ${day}` });
}

/** Drops an account's old drafts, except one whose confirmation waits for billing. May run twice. */
export function draftTasks({ db }: Database): Tasks {
  return {
    async [dropTask](payload) {
      const account = String(payload.account);
      await inAccount(db, account, async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        await sql`
          with gone as (
            delete from messaging.blasts b where customer_account = ${account} and status = 'draft'
              and created_at < now() - make_interval(days => ${draftDays})
              and not exists (select from messaging.queue q where q.blast_id = b.id)
            returning id
          )
          delete from messaging.messages m using gone where m.customer_account = ${account} and m.blast_id = gone.id`.execute(
          trx,
        );
        // What was to recur and was never confirmed goes with its draft.
        await sql`
          delete from messaging.recurring_messages r where customer_account = ${account} and state = 'draft'
            and not exists (select from messaging.blasts b
              where b.customer_account = r.customer_account and b.recurring_id = r.id)
            and created_at < now() - make_interval(days => ${draftDays})`.execute(trx);
      });
    },
  };
}
