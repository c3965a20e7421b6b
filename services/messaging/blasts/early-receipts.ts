import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { DB } from "../../tables";
import { type CarrierReceipt, earlyMinutes } from "../connectors/carrier";
import { clockSlack, PartLocation } from "./part-ids";
import { writeBatch } from "./record-rows";

/** Most receipts looked at in one sweep, the newest: where none is ever matched, they are many. */
const maxEarly = 20_000;

/** Keeps final receipts whose part is not known. The first one of an id counts, until it is too old to be early. */
export async function insertEarlyReceipts(
  db: Kysely<DB>,
  connector: string,
  receipts: readonly (CarrierReceipt & { ageMs: number })[],
): Promise<void> {
  if (receipts.length === 0) return;
  await sql`
    insert into messaging.early_receipts as e (connector, provider_id, state, error, at)
    select distinct on (id) ${connector}, id, state, error, clock_timestamp() - age * interval '1 millisecond'
    from unnest(${receipts.map((one) => one.providerId)}::text[], ${receipts.map((one) => one.state)}::text[],
      ${receipts.map((one) => one.error)}::text[], ${receipts.map((one) => one.ageMs)}::float8[])
      with ordinality as receipt (id, state, error, age, n) order by id, n
    on conflict (connector, provider_id) do update set state = excluded.state, error = excluded.error, at = excluded.at
    where e.at < now() - ${earlyMinutes} * interval '1 minute'`.execute(db);
}

const FoundPart = PartLocation.extend({ id: z.string(), state: z.string(), error: z.string().nullable() });

/**
 * Receipts that came before their part's answer was written, in another process or before a crash, find it now: a part
 * that was sent before the receipt came, and answered within minutes of it. Answers how many there were.
 */
export async function placeEarlyReceipts({ db }: Database, connector: string): Promise<number> {
  const slack = sql`${clockSlack} * interval '1 second'`;
  const rows = await checkedRows(
    db,
    FoundPart,
    sql`
    select distinct on (e.provider_id) e.provider_id as id, e.state, e.error, p.customer_account as account,
      p.blast_id as blast, p.seq, p.part
    from (
      select * from messaging.early_receipts
      where connector = ${connector} and at > now() - 2 * ${earlyMinutes} * interval '1 minute'
      order by at desc limit ${maxEarly}
    ) e join messaging.parts p on p.connector = e.connector and p.provider_id = e.provider_id
      and p.sent_at <= e.at + ${slack} and p.answered_at <= e.at + ${earlyMinutes} * interval '1 minute'
    order by e.provider_id, p.sent_at desc limit 2000`,
  );
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
