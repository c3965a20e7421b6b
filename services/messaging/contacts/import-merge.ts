import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { type Destination, foundIn } from "./import-staged";
import type { ImportRow } from "./imports";
import { grow } from "./members";
import { lockAdding, lockContacts, lockGroup } from "./store";

/** The group that an import fills, its row locked. */
type Target = { importId: number; groupId: number; hasMembers: boolean; byEmail: boolean };

/** The group of an import. All that it locks it locks first, in the one order that every writer keeps. */
export async function intoGroup(trx: Trx, account: string, row: ImportRow): Promise<Destination> {
  await lockContacts(trx, account, "shared");
  await lockAdding(trx, account);
  const group = await lockGroup(trx, account, row.group_id ?? 0);
  const byEmail = group.type === "email";
  const target = { importId: row.id, groupId: group.id, hasMembers: group.contacts > 0, byEmail };
  return {
    byEmail,
    merge: (learn) => mergeStaged(trx, account, target, learn),
    async end(counts) {
      const names = row.mapping.columns.flatMap(({ role, field }) =>
        ["field", "first_name", "last_name"].includes(role) ? [field] : [],
      );
      const madeFields = names.filter((name) => !group.field_names.includes(name));
      await grow(trx, account, group.id, counts.added, madeFields);
      const counted = [`${counts.added} added`, `${foundIn(counts)} updated`, `${counts.refused} refused`].join(", ");
      return { madeFields, words: `was imported: ${counted}.` };
    },
  };
}

/** Brings the staged rows into the group, remembering what they replace. Answers how many members were added. */
async function mergeStaged(trx: Trx, account: string, target: Target, learn: boolean): Promise<number> {
  const { importId, groupId, hasMembers, byEmail } = target;
  await sql`
    insert into messaging.contacts (customer_account, msisdn, email, name)
    select ${account}, msisdn, email, name from staged where reason is null order by msisdn, lower(email)
    on conflict do nothing`.execute(trx);
  if (learn) await sql`select messaging.refresh_statistics(false)`.execute(trx);
  if (hasMembers) await replace(trx, account, target);
  // A microsecond a line: the newest-first list shows the file from its first line down.
  const { numAffectedRows: added = 0n } = await sql`
    insert into messaging.group_contacts
      (customer_account, group_id, contact_id, msisdn, email, name, fields, import_id, added_at)
    select ${account}, ${groupId}::bigint, c.id, s.msisdn, s.email, s.name, s.fields, ${importId}::bigint,
      now() - s.line * interval '1 microsecond'
    from staged s cross join lateral ${contactOf(account, byEmail)} c
    where s.reason is null order by s.msisdn
    ${hasMembers ? sql`on conflict (customer_account, contact_id, group_id) do nothing` : sql``}`.execute(trx);
  return Number(added);
}

/** A staged row's contact, one look-up a row; the limit keeps it from becoming a join with a table of any size. */
function contactOf(account: string, byEmail: boolean) {
  const here = sql`select id from messaging.contacts c where c.customer_account = ${account}`;
  const byNumber = sql`${here} and c.msisdn = s.msisdn`;
  const byAddress = sql`${here} and c.msisdn is null and c.email_key = lower(s.email) collate "C" and s.msisdn is null`;
  return byEmail ? sql`(${byNumber} union all ${byAddress} limit 1)` : sql`(${byNumber} limit 1)`;
}

/** Members that are in the group already keep what the file leaves empty; what changes is put aside first. */
async function replace(trx: Trx, account: string, target: Target): Promise<void> {
  const { importId, groupId, byEmail } = target;
  await sql`
    with old as (
      select m.contact_id, m.name, m.email, m.fields, m.import_id,
        coalesce(nullif(s.name, ''), m.name) as new_name, coalesce(s.email, m.email) as new_email,
        m.fields || s.fields as new_fields
      from staged s
      cross join lateral ${contactOf(account, byEmail)} c
      cross join lateral (select * from messaging.group_contacts m
        where m.customer_account = ${account} and m.group_id = ${groupId} and m.contact_id = c.id limit 1) m
      where s.reason is null
    ), changed as (
      select * from old where (name, email, fields) is distinct from (new_name, new_email, new_fields)
    ), kept as (
      insert into messaging.import_replaced
        (customer_account, import_id, contact_id, name, email, fields, previous_import_id)
      select ${account}, ${importId}::bigint, contact_id, name, email, fields, import_id from changed
    )
    update messaging.group_contacts m
    set name = x.new_name, email = x.new_email, fields = x.new_fields, import_id = ${importId}::bigint
    from changed x
    where m.customer_account = ${account} and m.group_id = ${groupId} and m.contact_id = x.contact_id`.execute(trx);
}
