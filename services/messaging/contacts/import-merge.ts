import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import type { ContactGroup } from "../contract.contacts";
import type { ImportRow } from "./imports";

/** The group that an import fills, its row locked. */
export type Target = { importId: number; groupId: number; hasMembers: boolean; byEmail: boolean };

export function importTarget(row: ImportRow, group: Pick<ContactGroup, "id" | "contacts" | "type">): Target {
  return {
    importId: row.id,
    groupId: group.id,
    hasMembers: group.contacts > 0,
    byEmail: group.type === "email",
  };
}

/** Where rows stand between the file and the group. */
export async function makeStaged(trx: Trx): Promise<void> {
  await sql`
    create temporary table staged (
      line bigint, msisdn text collate "C", name text, email text, fields jsonb, kind text, reason text, cells jsonb
    ) on commit drop`.execute(trx);
}

/**
 * Brings the staged rows into the group, remembering what they replace, and empties the table. No number may have been
 * staged before. Answers how many members were added.
 * @param learn refreshes what the planner knows of the contacts, which a big import has just changed
 */
export async function mergeStaged(trx: Trx, account: string, target: Target, learn: boolean): Promise<number> {
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
  await sql`
    insert into messaging.import_refused (customer_account, import_id, line, kind, reason, cells)
    select ${account}, ${importId}::bigint, line, kind, reason, cells from staged where reason is not null`.execute(
    trx,
  );
  await sql`truncate staged`.execute(trx);
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
