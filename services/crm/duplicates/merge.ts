import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { recordFieldNames } from "../../../rules/crm";
import { type CustomValues, customChanges, type FieldDefinition } from "../../../rules/crm-fields";
import { formatMoney } from "../../../rules/crm-money";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { bigints, json } from "../../kit/rows";
import { type CallContext, HttpError } from "../../kit/serve";
import type { MergeField, MergeForm } from "../contract.duplicates";
import type { CustomKey, RelatedRecord } from "../contract.records";
import { lockContactPoints, updatePairs } from "../pairs/find";
import { addPoints, listAllPoints } from "../points/store";
import { mustMay, recordActor } from "../records/actor";
import { type FieldChange, recordEvents, writeChanges } from "../records/changes";
import { notifyManager } from "../records/given";
import type { RecordRow } from "../records/rows";
import { findRecord } from "../records/store";
import { copyTags } from "../tags/store";
import { listFields } from "../values/store";
import { writeMergeActivity } from "./activities";
import { keepDecisions, moveRows, takeOrganisation } from "./moved";
import { findMerge, findPair, noPair } from "./store";

/** What a merge changes of a record, and with which columns. */
export const mergeColumns: Record<MergeField, readonly string[]> = {
  name: ["name"],
  company: ["company"],
  phone: ["phone"],
  email: ["email"],
  source: ["source"],
  value: ["value_cents", "currency"],
  expected_close: ["expected_close"],
  sales_manager: ["sales_manager_id", "sales_manager"],
};

function fieldText(record: RecordRow, field: MergeField): string {
  return field === "value" ? formatMoney(record.value_cents, record.currency) : (record[field] ?? "");
}

/** A field of the product, or one that the account added. */
type AnyField = MergeField | CustomKey;

function isOwn(field: AnyField): field is MergeField {
  return field in mergeColumns;
}

/** The changes that make `to` say what `from` says in these fields. @param after what `to` says in its custom fields then */
export function mergeChanges(
  to: RecordRow,
  from: RecordRow,
  fields: readonly AnyField[],
  { custom, after }: { custom: readonly FieldDefinition[]; after: CustomValues },
): FieldChange[] {
  const own = fields.filter(isOwn).map((field) => ({
    field: recordFieldNames[field],
    before: fieldText(to, field),
    after: fieldText(from, field),
  }));
  return [...own.filter((change) => change.before !== change.after), ...customChanges(custom, to.custom, after)];
}

/** What the kept record says in its custom fields: what is taken of the other's, even where that is nothing. */
function mergedValues(kept: CustomValues, other: CustomValues, take: readonly AnyField[]): CustomValues {
  const values = { ...kept };
  for (const field of take.filter((one) => !isOwn(one))) {
    const id = field.slice("custom.".length);
    const value = other[id];
    if (value === undefined) delete values[id];
    else values[id] = value;
  }
  return values;
}

/**
 * A pair that waits for a decision, locked after its records, as whoever saves one of them locks them. Who comes second is
 * told what the first has decided. @throws HttpError 403, 404, 409
 */
export async function lockOpenPair(trx: Trx, caller: CallContext, id: number) {
  const { account } = caller;
  const seen = await findPair(trx, account, id);
  if (seen) {
    mustMay(caller, seen.kind);
    const ids = [seen.first_id, seen.second_id];
    await sql`select id from crm.records where customer_account = ${account} and id = any(${bigints(ids)})
      order by id for update`.execute(trx);
    await lockContactPoints(trx, account, ids);
  }
  const pair = await findPair(trx, account, id, true);
  if (!pair) {
    const merge = (await findMerge(trx, account, id)) ?? noPair();
    mustMay(caller, merge.kind);
    throw new HttpError(409, `${merge.by || "Someone"} has merged these two already. Nothing was changed.`);
  }
  if (pair.state === "different")
    throw new HttpError(409, `${pair.decided_by || "Someone"} has said that these two are not the same.`);
  return pair;
}

/**
 * Makes one record of two. What names the other moves to the kept one; the other is kept whole beside it, for the undo.
 * @throws HttpError 403, 404, 409, 422
 */
export async function mergePair(
  trx: Trx,
  caller: CallContext,
  id: number,
  { keep_id, take, first_version, second_version }: z.output<typeof MergeForm>,
): Promise<RelatedRecord> {
  const { account } = caller;
  const by = recordActor(caller);
  const pair = await lockOpenPair(trx, caller, id);
  const { kind } = pair;
  const first = await findRecord(trx, account, kind, pair.first_id);
  const second = await findRecord(trx, account, kind, pair.second_id);
  mustBeSeen(first, first_version);
  mustBeSeen(second, second_version);
  const [kept, other] = keep_id === first.id ? [first, second] : [second, first];
  if (keep_id !== kept.id)
    throw new HttpError(422, "Choose which record to keep.", { keep_id: ["Choose which record to keep."] });
  const ids = { account, kept: kept.id, merged: other.id };
  await writeHistory(trx, account, other.id, {
    by: by.name,
    field: "Merged into",
    after: recordName(kept),
  });
  const snapshot = (record: number) =>
    sql`(select to_jsonb(l) from crm.records l where l.customer_account = ${account} and l.id = ${record})`;
  const decisions = await keepDecisions(trx, ids);
  await sql`
    insert into crm.merges
      (customer_account, pair_id, kind, kept_id, merged_id, merged, kept_before, kept_version, moved, by)
    values (${account}, ${id}, ${kind}, ${kept.id}, ${other.id}, ${snapshot(other.id)}, ${snapshot(kept.id)},
      ${kept.version + 1}, '{}', ${by.name})`.execute(trx);
  const points = [...(await listAllPoints(trx, account, kept)), ...(await listAllPoints(trx, account, other))];
  const moved = await moveRows(trx, ids);
  const kept_rows = json({ ...moved, decisions, reasons: pair.reasons, score: pair.score });
  await sql`update crm.merges set moved = ${kept_rows} where customer_account = ${account} and pair_id = ${id}`.execute(
    trx,
  );
  const custom = mergedValues(kept.custom, other.custom, take);
  await takeFields(trx, account, { kept: kept.id, other: other.id, take, custom });
  // What was not chosen as the first number or address stays as a further one.
  await addPoints(trx, account, kept.id, points, by.name);
  await copyTags(trx, account, other.id, kept.id, by.name);
  if (take.includes("company")) await takeOrganisation(trx, ids);
  await sql`delete from crm.records where customer_account = ${account} and id = ${other.id}`.execute(trx);
  const changes = [
    { field: "Merged", before: "", after: recordName(other) },
    ...mergeChanges(kept, other, take, { custom: await listFields(trx, account, kind), after: custom }),
  ];
  await writeChanges(trx, account, kind, kept.id, changes, by);
  await updatePairs(trx, account, kind, [kept.id]);
  await append(trx, account, recordEvents[kind], { id: other.id, by: by.id });
  const description = `${kind === "lead" ? "Lead" : "Contact"} ${other.id} was merged into ${kept.id}.`;
  await writeMergeActivity(trx, caller, { kind, deed: "merged", id: kept.id, description });
  const { name, stage } = await findRecord(trx, account, kind, kept.id);
  if (take.includes("sales_manager") && other.sales_manager_id !== kept.sales_manager_id) {
    const to = { id: other.sales_manager_id, name: other.sales_manager };
    await notifyManager(trx, account, { kind, id: kept.id, name }, { to, by, key: `merge ${id}:${kept.version}` });
  }
  return { id: kept.id, kind, name, stage };
}

export function recordName({ name, kind, id }: Pick<RecordRow, "name" | "kind" | "id">): string {
  return `${name} (${kind} ${id})`;
}

function mustBeSeen(found: RecordRow, version: number): void {
  if (found.converted_at) throw new HttpError(409, `${found.name} was converted meanwhile. It can't be merged now.`);
  if (found.version !== version)
    throw new HttpError(409, `${found.name} was changed by another person meanwhile. Compare the two again.`);
}

/** A line of the history alone: the version stays, as the record itself says the same. */
async function writeHistory(
  trx: Trx,
  account: string,
  record: number,
  { by, field, after }: { by: string; field: string; after: string },
): Promise<void> {
  await sql`insert into crm.changes (customer_account, record_id, by, field, before, after)
    values (${account}, ${record}, ${by}, ${field}, '', ${after})`.execute(trx);
}

type FieldTransfer = { kept: number; other: number; take: readonly AnyField[]; custom: CustomValues };

async function takeFields(trx: Trx, account: string, { kept, other, take, custom }: FieldTransfer): Promise<void> {
  // First the other lets go of its values: a unique one is never with two.
  await sql`update crm.records set custom = '{}' where customer_account = ${account} and id = ${other}`.execute(trx);
  await sql`update crm.records set custom = ${json(custom)} where customer_account = ${account} and id = ${kept}`.execute(
    trx,
  );
  const columns = take.filter(isOwn).flatMap((field) => mergeColumns[field]);
  if (columns.length === 0) return;
  await sql`
    update crm.records l set ${setColumns(columns, "o")} from crm.records o
    where l.customer_account = ${account} and l.id = ${kept} and o.customer_account = ${account} and o.id = ${other}`.execute(
    trx,
  );
}

export function setColumns(columns: readonly string[], from: string): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`${from}.${column}`)}`));
}
