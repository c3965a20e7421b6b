import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { UnitOfWork } from "./unit-of-work";

const made = new WeakMap<Database["db"], Set<string>>();

/** Makes sure that the account has its row and what every account begins with; once a process. */
export async function ensureAccount(db: Database["db"], account: string): Promise<void> {
  const known = made.get(db) ?? new Set<string>();
  made.set(db, known);
  if (known.has(account)) return;
  await inAccount(db, account, (trx) => insertAccountDefaults(trx, account));
  known.add(account);
}

const CustomerAccountRow = z.object({ customer_account: z.string() });

/** Writes what every account begins with, unless it is there. Answers whether it was written now. */
export async function insertAccountDefaults(trx: Trx, account: string): Promise<boolean> {
  const fresh = await checkedRow(
    trx,
    CustomerAccountRow,
    sql`insert into chat.account_state (customer_account) values (${account}) on conflict do nothing returning customer_account`,
  );
  if (!fresh) return false;
  await sql`insert into chat.routing (customer_account) values (${account})`.execute(trx);
  await sql`
    insert into chat.disposition_types (customer_account, id, name, rank)
    values (${account}, 1, 'Resolved', 1), (${account}, 2, 'To follow up', 2), (${account}, 3, 'No answer needed', 3)`.execute(
    trx,
  );
  await sql`
    insert into chat.disposition_items (customer_account, id, type_id, title, rank)
    values (${account}, 1, 1, 'Question answered', 1), (${account}, 2, 1, 'Order placed', 2),
      (${account}, 3, 2, 'Customer will write again', 1), (${account}, 4, 2, 'We call back', 2),
      (${account}, 5, 3, 'Wrong number', 1), (${account}, 6, 3, 'Spam', 2)`.execute(trx);
  return true;
}

const WatchedRow = z.object({ watched: z.boolean() });

/**
 * Takes the account's lock: whatever starts, ends or gives out conversations holds it until the commit, so that a limit
 * is never passed and a place in the queue never taken twice. It comes before every row lock.
 */
export async function lockAccount(unit: UnitOfWork): Promise<void> {
  if (unit.locked) return;
  const { trx, account } = unit;
  const state = await checkedRow(
    trx,
    WatchedRow,
    sql`select watched from chat.account_state where customer_account = ${account} for update`,
  );
  if (!state?.watched)
    await sql`
      insert into chat.account_state (customer_account, watched) values (${account}, true)
      on conflict (customer_account) do update set watched = true`.execute(trx);
  unit.locked = true;
}
