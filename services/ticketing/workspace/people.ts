import { createHash } from "node:crypto";
import { sql } from "kysely";
import { isAdmin } from "../../../rules/access";
import { type Database, inAccount } from "../../kit/database";
import { checkedRows, UserIdRow } from "../../kit/row-schema";
import { json, texts } from "../../kit/rows";
import type { TicketingUpstreams } from "../deps";

type Person = { id: string; name: string; email: string; admin: boolean };

const told = new WeakMap<Database["db"], Map<string, string>>();
const maxTold = 1_000;

/**
 * Writes down everybody of the account as identity has them, when somebody is new, renamed or has left: every page of
 * tickets asks, and a large team is not to be compared with its rows each time. Answers whether it wrote.
 */
export async function keepPeople(database: Database, account: string, everyone: readonly Person[]): Promise<boolean> {
  const known = told.get(database.db) ?? new Map<string, string>();
  told.set(database.db, known);
  const said = createHash("sha256").update(JSON.stringify(everyone)).digest("base64");
  if (known.get(account) === said) return false;
  await writePeople(database, account, everyone);
  await markLeft(database, account, everyone);
  known.delete(account);
  known.set(account, said);
  const [oldest] = known.keys();
  if (known.size > maxTold && oldest !== undefined) known.delete(oldest);
  return true;
}

/** Writes down names and addresses as identity has them; a row that says the same already is not even locked. */
async function writePeople({ db }: Database, account: string, people: readonly Person[]): Promise<void> {
  if (people.length === 0) return;
  await inAccount(db, account, (trx) =>
    sql`
      insert into ticketing.people (customer_account, user_id, name, email, admin)
      select distinct on (id) ${account}, id, name, email, admin
      from jsonb_to_recordset(${json(people)}) as x (id text, name text, email text, admin boolean)
      where not exists (select from ticketing.people w where w.customer_account = ${account} and w.user_id = x.id
        and w.name = x.name and w.email = x.email and w.admin = x.admin and w.left_at is null)
      on conflict (customer_account, user_id) do update set name = excluded.name, email = excluded.email,
        admin = excluded.admin, left_at = null`.execute(trx),
  );
}

/** As many as identity names at most: whoever is not among so many may still be there. */
const maxColleagues = 5_000;

/** Whom identity does not name has left the account. Where it names nobody, it could not be reached. */
async function markLeft({ db }: Database, account: string, everyone: readonly Person[]): Promise<void> {
  if (everyone.length === 0 || everyone.length >= maxColleagues) return;
  await inAccount(db, account, (trx) =>
    sql`
      update ticketing.people set left_at = now()
      where customer_account = ${account} and left_at is null
        and user_id <> all(${texts(everyone.map(({ id }) => id))})`.execute(trx),
  );
}

/**
 * Makes people of the account known to ticketing before a ticket or a group names them; whom identity does not know
 * stays unknown, and is refused where they are named.
 */
export async function knowPeople(
  database: Database,
  upstreams: TicketingUpstreams,
  account: string,
  users: readonly string[],
): Promise<void> {
  const wanted = [...new Set(users)].filter((user) => user !== "");
  if (wanted.length === 0) return;
  const known = await inAccount(database.db, account, (trx) =>
    checkedRows(
      trx,
      UserIdRow,
      sql`
      select user_id from ticketing.people where customer_account = ${account} and left_at is null
        and user_id = any(${texts(wanted)})`,
    ),
  );
  if (wanted.every((user) => known.some(({ user_id }) => user_id === user))) return;
  const everyone = await colleagues(upstreams, account);
  await writePeople(
    database,
    account,
    everyone.filter(({ id }) => wanted.includes(id)),
  );
}

const seen = new WeakMap<Database["db"], Map<string, number>>();
const seenEveryMs = 5 * 60_000;

/** Notes that a person is at work in ticketing: every few minutes at most, for each page asks. */
export async function markSeen({ db }: Database, account: string, user: string, now: Date): Promise<void> {
  const known = seen.get(db) ?? new Map<string, number>();
  seen.set(db, known);
  const key = `${account} ${user}`;
  if (user === "" || now.getTime() - (known.get(key) ?? 0) < seenEveryMs) return;
  known.delete(key);
  known.set(key, now.getTime());
  const [oldest] = known.keys();
  if (known.size > maxTold && oldest !== undefined) known.delete(oldest);
  await inAccount(db, account, (trx) =>
    sql`
      update ticketing.people set last_seen_at = ${now}
      where customer_account = ${account} and user_id = ${user}`.execute(trx),
  );
}

/** Everybody of the account who can sign in; nobody when identity can't be reached. */
export async function colleagues(upstreams: TicketingUpstreams, account: string): Promise<Person[]> {
  const answer = await upstreams.identity.allMembers({ params: { account, group: "all" } });
  return answer.status === 200
    ? answer.body.data.map(({ id, name, email, role }) => ({
        id: String(id),
        name,
        email,
        admin: isAdmin([{ name: role }]),
      }))
    : [];
}
