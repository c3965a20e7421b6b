import { z } from "zod";
import { recordKinds } from "../../rules/crm";
import { bulkUndoHours, maxBulkRecords } from "../../rules/crm-bulk";
import { type Call, id } from "../kit/contract";
import { anyRecord, Count, GivenValues } from "./contract.records";
import { taskInstant } from "./contract.tasks";

const BulkRecordChange = z.discriminatedUnion("what", [
  z.strictObject({ what: z.literal("stage"), stage_id: id }),
  /** A person of the account, or null: no one. */
  z.strictObject({ what: z.literal("sales manager"), sales_manager_id: z.string().max(60).nullable() }),
  z.strictObject({ what: z.literal("fields"), custom: GivenValues }),
]);
export type BulkRecordChange = z.output<typeof BulkRecordChange>;

const user = z.string().max(60);
const ItemChangeForm = z.discriminatedUnion("what", [
  z.strictObject({ what: z.literal("task done") }),
  z.strictObject({
    what: z.literal("task due"),
    due_at: taskInstant,
    due_on: z.iso.date("Choose a day.").nullable().default(null),
  }),
  /** A person of the account. */
  z.strictObject({ what: z.literal("task owner"), user_id: user }),
  z.strictObject({ what: z.literal("appointment cancelled") }),
  z.strictObject({ what: z.literal("sequence paused") }),
  z.strictObject({ what: z.literal("sequence resumed") }),
  z.strictObject({ what: z.literal("sequence ended") }),
  /** A person of the account, or null: no one. */
  z.strictObject({ what: z.literal("organisation manager"), sales_manager_id: user.nullable() }),
]);
export type ItemChangeForm = z.output<typeof ItemChangeForm>;

/** What a change of many did. */
const BulkAnswer = z.object({
  /** What the undo is called for; null: nothing was changed. */
  change_id: Count.nullable(),
  /** Those that were changed; the others were so already. */
  changed: z.array(Count),
  refused: z.array(z.object({ id: Count, reason: z.string() })),
});

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
    answers: { 200: BulkAnswer },
  },
  changeItems: {
    method: "POST",
    path: "/item-changes",
    summary: `Change up to ${maxBulkRecords} tasks, appointments, people of sequences or organisations in one way`,
    needs: anyRecord,
    writes: true,
    body: z.strictObject({ items: z.array(id).min(1).max(maxBulkRecords), change: ItemChangeForm }),
    answers: { 200: BulkAnswer },
  },
  undoBulkChange: {
    method: "POST",
    path: "/bulk-changes/{id}/undo",
    summary: `Undo a change of many records or other items, or of tags, within ${bulkUndoHours} hours; what was changed since stays`,
    needs: anyRecord,
    writes: true,
    params: z.object({ id }),
    answers: {
      200: z.object({
        restored: Count,
        /** Those that say something else by now. */
        left: Count,
      }),
    },
  },
} as const satisfies Record<string, Call>;
