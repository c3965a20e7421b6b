import { sql } from "kysely";
import { z } from "zod";
import type { ListSort } from "../../../rules/list-orders";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { count, countCap, type PageQuery, pageOfRows, toIso } from "../../kit/paging";
import { checkedRow, checkedRows, IdNameRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { scanned } from "../../kit/search-ranges";
import { HttpError } from "../../kit/serve";
import { Contact } from "../contract.contacts";
import { anywhere, indexed } from "./search";
import { loadGroup, lockContacts } from "./store";

const MemberRow = Contact.omit({ added_at: true }).extend({ at: z.string() });
type MemberRow = z.infer<typeof MemberRow>;

/** The numbers of those who have one, without the others: an index has both in this order. */
const orderOf = namedOrders<ListSort<"groupContacts">>(
  {
    added: keyColumn("timestamptz", "added_at"),
    name: keyColumn("text", "name_key"),
    number: keyColumn("text", "msisdn", true),
  },
  keyColumn("bigint", "contact_id"),
);
const columns = sql`contact_id, msisdn, email, name, fields, added_at::text as at,
  exists (select from messaging.blacklist b
    where b.customer_account = m.customer_account and b.msisdn = m.msisdn) as blacklisted`;

function shown({ at, contact_id, msisdn, email, name, fields, blacklisted }: MemberRow): Contact {
  return { contact_id, msisdn, email, name, fields, added_at: toIso(at), blacklisted };
}

/**
 * A page of a group's members, newest first. A search reads at most 10,001 matches through the indexes, or a small
 * group whole: its cost does not grow with the group.
 */
export async function memberPage(
  trx: Trx,
  account: string,
  groupId: number,
  asked: PageQuery & { q: string; sort: ListSort<"groupContacts"> },
) {
  const finding = loadGroup(trx, account, groupId).then((group) => {
    if (!group) throw new HttpError(404, "There is no such contact group.");
    return group;
  });
  const here = sql`customer_account = ${account} and group_id = ${groupId}`;
  const list = { select: columns, order: orderOf(asked.sort) };
  if (asked.q === "") {
    const total = finding.then(({ contacts }) => ({ rows: contacts, capped: false }));
    const from = sql`messaging.group_contacts m where ${here}`;
    const page = await pageOfRows(trx, asked, { schema: MemberRow, ...list, from, total });
    return { ...page, data: page.data.map(shown) };
  }

  const found = matches(asked.q, here, (await finding).contacts <= scanned);
  const page = await pageOfRows(trx, asked, {
    schema: MemberRow,
    ...list,
    before: sql`with found as materialized (${found})`,
    from: sql`messaging.group_contacts m where ${here} and contact_id in (select contact_id from found)`,
    total: count(trx, sql`(${found}) f`),
    batched: false,
  });
  return { ...page, data: page.data.map(shown) };
}

function matches(q: string, here: ReturnType<typeof sql>, small: boolean) {
  const some = (condition: ReturnType<typeof sql>) =>
    sql`(select contact_id from messaging.group_contacts where ${here} and ${condition} limit ${countCap})`;
  if (small) return some(anywhere(q, { names: true }));
  const each = indexed(q, { names: true }).map(some);
  return sql`select contact_id from (${sql.join(each, sql` union `)}) u limit ${countCap}`;
}

export async function findMember(
  trx: Trx,
  account: string,
  groupId: number,
  contactId: number,
): Promise<Contact | undefined> {
  const row = await checkedRow(
    trx,
    MemberRow,
    sql`
    select ${columns} from messaging.group_contacts m
    where customer_account = ${account} and group_id = ${groupId} and contact_id = ${contactId}`,
  );
  return row && shown(row);
}

/** A member as a form or a file gives it: numbers in E.164, texts that PostgreSQL can hold. */
const GroupMemberRow = z.object({
  msisdn: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type GroupMemberRow = z.infer<typeof GroupMemberRow>;

const AddedRow = z.object({ added: z.boolean() });

/**
 * Puts members into a group whose row is locked, contacts being shared. A known one keeps what the new row leaves
 * empty. `members` must not name anybody twice.
 */
export async function putMembers(
  trx: Trx,
  account: string,
  groupId: number,
  members: readonly GroupMemberRow[],
): Promise<{ added: number; updated: number }> {
  const given = sql`given as materialized (
    select msisdn, email, lower(email) collate "C" as email_key, name, fields
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as x (msisdn text, email text, name text, fields jsonb))`;
  // In order of the numbers, so that two who add the same people wait for each other instead of for ever.
  await sql`
    with ${given} insert into messaging.contacts (customer_account, msisdn, email, name)
    select ${account}, msisdn, email, name from given order by msisdn collate "C", email_key
    on conflict do nothing`.execute(trx);
  const rows = await checkedRows(
    trx,
    AddedRow,
    sql`
    with ${given}, ${known(account)}
    insert into messaging.group_contacts as m (customer_account, group_id, contact_id, msisdn, email, name, fields)
    select ${account}, ${groupId}::bigint, id, msisdn, email, name, fields from known
    on conflict (customer_account, contact_id, group_id) do update set
      name = coalesce(nullif(excluded.name, ''), m.name),
      email = coalesce(excluded.email, m.email),
      fields = m.fields || excluded.fields,
      import_id = ${byHand}
    returning (xmax = 0) as added`,
  );
  const added = rows.filter((row) => row.added).length;
  const names = [...new Set(members.flatMap((member) => Object.keys(member.fields)))];
  await grow(trx, account, groupId, added, names);
  return { added, updated: rows.length - added };
}

const KnownMemberRow = GroupMemberRow.pick({ name: true, msisdn: true, email: true });

/** Those of the members who are in the group, as the group knows them. */
export async function knownMembers(
  trx: Trx,
  account: string,
  groupId: number,
  members: readonly GroupMemberRow[],
): Promise<Pick<GroupMemberRow, "msisdn" | "email" | "name">[]> {
  const numbers = members.flatMap(({ msisdn }) => msisdn ?? []);
  const addresses = members.flatMap(({ msisdn, email }) => (msisdn === null && email ? email.toLowerCase() : []));
  return checkedRows(
    trx,
    KnownMemberRow,
    sql`
    select m.msisdn, m.email, m.name from messaging.contacts c
    join messaging.group_contacts m
      on m.customer_account = c.customer_account and m.contact_id = c.id and m.group_id = ${groupId}
    where c.customer_account = ${account} and (c.msisdn = any(${numbers}::text[])
      or (c.msisdn is null and c.email_key = any(${addresses}::text[])))`,
  );
}

/**
 * The contacts of the rows in `given`: by the number, or where there is none by the email address. The limits keep
 * them look-ups in an index, whatever the statistics say.
 */
function known(account: string) {
  const one = (condition: ReturnType<typeof sql>) => sql`cross join lateral (
    select id from messaging.contacts c where c.customer_account = ${account} and ${condition} limit 1) c`;
  return sql`known as (
    select c.id, g.* from given g ${one(sql`c.msisdn = g.msisdn`)} where g.msisdn is not null
    union all
    select c.id, g.* from given g ${one(sql`c.msisdn is null and c.email_key = g.email_key`)} where g.msisdn is null)`;
}

/**
 * The import mark of a row (`m`) that a person has changed: what an import replaced does not come back over the
 * person's own words, what it added still goes with it.
 */
const byHand = sql`(select m.import_id where not exists (
  select from messaging.import_replaced r
  where r.customer_account = m.customer_account and r.import_id = m.import_id and r.contact_id = m.contact_id))`;

/** Writes what a person says of a member; the fields given are all the fields. */
export async function rewriteMember(
  trx: Trx,
  account: string,
  groupId: number,
  contactId: number,
  said: { name: string; email: string | null; fields: Record<string, string> },
): Promise<void> {
  await sql`
    update messaging.group_contacts m
    set name = ${said.name}, email = ${said.email}, fields = ${JSON.stringify(said.fields)}::jsonb, import_id = ${byHand}
    where customer_account = ${account} and group_id = ${groupId} and contact_id = ${contactId}`.execute(trx);
  await sql`
    update messaging.contacts set name = ${said.name}
    where customer_account = ${account} and id = ${contactId}`.execute(trx);
  await grow(trx, account, groupId, 0, Object.keys(said.fields));
}

/** Sets fields of the member with a number in a group whose row is locked. Answers whether there is one. */
export async function mergeFields(
  trx: Trx,
  account: string,
  groupId: number,
  msisdn: string,
  fields: Record<string, string>,
): Promise<boolean> {
  const found = await hasRows(
    trx,
    sql`
    update messaging.group_contacts m
    set fields = m.fields || ${JSON.stringify(fields)}::jsonb, import_id = ${byHand}
    where customer_account = ${account} and group_id = ${groupId} and msisdn = ${msisdn} returning contact_id`,
  );
  if (found) await grow(trx, account, groupId, 0, Object.keys(fields));
  return found;
}

/** Moves the group's count, and adds the merge fields it did not have yet. */
export async function grow(
  trx: Trx,
  account: string,
  groupId: number,
  by: number,
  names: readonly string[],
): Promise<void> {
  await sql`
    update messaging.contact_groups set contacts = contacts + ${by}, field_names = field_names || array(
      select n from unnest(${names}::text[]) with ordinality as given (n, place)
      where n <> all(field_names) order by place)
    where customer_account = ${account} and id = ${groupId}`.execute(trx);
}

/** Takes one contact out of a group whose row is locked. Answers whether it was in there. */
export async function removeMember(trx: Trx, account: string, groupId: number, contactId: number): Promise<boolean> {
  const found = await hasRows(
    trx,
    sql`
    delete from messaging.group_contacts
    where customer_account = ${account} and group_id = ${groupId} and contact_id = ${contactId} returning 1`,
  );
  if (found) await grow(trx, account, groupId, -1, []);
  return found;
}

/** Removes those of the contacts that are in no group any more. Needs the contacts alone. */
export async function dropStrays(trx: Trx, account: string, contactIds: ReturnType<typeof sql>): Promise<void> {
  await sql`
    delete from messaging.contacts c
    where customer_account = ${account} and id in (select ${contactIds})
      and not exists (select from messaging.group_contacts m
        where m.customer_account = ${account} and m.contact_id = c.id)`.execute(trx);
}

/**
 * Gives a contact another number, in every group it is in.
 * @throws HttpError 422 when the number is another contact's
 */
export async function renumber(trx: Trx, account: string, contactId: number, msisdn: string): Promise<void> {
  await lockContacts(trx, account, "alone");
  const row = await checkedRow(
    trx,
    IdNameRow,
    sql`
    select id, name from messaging.contacts
    where customer_account = ${account} and msisdn = ${msisdn} and id <> ${contactId}`,
  );
  const other = row;
  if (other) {
    const whose = other.name ? `another contact, ${other.name}` : "another contact";
    const words = `This number belongs to ${whose}.`;
    throw new HttpError(422, words, { phone: [words] });
  }
  for (const [table, id] of [
    ["messaging.contacts", "id"],
    ["messaging.group_contacts", "contact_id"],
  ] as const)
    await sql`
      update ${sql.table(table)} set msisdn = ${msisdn}
      where customer_account = ${account} and ${sql.ref(id)} = ${contactId}`.execute(trx);
}
