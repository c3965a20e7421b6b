import { sql } from "kysely";
import { recordKinds } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { checkedRow, IdRow } from "../../kit/row-schema";
import type { CallContext } from "../../kit/serve";
import type { Task } from "../contract.tasks";
import { recordActor } from "../records/actor";
import type { RecordActor } from "../records/changes";
import { tellLater } from "./jobs";
import { findTask } from "./store";
import { type TaskAction, tellOfTask, tellTaskOwner } from "./tell";

/** A task as it is added; `record_id`: one that the caller may see. */
type NewTask = Pick<Task, "title" | "note" | "due_at" | "due_on"> & { record_id: number | null; owner: RecordActor };

/** Adds a task and tells of it: when it is due, in the activities, and whose it is if that is someone else. */
export async function insertTask(
  trx: Trx,
  caller: CallContext,
  { record_id, owner, title, note, due_at, due_on }: NewTask,
  { action, now }: { action: TaskAction; now: Date },
): Promise<Task> {
  const { account } = caller;
  const by = recordActor(caller);
  const found = await checkedRow(
    trx,
    IdRow,
    sql`insert into crm.tasks (customer_account, record_id, title, note, due_at, due_on, user_id, user_name, by_id, by)
      values (${account}, ${record_id}, ${title}, ${note}, ${due_at}::timestamptz, ${due_on}::date, ${owner.id},
        ${owner.name}, ${by.id}, ${by.name}) returning id`,
  );
  const task = await findTask(trx, account, found?.id ?? 0, { kinds: recordKinds, id: by.id, all: true });
  await tellLater(trx, account, task, now);
  await tellOfTask(trx, caller, task, action);
  await tellTaskOwner(trx, caller, task, now);
  return task;
}
