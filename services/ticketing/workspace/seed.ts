import { sql } from "kysely";
import { firstGrid } from "../../../rules/ticket-labels";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { json } from "../../kit/rows";

/** Monday to Friday, 8 to 17 with an hour for lunch. */
export const officeWeek = [1, 2, 3, 4, 5, 6, 7].map((day) =>
  day <= 5
    ? [
        { from: "08:00", to: "13:00" },
        { from: "14:00", to: "17:00" },
      ]
    : [],
);

const made = new WeakMap<Database["db"], Set<string>>();

/** Makes sure that the account has its row and what every account begins with; once a process. */
export async function ensureAccount(db: Database["db"], account: string): Promise<void> {
  const known = made.get(db) ?? new Set<string>();
  made.set(db, known);
  if (known.has(account)) return;
  await inAccount(db, account, (trx) => insertAccountDefaults(trx, account));
  known.add(account);
}

/** Writes what every account begins with, unless it is there. Answers whether it was written now. */
export async function insertAccountDefaults(trx: Trx, account: string): Promise<boolean> {
  const fresh = await trx
    .insertInto("ticketing.account_settings")
    .values({ customer_account: account })
    .onConflict((on) => on.doNothing())
    .returning("customer_account")
    .executeTakeFirst();
  if (!fresh) return false;
  await sql`
    insert into ticketing.types (customer_account, id, name)
    values (${account}, 1, 'Question'), (${account}, 2, 'Request'), (${account}, 3, 'Incident'), (${account}, 4, 'Complaint')`.execute(
    trx,
  );
  await sql`insert into ticketing.boards (customer_account, id, name) values (${account}, 1, 'Tickets')`.execute(trx);
  await sql`
    insert into ticketing.stages (customer_account, id, board_id, name, rank, status, pauses, colour) values
      (${account}, 1, 1, 'New', 1, 'new', false, 'blue'),
      (${account}, 2, 1, 'In progress', 2, 'open', false, 'teal'),
      (${account}, 3, 1, 'Waiting for customer', 3, 'pending', true, 'amber'),
      (${account}, 4, 1, 'Resolved', 4, 'resolved', false, 'green'),
      (${account}, 5, 1, 'Closed', 5, 'closed', false, 'grey')`.execute(trx);
  await sql`
    insert into ticketing.priority_grid (customer_account, cell, priority_id)
    select ${account}, cell, priority from unnest(${[...firstGrid]}::int[]) with ordinality as grid (priority, cell)`.execute(
    trx,
  );
  await sql`
    insert into ticketing.calendars (customer_account, id, name, time_zone, country, week, is_default)
    values (${account}, 1, 'Business hours', 'Africa/Nairobi', 'KE', ${json(officeWeek)}, true)`.execute(trx);
  return true;
}
