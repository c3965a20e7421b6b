import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { z } from "zod";
import type { RecordKind } from "../../../rules/crm";
import { type CustomValues, customChanges } from "../../../rules/crm-fields";
import type { Trx } from "../../kit/database";
import { json } from "../../kit/rows";
import type { CallContext } from "../../kit/serve";
import { listChangedRecords, lockRecords, type StoredBulkChange, type StoredRecord } from "../bulk-changes/store";
import { recordActor } from "../records/actor";
import { assignRecord, writeChanges } from "../records/changes";
import { type RecordDeed, writeRecordActivity } from "../records/deeds";
import type { RecordRow } from "../records/rows";
import { ensureStages } from "../records/stages";
import { findRecord } from "../records/store";
import { endPeople } from "../sequence-state/end";
import { findSequencePerson } from "../sequences/store";
import { endedByMove, putBackPerson, RecordPlace } from "../sequences/take-out";
import { changeTags } from "../tagging/change";
import { findKnownTags, listRecordTags } from "../tags/store";
import { mustBeFree } from "../values/check";
import { listFields } from "../values/store";

export type UndoOutcome = { restored: number; left: number };
type RecordsChange = Pick<StoredBulkChange, "id" | "what"> & { kind: RecordKind };

/** Who undoes a change, and when. */
type UndoContext = { caller: CallContext; now: Date };

/** Gives each record what it said before the change, unless it says something else by now. */
export async function undoChange(trx: Trx, context: UndoContext, change: RecordsChange): Promise<UndoOutcome> {
  const { caller } = context;
  const { account } = caller;
  const { kind, what } = change;
  const records = await listChangedRecords(trx, account, change.id);
  const there = new Set(
    await lockRecords(
      trx,
      account,
      kind,
      records.map(({ id }) => id),
    ),
  );
  const outcome = { restored: 0, left: 0 };
  for (const record of records.filter(({ id }) => there.has(id))) {
    const found = await findRecord(trx, account, kind, record.id, true);
    const deed = await restorers[what]?.(trx, context, found, record);
    if (deed) {
      await writeRecordActivity(trx, caller, kind, record.id, deed);
      outcome.restored += 1;
    } else outcome.left += 1;
  }
  return outcome;
}

/** Restores one record. Answers what was done; nothing where the record says something else by now. */
type Restorer = (
  trx: Trx,
  context: UndoContext,
  found: RecordRow,
  record: StoredRecord,
) => Promise<RecordDeed | undefined>;

const restorers: Partial<Record<StoredBulkChange["what"], Restorer>> = {
  stage: restoreStage,
  "sales manager": restoreManager,
  fields: restoreFields,
  tags: restoreRecordTags,
  sequence: takeOutUnsent,
};

const StageBefore = z.object({
  stage_id: z.number(),
  stage_at: z.string(),
  lost_reason: z.string(),
  won_on: z.string().nullable(),
  sequence: RecordPlace.nullable().default(null),
});
const StageAfter = z.object({ stage_id: z.number(), stage_at: z.string() });

/** The record is where it was, since when it was: for the times in stages it was never moved. */
async function restoreStage(trx: Trx, { caller, now }: UndoContext, found: RecordRow, record: StoredRecord) {
  const { account } = caller;
  const { kind, id } = found;
  const before = StageBefore.parse(record.before);
  const after = StageAfter.parse(record.after);
  if (found.converted_at !== null || found.stage_id !== after.stage_id) return undefined;
  // Moved away and back, it was moved by someone.
  if (found.stage_at.toISOString() !== after.stage_at) return undefined;
  const stage = (await ensureStages(trx, account, kind)).find((one) => one.id === before.stage_id);
  if (!stage) return undefined;
  const { sequence } = before;
  const ended = sequence !== null && (await endedByMove(trx, account, sequence.person_id));
  await sql`
    with gone as (
      delete from crm.stage_times t using crm.records l
      where l.customer_account = ${account} and l.id = ${id} and t.customer_account = l.customer_account
        and t.record_id = l.id and t.stage_id = ${before.stage_id} and t.left_at = l.stage_at
      returning t.entered_at)
    update crm.records set stage_id = ${before.stage_id}, lost_reason = ${before.lost_reason},
      won_on = ${before.won_on}::date,
      stage_at = coalesce((select min(entered_at) from gone), ${before.stage_at}::timestamptz)
    where customer_account = ${account} and id = ${id}`.execute(trx);
  const change = { field: "Stage", before: found.stage, after: stage.name };
  await writeChanges(trx, account, kind, id, [change], recordActor(caller));
  if (ended) {
    const person = await findSequencePerson(trx, account, sequence.person_id);
    await putBackPerson(trx, caller, person, { place: sequence, now });
  }
  return { deed: "moved" as const, what: `is back in ${stage.name}.` };
}

const Manager = z.object({ id: z.string().nullable(), name: z.string().default("") });

async function restoreManager(trx: Trx, { caller }: UndoContext, found: RecordRow, record: StoredRecord) {
  const before = Manager.parse(record.before);
  if (found.sales_manager_id !== Manager.parse(record.after).id) return undefined;
  await assignRecord(trx, caller.account, found.kind, found.id, before, recordActor(caller));
  const what = before.id === null ? "has no sales manager now." : `was given to ${before.name}.`;
  return { deed: "assigned" as const, what };
}

const FieldValues = z.record(z.string(), z.json());

async function restoreFields(trx: Trx, { caller }: UndoContext, found: RecordRow, record: StoredRecord) {
  const { account } = caller;
  const { kind, id } = found;
  const after = Object.entries(FieldValues.parse(record.after));
  if (after.some(([field, value]) => !isDeepStrictEqual(found.custom[field] ?? null, value))) return undefined;
  const fields = await listFields(trx, account, kind);
  const values = { ...found.custom };
  for (const [field, value] of Object.entries(FieldValues.parse(record.before))) {
    if (value === null) delete values[field];
    else if (fields.some((known) => String(known.id) === field)) values[field] = value as CustomValues[string];
  }
  const changes = customChanges(fields, found.custom, values);
  if (changes.length === 0) return undefined;
  await mustBeFree(trx, account, { kind, id, fields, before: found.custom }, values);
  await sql`update crm.records set custom = ${json(values)}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await writeChanges(trx, account, kind, id, changes, recordActor(caller));
  return {
    deed: "changed" as const,
    what: `was changed back: ${changes.map(({ field }) => field.toLowerCase()).join(", ")}.`,
  };
}

/** Tags that the change took off, and those that it added. */
const TagsBefore = z.object({ removed: z.array(z.number()) });
const TagsAfter = z.object({ added: z.array(z.number()) });

async function restoreRecordTags(trx: Trx, { caller }: UndoContext, found: RecordRow, record: StoredRecord) {
  const { account } = caller;
  const { kind, id } = found;
  const { removed } = TagsBefore.parse(record.before);
  const { added } = TagsAfter.parse(record.after);
  const has = (await listRecordTags(trx, account, [id])).get(id) ?? [];
  const had = (tag: number) => has.some((one) => one.id === tag);
  if (!added.every(had) || removed.some(had)) return undefined;
  const back = await findKnownTags(trx, account, removed);
  if (added.length === 0 && back.length === 0) return undefined;
  const { changed } = await changeTags(
    trx,
    account,
    { kind, ids: [id], after: (before) => [...before.filter((tag) => !added.includes(tag.id)), ...back] },
    recordActor(caller),
  );
  return changed.length > 0 ? { deed: "changed" as const, what: "has its tags as before." } : undefined;
}

const SequenceAfter = z.object({ sequence_id: z.number() });

/** Whoever got a step already stays in the sequence. */
async function takeOutUnsent(trx: Trx, { caller }: UndoContext, { id }: RecordRow, record: StoredRecord) {
  const { sequence_id } = SequenceAfter.parse(record.after);
  const [ended] = await endPeople(
    trx,
    caller.account,
    sql`p.record_id = ${id} and p.sequence_id = ${sequence_id} and not exists (
      select from crm.sequence_sends d where d.customer_account = p.customer_account and d.person_id = p.id)`,
    { state: "taken_out", reason: "Putting it in was undone.", by: recordActor(caller).name },
  );
  return ended && { deed: "changed" as const, what: `is no longer in the sequence ${ended.sequence}.` };
}
