import { sql } from "kysely";
import { z } from "zod";
import { recordKinds } from "../../../rules/crm";
import { activityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { type NewNotice, publishNotices } from "../../kit/notices";
import { checkedRow } from "../../kit/row-schema";
import { type CallContext, HttpError } from "../../kit/serve";
import type { Task } from "../contract.tasks";
import type { CrmDeps } from "../deps";
import { mustMay, recordActor } from "../records/actor";
import type { RecordActor } from "../records/changes";
import { listManagers } from "../records/managers";
import { touchRecord } from "../records/touch";

export type TaskAction = "Task added" | "Task changed" | "Task done" | "Task opened again" | "Service requested";
const TaskRecord = z.object({
  id: z.number(),
  kind: z.enum(recordKinds),
  name: z.string(),
  sales_manager: z.string(),
  sales_manager_id: z.string().nullable(),
});
type TaskRecord = z.infer<typeof TaskRecord>;

/** Whose it is: the person that was named, as identity knows them, or who asks. @throws HttpError 422 */
export async function findTaskOwner(deps: CrmDeps, caller: CallContext, user: string | null): Promise<RecordActor> {
  const own = recordActor(caller);
  if (user === null || user === own.id) return own;
  const found = (await listManagers(deps, caller.account)).find(({ id }) => id === user);
  if (found) return found;
  throw new HttpError(422, "Choose a person of your account.", { user_id: ["Choose a person."] });
}

/** The record that a task is to be about. @throws HttpError 403, 404 */
export async function mustBeRecord(trx: Trx, caller: CallContext, id: number): Promise<TaskRecord> {
  const found = await checkedRow(
    trx,
    TaskRecord,
    sql`select id, kind, name, sales_manager, sales_manager_id from crm.records where customer_account = ${caller.account} and id = ${id}`,
  );
  if (!found) throw new HttpError(404, "There is no such record.");
  mustMay(caller, found.kind);
  return found;
}

/** A person hears of a task that someone else gives them. */
export function tellTaskOwner(trx: Trx, caller: CallContext, task: Task, now: Date): Promise<void> {
  return tellTaskOwners(trx, caller, [task], now);
}

/** The same of several at once. */
export async function tellTaskOwners(trx: Trx, caller: CallContext, tasks: readonly Task[], now: Date): Promise<void> {
  const by = recordActor(caller);
  const notices = tasks.flatMap(({ id, title, user_id }): NewNotice[] => {
    if (user_id === null) return [];
    const words = by.name ? `${by.name} gave you a task: ${title}` : `A task was given to you: ${title}`;
    const key = `task given:${id}:${now.toISOString()}`;
    return [{ kind: "task given", subject: id, key, users: [user_id], words }];
  });
  await publishNotices(trx, caller.account, notices, { by: by.id, at: now });
}

/** What is done about a record counts as something done with it; those who look at it see it. */
export async function tellOfTask(
  trx: Trx,
  caller: CallContext,
  { id, record }: Task,
  action: TaskAction,
): Promise<void> {
  const { account } = caller;
  if (record) {
    await touchRecord(trx, account, record, recordActor(caller).id);
  }
  await recordActivity(trx, account, activityActor(caller), {
    ...{ action, subject: "task", subject_id: String(id) },
    description: record ? `Task ${id} about the ${record.kind} ${record.id}.` : `Task ${id}.`,
  });
}
