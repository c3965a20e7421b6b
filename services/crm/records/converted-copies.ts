import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";
import { copyTags, restoreTags, tagsAsJson } from "../tags/store";

/** Gives a contact or a deal the notes, the logged calls and the tags of its lead. @param told who a contact that was there has them from */
export async function copyNotesAndTags(trx: Trx, account: string, lead: number, to: number, told?: string) {
  await sql`
    insert into crm.notes (customer_account, record_id, text, by_id, by, created_at, mentions, copied_from)
    select customer_account, ${to}::bigint, text, by_id, by, created_at, mentions, id from crm.notes
    where customer_account = ${account} and record_id = ${lead} order by id`.execute(trx);
  await sql`
    insert into crm.logged_calls
      (customer_account, record_id, direction, at, seconds, outcome, note, by_id, by, created_at, copied_from)
    select customer_account, ${to}::bigint, direction, at, seconds, outcome, note, by_id, by, created_at, id
    from crm.logged_calls where customer_account = ${account} and record_id = ${lead} order by id`.execute(trx);
  await copyTags(trx, account, lead, to, told);
}

const TagsRow = z.object({ tags: z.unknown() });

/** The tags of a contact before a lead is added to it, for the undo. */
export async function keepTags(trx: Trx, account: string, contact: number): Promise<unknown> {
  const kept = await checkedRow(trx, TagsRow, sql`select ${tagsAsJson(account, bigints([contact]))} as tags`);
  return kept?.tags ?? [];
}

/** Gives a contact back the tags that it had; a conversion before there were tags says nothing of them. */
export async function returnTags(trx: Trx, account: string, contact: number, before: unknown): Promise<void> {
  if (before !== undefined) await restoreTags(trx, account, [contact], json(before));
}

/** Takes the notes and the calls away that a contact has from a lead, unless they were changed since. */
export async function removeCopies(trx: Trx, account: string, lead: number, contact: number): Promise<void> {
  await sql`
    delete from crm.notes n using crm.notes o where n.customer_account = ${account}
      and n.record_id = ${contact} and n.changed_at is null and o.customer_account = n.customer_account
      and o.id = n.copied_from and o.record_id = ${lead}`.execute(trx);
  await sql`
    delete from crm.logged_calls c using crm.logged_calls o where c.customer_account = ${account}
      and c.record_id = ${contact} and c.changed_at is null and o.customer_account = c.customer_account
      and o.id = c.copied_from and o.record_id = ${lead}`.execute(trx);
}
