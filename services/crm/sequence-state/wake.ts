import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { AccountRow, checkedRow, checkedRows } from "../../kit/row-schema";

/** The job that goes on with the sequences of an account. */
export const sequenceTask = "crm.sequences";
/** Minutes after which it is asked again whether the people of an account have written. */
export const listenMinutes = 10;
/** Accounts whose job is looked after in one round. */
const maxAccounts = 1_000;

const DailyCapRow = z.object({ daily_cap: z.number() });

/** Locks the account's sequences against whoever else counts or plans, and answers the most of a day. */
export async function lockSequences(trx: Trx, account: string): Promise<number> {
  await sql`insert into crm.sequence_settings (customer_account) values (${account}) on conflict do nothing`.execute(
    trx,
  );
  const found = await checkedRow(
    trx,
    DailyCapRow,
    sql`select daily_cap from crm.sequence_settings where customer_account = ${account} for update`,
  );
  return found?.daily_cap ?? 0;
}

const DueAtRow = z.object({ due_at: z.date().nullable() });

/**
 * Queues the account's job for when the next step is due, or for the next question whether someone has written. One job
 * an account: the lock has whoever plans see what the others planned. Call it last in a transaction.
 */
export async function planWork(trx: Trx, account: string, now: Date): Promise<void> {
  await lockSequences(trx, account);
  const next = await checkedRow(
    trx,
    DueAtRow,
    sql`select coalesce(min(p.due_at) filter (where p.paused_at is null), min(p.due_at) + interval '1 day') as due_at from crm.sequence_people p
      join crm.sequences s on s.customer_account = p.customer_account and s.id = p.sequence_id and s.active
      where p.customer_account = ${account} and p.state = 'active'`,
  );
  // Who is paused is listened for as well: whoever writes is in it no more.
  const due = next?.due_at;
  if (!due) {
    await sql`delete from crm.sequence_accounts where customer_account = ${account}`.execute(trx);
    return;
  }
  await sql`insert into crm.sequence_accounts (customer_account) values (${account}) on conflict do nothing`.execute(
    trx,
  );
  // What is due now and could not be done is in another's hands for a moment.
  const soon = Math.max(due.getTime(), now.getTime() + 1_000);
  const at = new Date(Math.min(soon, now.getTime() + listenMinutes * 60_000));
  await sendLater(trx, sequenceTask, { account }, { at, key: `${sequenceTask} ${account}` });
}

/** Queues the jobs again of accounts whose own may have been given up. */
export async function queueSequences({ db }: Database, now: Date = new Date()): Promise<void> {
  const found = await checkedRows(
    db,
    AccountRow,
    sql`
    select customer_account as account from crm.sequence_accounts order by 1 limit ${maxAccounts}`,
  );
  for (const { account } of found) await inAccount(db, account, (trx) => planWork(trx, account, now));
}
