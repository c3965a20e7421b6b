import { sql } from "kysely";
import { recordKinds } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { missing } from "../../kit/principal";
import type { CallContext } from "../../kit/serve";
import { recordNeeds } from "../contract.records";
import type { Task } from "../contract.tasks";
import { recordActor } from "../records/actor";
import type { RecordActor } from "../records/changes";
import { tellLater } from "./jobs";
import type { TaskViewer } from "./store";
import type { TaskAction } from "./tell";

/** Which tasks the caller may see. */
export function taskViewer({ who }: CallContext): TaskViewer {
  if (who.kind !== "person") return { kinds: recordKinds, id: null, all: true };
  return { kinds: recordKinds.filter((kind) => missing(who, recordNeeds[kind]) === undefined), id: who.id, all: false };
}

/** What a task says, with whose it is. */
type SavedTask = Pick<Task, "title" | "note" | "due_at" | "due_on"> & { owner: RecordActor };

/** Saves what a locked task says. Whoever has it is told of another moment, or of a task that is theirs now, when it is due. */
export async function saveTask(
  trx: Trx,
  account: string,
  before: Task,
  form: SavedTask,
  now: Date,
): Promise<TaskAction> {
  const { owner } = form;
  const moved = Date.parse(before.due_at) !== Date.parse(form.due_at) || before.user_id !== owner.id;
  await sql`
    update crm.tasks set title = ${form.title}, note = ${form.note}, due_at = ${form.due_at}::timestamptz,
      due_on = ${form.due_on}::date, user_id = ${owner.id}, user_name = ${owner.name},
      told_at = case when ${moved} then null else told_at end,
      sequence = sequence + 1, changed_at = now()
    where customer_account = ${account} and id = ${before.id}`.execute(trx);
  const after = { ...before, due_at: form.due_at, due_on: form.due_on };
  if (moved && before.done_at === null) await tellLater(trx, account, after, now);
  return "Task changed";
}

/** A locked task is done, or it is not. Answers nothing where it is so already. */
export async function setTaskDone(
  trx: Trx,
  caller: CallContext,
  before: Task,
  { done, now }: { done: boolean; now: Date },
): Promise<TaskAction | undefined> {
  if ((before.done_at !== null) === done) return undefined;
  const { account } = caller;
  const at = done ? now : null;
  await sql`
    update crm.tasks set done_at = ${at}::timestamptz, done_by = ${done ? recordActor(caller).name : ""},
      sequence = sequence + 1, changed_at = now()
    where customer_account = ${account} and id = ${before.id}`.execute(trx);
  if (!done) await tellLater(trx, account, before, now);
  return done ? "Task done" : "Task opened again";
}
