import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { announce } from "./announce";
import { publishBlastStop } from "./notices";
import { blastHours, loadBlastSettings, nextOpening } from "./settings";
import { findSuspension } from "./suspension";

const Queued = z.object({ blast_id: z.number(), customer_account: z.string() });
type Queued = z.infer<typeof Queued>;

/** Starts what is due: once, and also when nobody was there at its time. What has hours waits for them. */
export async function startDue({ db }: Database, now: Date): Promise<void> {
  const rows = await checkedRows(
    db,
    Queued,
    sql`
    select blast_id, customer_account from messaging.queue where state = 'scheduled' and due <= ${now} order by due`,
  );
  for (const row of rows) await step(db, row, now, "scheduled");
}

/** Holds back what is running when its hours are over; the rest goes when they begin again. */
export async function holdOutsideHours({ db }: Database, now: Date): Promise<void> {
  const rows = await checkedRows(
    db,
    Queued,
    sql`
    select blast_id, customer_account from messaging.queue where state = 'sending' and (promotional or quiet)`,
  );
  for (const row of rows) await step(db, row, now, "sending");
}

function step(db: Database["db"], { blast_id: blast, customer_account: account }: Queued, now: Date, from: string) {
  return inAccount(db, account, async (trx) => {
    const stopped = await findSuspension(trx, account);
    const row = await trx
      .selectFrom("messaging.blasts")
      .select(["status", "promotional", "kind", "recipients", "reply"])
      .where("customer_account", "=", account)
      .where("id", "=", blast)
      .forUpdate()
      .executeTakeFirst();
    if (row?.status !== from) return;
    const settings = await loadBlastSettings(trx, account);
    const opening = nextOpening(now, blastHours(settings, row), settings.timeZone);
    if (from === "sending" && !opening) return;
    const status = opening ? "scheduled" : stopped === undefined ? "sending" : "paused";
    await trx
      .updateTable("messaging.queue")
      .set({ state: status, ...(opening ? { due: opening } : {}) })
      .where("blast_id", "=", blast)
      .execute();
    if (status === from) return;
    await trx
      .updateTable("messaging.blasts")
      .set({ status, ...(opening ? {} : { started_at: sql<Date>`coalesce(started_at, ${now})` }) })
      .where("customer_account", "=", account)
      .where("id", "=", blast)
      .execute();
    await announce(trx, account, blast, status);
    if (status === "paused" && stopped !== undefined) await publishBlastStop(trx, account, blast, stopped);
  });
}

/** Most rows of a large table deleted in one statement. */
const deletedAtOnce = 20_000;

const DeletedRow = z.object({ deleted: z.number() });

/**
 * What nobody will ask for again: receipts without a message after three days and messages without an account after two
 * weeks, the carrier's ids when no receipt can come any more, inbound parts after two days, which blasts were recent
 * after eight, how carriers did after a day, and what was said of links by workers that are gone.
 */
export async function forget({ db }: Database): Promise<void> {
  await sql`delete from messaging.early_receipts where at < now() - interval '3 days'`.execute(db);
  await sql`delete from messaging.unmatched_messages where received_at < now() - interval '14 days'`.execute(db);
  await sql`delete from messaging.inbound_parts where at < now() - interval '2 days'`.execute(db);
  await sql`delete from messaging.recent where at < now() - interval '8 days'`.execute(db);
  await sql`delete from messaging.carrier_minutes where minute < now() - interval '1 day'`.execute(db);
  await sql`delete from messaging.links where seen_at < now() - interval '1 day'`.execute(db);
  for (let more = true; more; ) {
    const row = await checkedRow(
      db,
      DeletedRow,
      sql`
      with gone as (
        delete from messaging.parts where ctid = any(array(
          select ctid from messaging.parts where answered_at < now() - interval '10 days' limit ${deletedAtOnce}))
        returning 1
      ) select count(*)::int as deleted from gone`,
    );
    more = row?.deleted === deletedAtOnce;
  }
}
