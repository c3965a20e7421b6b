import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, NameRow } from "../../kit/row-schema";
import { type CallContext, HttpError } from "../../kit/serve";
import { mergeFields } from "../contract.duplicates";
import { updatePairs } from "../pairs/find";
import { mustMay, recordActor } from "../records/actor";
import { writeChanges } from "../records/changes";
import { findRecord } from "../records/store";
import { listFields } from "../values/store";
import { writeMergeActivity } from "./activities";
import { mergeChanges, mergeColumns, recordName, setColumns } from "./merge";
import { moveRowsBack } from "./moved";
import { findMerge, findPair, noPair, type StoredMerge, undoBlocked } from "./store";

/**
 * The inverse of a merge: the merged record is there again with what moved, and the kept one says what it said before.
 * What was added to the kept one since stays with it. @throws HttpError 403, 404, 409
 */
export async function undoMerge(trx: Trx, caller: CallContext, pair: number): Promise<void> {
  const { account } = caller;
  const by = recordActor(caller);
  const seen = await findMerge(trx, account, pair);
  if (seen) await findRecord(trx, account, seen.kind, seen.kept_id, true);
  const merge = seen && (await findMerge(trx, account, pair, true));
  if (!merge) {
    const found = (await findPair(trx, account, pair)) ?? noPair();
    mustMay(caller, found.kind);
    throw new HttpError(409, "These two are not merged, or the merge was undone already.");
  }
  const { kind } = merge;
  mustMay(caller, kind);
  const kept = await findRecord(trx, account, kind, merge.kept_id, true);
  const why = undoBlocked(merge, kept);
  if (why !== undefined) throw new HttpError(409, why);
  // First the kept one lets go of what was the other's: a unique value is never with two.
  await sql`
    update crm.records l set ${setColumns(Object.values(mergeColumns).flat(), "b")}, custom = coalesce(b.custom, l.custom)
    from crm.merges g cross join lateral jsonb_populate_record(null::crm.records, g.kept_before) b
    where g.customer_account = ${account} and g.pair_id = ${pair} and l.customer_account = ${account}
      and l.id = ${kept.id}`.execute(trx);
  await restoreRecord(trx, account, merge);
  await moveRowsBack(trx, { account, kept: kept.id, merged: merge.merged_id }, pair);
  await sql`delete from crm.merges where customer_account = ${account} and pair_id = ${pair}`.execute(trx);
  const restored = await findRecord(trx, account, kind, merge.merged_id);
  const before = await findRecord(trx, account, kind, kept.id);
  const custom = await listFields(trx, account, kind);
  const undone = (other: string) => ({ field: "Merge", before: other, after: "undone" });
  const changes = [
    undone(recordName(restored)),
    ...mergeChanges(kept, before, mergeFields, { custom, after: before.custom }),
  ];
  await writeChanges(trx, account, kind, kept.id, changes, by);
  await writeChanges(trx, account, kind, restored.id, [undone(recordName(before))], by);
  await renewVersions(trx, account, kept.id, merge.before_version);
  await renewVersions(trx, account, restored.id, merge.merged_version);
  await updatePairs(trx, account, kind, [kept.id, restored.id]);
  const description = `${kind === "lead" ? "Lead" : "Contact"} ${restored.id} is no longer part of ${kept.id}.`;
  await writeMergeActivity(trx, caller, { kind, deed: "undone", id: kept.id, description });
}

const ThereRow = z.object({ there: z.boolean() });

/** Every column but those that the database works out; a stage that was deleted since is the kept record's. */
async function restoreRecord(trx: Trx, account: string, { pair_id, kept_id }: StoredMerge): Promise<void> {
  const columns = await checkedRows(
    trx,
    NameRow,
    sql`select attname as name from pg_attribute
      where attrelid = 'crm.records'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const names = columns.map(({ name }) => name);
  const stage = await checkedRow(
    trx,
    ThereRow,
    sql`select exists (select from crm.stages s where s.customer_account = g.customer_account
        and s.id = (g.merged->>'stage_id')::bigint) as there
      from crm.merges g where g.customer_account = ${account} and g.pair_id = ${pair_id}`,
  );
  const values = names.map((name) =>
    // A merge before there were custom fields kept none.
    name === "custom"
      ? sql`coalesce(x.custom, '{}')`
      : name === "stage_id" && !stage?.there
        ? sql`(select stage_id from crm.records where customer_account = ${account} and id = ${kept_id})`
        : sql.ref(`x.${name}`),
  );
  await sql`
    insert into crm.records (${sql.join(names.map((name) => sql.ref(name)))}) overriding system value
    select ${sql.join(values)} from crm.merges g
      cross join lateral jsonb_populate_record(null::crm.records, g.merged) x
    where g.customer_account = ${account} and g.pair_id = ${pair_id}`.execute(trx);
}

/** What waits to be undone for a record at this version still can be: the merge and its undo have changed nothing. */
async function renewVersions(trx: Trx, account: string, id: number, version: number): Promise<void> {
  const now = sql`(select version from crm.records where customer_account = ${account} and id = ${id})`;
  await sql`
    update crm.merges set kept_version = ${now}
    where customer_account = ${account} and kept_id = ${id} and kept_version = ${version}`.execute(trx);
  await sql`
    update crm.conversions set contact_version = ${now}
    where customer_account = ${account} and contact_id = ${id} and contact_version = ${version}`.execute(trx);
  await sql`
    update crm.import_replaced set version = ${now}
    where customer_account = ${account} and record_id = ${id} and version = ${version}`.execute(trx);
}
