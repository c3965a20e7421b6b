import { sql } from "kysely";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { announce } from "./announce";
import { publishBlastStop } from "./notices";

/**
 * Why the account may not send for now, or nothing. What is decided by it holds until the commit: a suspension waits
 * for it, and then finds what was let go. Ask before any blast of the account is locked.
 */
export async function findSuspension(trx: Trx, account: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock_shared(hashtext(${`suspension ${account}`}))`.execute(trx);
  return findSuspensionReason(trx, account);
}

/** The same as it is at this moment, with nothing held: for what takes long and lets nothing go. */
export async function findSuspensionReason(trx: Trx, account: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom("messaging.suspensions")
    .select("reason")
    .where("customer_account", "=", account)
    .executeTakeFirst();
  return row?.reason;
}

/** @throws HttpError 422 in the words of the suspension */
export async function mustMaySend(trx: Trx, account: string): Promise<void> {
  const why = await findSuspension(trx, account);
  if (why !== undefined) throw new HttpError(422, why);
}

/**
 * Suspends the account's sending, or lets it send again. What is being sent is paused, and stays so until somebody
 * resumes it: a message that was held for days is not to leave by itself. Answers how many blasts were paused.
 */
export function setSuspension({ db }: Database, account: string, reason: string | null): Promise<number> {
  return inAccount(db, account, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`suspension ${account}`}))`.execute(trx);
    if (reason === null) {
      await trx.deleteFrom("messaging.suspensions").where("customer_account", "=", account).execute();
      return 0;
    }
    await trx
      .insertInto("messaging.suspensions")
      .values({ customer_account: account, reason })
      .onConflict((on) => on.column("customer_account").doUpdateSet({ reason }))
      .execute();
    return pauseAll(trx, account, reason);
  });
}

async function pauseAll(trx: Trx, account: string, reason: string): Promise<number> {
  const rows = await checkedRows(
    trx,
    IdRow,
    sql`
    update messaging.blasts set status = 'paused'
    where customer_account = ${account} and status = 'sending'
      and id in (select blast_id from messaging.queue where customer_account = ${account} and state = 'sending')
    returning id`,
  );
  for (const { id } of rows.sort((a, b) => a.id - b.id)) {
    await trx
      .updateTable("messaging.queue")
      .set({ state: "paused" })
      .where("blast_id", "=", id)
      .where("customer_account", "=", account)
      .where("state", "=", "sending")
      .execute();
    await announce(trx, account, id, "paused");
    await publishBlastStop(trx, account, id, reason);
  }
  return rows.length;
}
