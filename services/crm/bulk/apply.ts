import type { RecordKind } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { type CallContext, HttpError } from "../../kit/serve";
import type { ChangedRecord } from "../bulk-changes/store";
import type { BulkRecordChange } from "../contract.bulk";
import { recordActor } from "../records/actor";
import { assignRecord, changeRecord, moveRecord, type RecordActor } from "../records/changes";
import { type RecordDeed, writeRecordActivity } from "../records/deeds";
import type { RecordRow } from "../records/rows";
import { findRecord } from "../records/store";
import { findRecordPlace } from "../sequences/take-out";

/** Who changes records of which kind; `today`: the day on which a deal is won; `to`: whom they are given to. */
export type ChangeContext = { caller: CallContext; kind: RecordKind; today: string; to: RecordActor };

type Applied = { changed: ChangedRecord[]; refused: { id: number; reason: string }[] };
type AppliedTo = { deed: RecordDeed; before: object; after: object };

/** Changes records that are locked, one after the other. One that can't be changed so stays as it is, and says why. */
export async function applyChange(
  trx: Trx,
  context: ChangeContext,
  ids: readonly number[],
  change: BulkRecordChange,
): Promise<Applied> {
  const { caller, kind } = context;
  const applied: Applied = { changed: [], refused: [] };
  for (const id of ids) {
    try {
      const found = await findRecord(trx, caller.account, kind, id, true);
      const done = await applyTo(trx, context, found, change);
      if (!done) continue;
      await writeRecordActivity(trx, caller, kind, id, done.deed);
      applied.changed.push({ id, before: done.before, after: done.after });
    } catch (error) {
      // Whatever is refused is refused before anything is written of it.
      if (!(error instanceof HttpError)) throw error;
      applied.refused.push({ id, reason: Object.values(error.errors ?? {})[0]?.[0] ?? error.message });
    }
  }
  return applied;
}

/** Answers nothing where the record is so already. @throws HttpError 409, 422 */
async function applyTo(
  trx: Trx,
  { caller, kind, today, to }: ChangeContext,
  before: RecordRow,
  change: BulkRecordChange,
): Promise<AppliedTo | undefined> {
  const { account } = caller;
  const { id } = before;
  const by = recordActor(caller);
  if (change.what === "stage") {
    const { stage_id } = change;
    const sequence = (await findRecordPlace(trx, account, id)) ?? null;
    const stage = await moveRecord(trx, account, kind, id, { stage_id, lost_reason: "", won_on: today || null }, by);
    if (stage === undefined) return undefined;
    const after = await findRecord(trx, account, kind, id);
    return {
      deed: { deed: "moved", what: `is in ${stage} now.` },
      before: {
        ...{ stage_id: before.stage_id, stage_at: before.stage_at.toISOString() },
        ...{ lost_reason: before.lost_reason, won_on: before.won_on, sequence },
      },
      after: { stage_id: after.stage_id, stage_at: after.stage_at.toISOString() },
    };
  }
  if (change.what === "sales manager") {
    if (!(await assignRecord(trx, account, kind, id, to, by))) return undefined;
    const what = to.id === null ? "has no sales manager now." : `was given to ${to.name}.`;
    return {
      deed: { deed: "assigned", what },
      before: { id: before.sales_manager_id, name: before.sales_manager },
      after: { id: to.id },
    };
  }
  const { name, company, phone, email, source, value_cents, currency, expected_close, version } = before;
  const own = { name, company, phone, email, source, value_cents, currency, expected_close, version };
  const changes = await changeRecord(trx, account, kind, id, { ...own, custom: change.custom }, by);
  if (changes.length === 0) return undefined;
  const { custom } = await findRecord(trx, account, kind, id);
  const fields = Object.keys(change.custom);
  const values = (of: RecordRow["custom"]) => Object.fromEntries(fields.map((field) => [field, of[field] ?? null]));
  return {
    deed: { deed: "changed", what: `was changed: ${changes.map(({ field }) => field.toLowerCase()).join(", ")}.` },
    before: values(before.custom),
    after: values(custom),
  };
}
