import { sql } from "kysely";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { hasRows } from "../../kit/rows";

const made = new WeakMap<Database["db"], Set<string>>();

/** Makes sure that the account has its settings and what every call centre begins with; once a process. */
export async function ensureAccount(db: Database["db"], account: string): Promise<void> {
  const known = made.get(db) ?? new Set<string>();
  made.set(db, known);
  if (known.has(account)) return;
  await inAccount(db, account, (trx) => insertAccountDefaults(trx, account));
  known.add(account);
}

/** Writes what every call centre begins with, unless it is there. */
export async function insertAccountDefaults(trx: Trx, account: string): Promise<void> {
  const fresh = await hasRows(
    trx,
    sql`insert into voice.settings (customer_account) values (${account}) on conflict do nothing returning 1 as made`,
  );
  if (!fresh) return;
  await sql`
    insert into voice.break_options (customer_account, id, value, state, rank)
    values (${account}, 1, 'login', 'Login', 1), (${account}, 2, 'logout', 'Logout', 2),
      (${account}, 3, 'pause', 'Short break', 3), (${account}, 4, 'pause', 'Lunch', 4),
      (${account}, 5, 'pause', 'Bio break', 5), (${account}, 6, 'pause', 'Coaching', 6),
      (${account}, 7, 'pause', 'Training', 7), (${account}, 8, 'unpause', 'End Break', 8)`.execute(trx);
  await sql`
    insert into voice.disposition_types (customer_account, id, name, rank, outcome)
    values (${account}, 1, 'Resolved', 1, 'done'), (${account}, 2, 'To follow up', 2, 'done'),
      (${account}, 3, 'Not reached', 3, 'again'), (${account}, 4, 'Not for us', 4, 'trash')`.execute(trx);
  await sql`
    insert into voice.disposition_items (customer_account, id, type_id, title, rank)
    values (${account}, 1, 1, 'Question answered', 1), (${account}, 2, 1, 'Order placed', 2),
      (${account}, 3, 1, 'Payment promised', 3), (${account}, 4, 2, 'Call back', 1), (${account}, 5, 2, 'Ticket opened', 2),
      (${account}, 6, 3, 'No answer', 1), (${account}, 7, 3, 'Number busy', 2), (${account}, 8, 3, 'Voicemail', 3),
      (${account}, 9, 4, 'Wrong number', 1), (${account}, 10, 4, 'Does not want to be called', 2)`.execute(trx);
}
