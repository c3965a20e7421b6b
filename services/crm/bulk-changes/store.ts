import { sql } from "kysely";
import { z } from "zod";
import { type RecordKind, recordKinds } from "../../../rules/crm";
import { bulkUndoHours, type ItemKind, itemChangeNames, itemKinds, recordChanges } from "../../../rules/crm-bulk";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";

const changedThings = [...recordChanges, ...itemChangeNames] as const;
type ChangedThing = (typeof changedThings)[number];
type ChangedKind = RecordKind | ItemKind;

export function isRecordKind(kind: ChangedKind): kind is RecordKind {
  return recordKinds.some((one) => one === kind);
}

/** What a change made of a record: what it said of it before, and what it says since. */
export type ChangedRecord = { id: number; before: object; after: object };

/** A change of many records that waits no longer than people do. @throws HttpError 409 */
export function changeMany<T>({ db }: Database, account: string, change: (trx: Trx) => Promise<T>): Promise<T> {
  return inAccount(db, account, async (trx) => {
    // An import that makes tags, or changes the same records, takes minutes.
    await sql`set local lock_timeout = '5s'`.execute(trx);
    return change(trx);
  }).catch((error: unknown) => {
    if ((error as { code?: string } | null)?.code !== "55P03") throw error;
    throw new HttpError(409, "An import or another change is being saved. Try again in a moment.");
  });
}

/**
 * Locks records of a kind, in the order in which others lock them. Answers those that there are. Whoever joins two tags
 * waits for none of them.
 */
export async function lockRecords(trx: Trx, account: string, kind: RecordKind, ids: readonly number[]) {
  const found = await checkedRows(
    trx,
    IdRow,
    sql`select id from crm.records where customer_account = ${account} and kind = ${kind}
      and id = any(${bigints(ids)}) order by id for no key update`,
  );
  return found.map(({ id }) => id);
}

type NewBulkChange = { kind: ChangedKind; what: ChangedThing; by: string; now: Date };

/** Keeps what a change made of records, for its undo. Answers its id; null where it changed none. */
export async function keepBulkChange(
  trx: Trx,
  account: string,
  { kind, what, by, now }: NewBulkChange,
  records: readonly ChangedRecord[],
): Promise<number | null> {
  if (records.length === 0) return null;
  // Those that can't be undone any more are of no use.
  await sql`
    delete from crm.bulk_changes where customer_account = ${account}
      and at < ${now}::timestamptz - ${bulkUndoHours} * interval '1 hour'`.execute(trx);
  const kept = await checkedRow(
    trx,
    IdRow,
    sql`insert into crm.bulk_changes (customer_account, kind, what, by, at)
      values (${account}, ${kind}, ${what}, ${by}, ${now}::timestamptz) returning id`,
  );
  if (!kept) throw new Error("the change was not kept");
  if (!isRecordKind(kind)) {
    await sql`
      insert into crm.bulk_change_items (customer_account, change_id, item_id, before, after)
      select ${account}, ${kept.id}::bigint, x.id, x.before, x.after
      from jsonb_to_recordset(${json(records)}) x (id bigint, before jsonb, after jsonb)`.execute(trx);
    return kept.id;
  }
  await sql`
    insert into crm.bulk_change_records (customer_account, change_id, record_id, before, after)
    select ${account}, ${kept.id}::bigint, x.id, x.before, x.after
    from jsonb_to_recordset(${json(records)}) x (id bigint, before jsonb, after jsonb)`.execute(trx);
  return kept.id;
}

const StoredBulkChange = z.object({
  id: z.number(),
  kind: z.enum([...recordKinds, ...itemKinds]),
  what: z.enum(changedThings),
  at: z.date(),
  undone_at: z.date().nullable(),
});
export type StoredBulkChange = z.infer<typeof StoredBulkChange>;

/** A change, locked. @throws HttpError 404 */
export async function lockBulkChange(trx: Trx, account: string, id: number): Promise<StoredBulkChange> {
  const found = await checkedRow(
    trx,
    StoredBulkChange,
    sql`select id, kind, what, at, undone_at from crm.bulk_changes
      where customer_account = ${account} and id = ${id} for update`,
  );
  if (!found) throw new HttpError(404, "There is no such change, or it is too old to be undone.");
  return found;
}

const StoredRecord = z.object({ id: z.number(), before: z.unknown(), after: z.unknown() });
export type StoredRecord = z.infer<typeof StoredRecord>;

/** What a change made of tasks, appointments, people of sequences or organisations. */
export function listChangedItems(trx: Trx, account: string, change: number): Promise<StoredRecord[]> {
  return checkedRows(
    trx,
    StoredRecord,
    sql`select item_id as id, before, after from crm.bulk_change_items
      where customer_account = ${account} and change_id = ${change} order by item_id`,
  );
}

/** What a change made of the records that there still are. */
export function listChangedRecords(trx: Trx, account: string, change: number): Promise<StoredRecord[]> {
  return checkedRows(
    trx,
    StoredRecord,
    sql`select record_id as id, before, after from crm.bulk_change_records
      where customer_account = ${account} and change_id = ${change} order by record_id`,
  );
}

export async function markUndone(trx: Trx, account: string, change: number, now: Date): Promise<void> {
  await sql`update crm.bulk_changes set undone_at = ${now}::timestamptz
    where customer_account = ${account} and id = ${change}`.execute(trx);
}
