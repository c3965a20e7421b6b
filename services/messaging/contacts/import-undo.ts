import { sql } from "kysely";
import type { ActivityActor } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { undoBlacklisted } from "./blacklist-import";
import { dropMadeGroup, lockImport, move } from "./imports";
import { dropStrays } from "./members";
import { lockContacts, lockGroup } from "./store";

/**
 * The inverse of an import: members it added go, what it replaced comes back. Where a later import wrote over it, the
 * later one stays and takes over what there was before. What a person has rewritten by hand since is left alone.
 */
export async function undoImport(trx: Trx, account: string, id: number, by: ActivityActor): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await lockContacts(trx, account, "alone");
  const row = await lockImport(trx, account, id);
  await move(trx, account, row, "undo");
  if (row.target === "blacklist") return undoBlacklisted(trx, account, row, by);
  if (row.group_id === null) return;
  await lockGroup(trx, account, row.group_id);

  const mine = sql`select from messaging.import_replaced r
    where r.customer_account = ${account} and r.import_id = ${id}`;
  const member = sql`m.customer_account = ${account} and m.group_id = ${row.group_id} and m.import_id = ${id}`;
  await sql`create temporary table leaving (contact_id bigint primary key) on commit drop`.execute(trx);
  const { numAffectedRows: gone = 0n } = await sql`
    with gone as (
      delete from messaging.group_contacts m
      where ${member} and not exists (${mine} and r.contact_id = m.contact_id) returning contact_id)
    insert into leaving select contact_id from gone`.execute(trx);
  await sql`
    update messaging.group_contacts m
    set name = r.name, email = r.email, fields = r.fields, import_id = r.previous_import_id
    from messaging.import_replaced r
    where ${member} and r.customer_account = ${account} and r.import_id = ${id} and r.contact_id = m.contact_id`.execute(
    trx,
  );

  const later = sql`b.customer_account = ${account} and b.previous_import_id = ${id}
    and b.import_id in (select i.id from messaging.imports i
      where i.customer_account = ${account} and i.group_id = ${row.group_id})`;
  await sql`
    delete from messaging.import_replaced b
    where ${later} and not exists (${mine} and r.contact_id = b.contact_id)`.execute(trx);
  await sql`
    update messaging.import_replaced b
    set name = r.name, email = r.email, fields = r.fields, previous_import_id = r.previous_import_id
    from messaging.import_replaced r
    where ${later} and r.customer_account = ${account} and r.import_id = ${id} and r.contact_id = b.contact_id`.execute(
    trx,
  );
  await sql`
    delete from messaging.import_replaced where customer_account = ${account} and import_id = ${id}`.execute(trx);

  await dropStrays(trx, account, sql`contact_id from leaving`);
  await sql`
    update messaging.contact_groups g set contacts = contacts - ${Number(gone)}, field_names = array(
      select n from unnest(field_names) with ordinality as kept (n, place)
      where n not in (select unnest(i.made_fields) from messaging.imports i
          where i.customer_account = ${account} and i.group_id = g.id and i.state = 'undone')
        or exists (select from messaging.group_contacts m
        where m.customer_account = ${account} and m.group_id = g.id and jsonb_exists(m.fields, n))
      order by place)
    where customer_account = ${account} and id = ${row.group_id}`.execute(trx);
  await dropMadeGroup(trx, account, row);
}
