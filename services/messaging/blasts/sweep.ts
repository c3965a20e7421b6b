import { sql } from "kysely";
import { type Database, inAccount } from "../../kit/database";
import { announce } from "./moves";
import { type Place, writeBatch } from "./record-rows";
import { nextOpening, settingsOf } from "./settings";
import { suspensionOf } from "./standing";

type Queued = { blast_id: number; customer_account: string };

/** Starts what is due: once, and also when nobody was there at its time. Advertising waits for its hours. */
export async function startDue({ db }: Database, now: Date): Promise<void> {
  const { rows } = await sql<Queued>`
    select blast_id, customer_account from messaging.queue where state = 'scheduled' and due <= ${now} order by due`.execute(
    db,
  );
  for (const row of rows) await step(db, row, now, "scheduled");
}

/** Holds back running advertising when its hours are over; the rest goes when they begin again. */
export async function holdOutsideHours({ db }: Database, now: Date): Promise<void> {
  const { rows } = await sql<Queued>`
    select blast_id, customer_account from messaging.queue where state = 'sending' and promotional`.execute(db);
  for (const row of rows) await step(db, row, now, "sending");
}

function step(db: Database["db"], { blast_id: blast, customer_account: account }: Queued, now: Date, from: string) {
  return inAccount(db, account, async (trx) => {
    const stopped = await suspensionOf(trx, account);
    const row = await trx
      .selectFrom("messaging.blasts")
      .select(["status", "promotional"])
      .where("customer_account", "=", account)
      .where("id", "=", blast)
      .forUpdate()
      .executeTakeFirst();
    if (row?.status !== from) return;
    const opening = row.promotional ? nextOpening(now, await settingsOf(trx, account)) : undefined;
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
  });
}

/** Receipts that came before their message's result, in another process or before a crash, find it now. */
export async function placeEarlyReceipts({ db }: Database, connector: string): Promise<number> {
  const { rows } = await sql<Place & { id: string; state: string; error: string | null }>`
    select e.provider_id as id, e.state, e.error, p.customer_account as account, p.blast_id as blast, p.seq, p.part
    from messaging.early_receipts e join messaging.parts p on p.connector = e.connector and p.provider_id = e.provider_id
    where e.connector = ${connector} limit 2000`.execute(db);
  for (const account of new Set(rows.map((row) => row.account))) {
    const mine = rows.filter((row) => row.account === account);
    await inAccount(db, account, async (trx) => {
      await writeBatch(trx, account, connector, [], mine);
      await sql`delete from messaging.early_receipts
        where connector = ${connector} and provider_id = any(${mine.map((row) => row.id)}::text[])`.execute(trx);
    });
  }
  return rows.length;
}

/**
 * What nobody will ask for again: receipts without a message after three days, inbound parts after two, and
 * which blasts were recent after eight. */
export async function forget({ db }: Database): Promise<void> {
  await sql`delete from messaging.early_receipts where at < now() - interval '3 days'`.execute(db);
  await sql`delete from messaging.inbound_parts where at < now() - interval '2 days'`.execute(db);
  await sql`delete from messaging.recent where at < now() - interval '8 days'`.execute(db);
}
