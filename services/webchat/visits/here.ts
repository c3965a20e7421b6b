import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";

/** Seconds between two notes that a visitor's page is open. */
export const noteEvery = 60;
/** Seconds after the last note for which a visitor counts as there: one note may be late. */
const hereFor = 150;

/** These visitors' pages are open, by their own ids. */
export async function noteHere({ db }: Database, account: string, visitors: readonly string[]): Promise<void> {
  if (visitors.length === 0) return;
  await inAccount(db, account, (trx) =>
    sql`
      update webchat.visitors set seen_at = now(), connected_until = now() + make_interval(secs => ${hereFor})
      where customer_account = ${account} and id = any(${[...visitors]}::text[])`.execute(trx),
  );
}

/** A visitor's last stream at this process ended: what comes from now on has to reach them in another way. */
export async function noteGone({ db }: Database, account: string, visitor: string): Promise<void> {
  await inAccount(db, account, (trx) =>
    sql`update webchat.visitors set connected_until = now() where customer_account = ${account} and id = ${visitor}`.execute(
      trx,
    ),
  );
}

const TextIdRow = z.object({ id: z.string() });

/** Of these visitors of a way in, those whose page is open now, whichever process it is open at. */
export async function visitorsHere(
  trx: Trx,
  account: string,
  { inbox_id, external_ids }: { inbox_id: number; external_ids: readonly string[] },
): Promise<string[]> {
  const rows = await checkedRows(
    trx,
    TextIdRow,
    sql`
    select distinct v.external_id as id from webchat.visitors v
    join webchat.applications a on a.customer_account = v.customer_account and a.id = v.application_id
    where v.customer_account = ${account} and v.external_id = any(${[...external_ids]}::text[]) and a.inbox_id = ${inbox_id}
      and a.active and a.deleted_at is null and v.seen_at > now() - make_interval(secs => ${hereFor})`,
  );
  return rows.map(({ id }) => id);
}
