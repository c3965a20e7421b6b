import { z } from "zod";
import { recordKinds } from "../../rules/crm";
import { bulkUndoHours, maxBulkRecords } from "../../rules/crm-bulk";
import { type Call, id } from "../kit/contract";
import { anyRecord, Count, GivenValues } from "./contract.records";

const BulkRecordChange = z.discriminatedUnion("what", [
  z.strictObject({ what: z.literal("stage"), stage_id: id }),
  /** A person of the account, or null: no one. */
  z.strictObject({ what: z.literal("sales manager"), sales_manager_id: z.string().max(60).nullable() }),
  z.strictObject({ what: z.literal("fields"), custom: GivenValues }),
]);
export type BulkRecordChange = z.output<typeof BulkRecordChange>;

/** Changes of many leads, contacts or deals at once, and their undo. */
export const bulkCalls = {
  changeRecords: {
    method: "POST",
    path: "/bulk-changes",
    summary: `Give up to ${maxBulkRecords} records of a kind another stage, sales manager or custom field`,
    needs: anyRecord,
    writes: true,
    body: z.strictObject({
      type: z.enum(recordKinds),
      records: z.array(id).min(1).max(maxBulkRecords),
      change: BulkRecordChange,
    }),
    answers: {
      200: z.object({
        /** What the undo is called for; null: nothing was changed. */
        change_id: Count.nullable(),
        /** The records that were changed; the others were so already. */
        changed: z.array(Count),
        refused: z.array(z.object({ id: Count, reason: z.string() })),
      }),
    },
  },
  undoBulkChange: {
    method: "POST",
    path: "/bulk-changes/{id}/undo",
    summary: `Undo a change of many records, or of their tags, within ${bulkUndoHours} hours; what was changed since stays`,
    needs: anyRecord,
    writes: true,
    params: z.object({ id }),
    answers: {
      200: z.object({
        restored: Count,
        /** Records that say something else by now. */
        left: Count,
      }),
    },
  },
} as const satisfies Record<string, Call>;
