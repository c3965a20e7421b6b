import { z } from "zod";
import type { Trx } from "../../kit/database";
import type { Task } from "../contract.tasks";
import { saveTask, setTaskDone, taskViewer } from "../tasks/change";
import { findTask } from "../tasks/store";
import { type TaskAction, tellOfTask } from "../tasks/tell";
import type { ItemChanger, ItemContext } from "./items";

const Done = z.object({ done_at: z.string().nullable(), done_by: z.string() });
const Due = z.object({ due_at: z.string(), due_on: z.string().nullable() });
const Owner = z.object({ user_id: z.string().nullable(), user_name: z.string() });

const find = (trx: Trx, { caller }: ItemContext, id: number) =>
  findTask(trx, caller.account, id, taskViewer(caller), true);
const withOwner = ({ title, note, due_at, due_on, user_id, user_name }: Task) => ({
  ...{ title, note, due_at, due_on },
  owner: { id: user_id, name: user_name },
});

/** The task as it is then. */
async function tell(trx: Trx, { caller }: ItemContext, id: number, action: TaskAction): Promise<Task> {
  const task = await findTask(trx, caller.account, id, { ...taskViewer(caller), all: true });
  await tellOfTask(trx, caller, task, action);
  return task;
}

/** Tasks are done, due at another time, or someone else's. */
export const taskChanges: Record<"task done" | "task due" | "task owner", ItemChanger> = {
  "task done": {
    async apply(trx, context, id) {
      const before = await find(trx, context, id);
      const action = await setTaskDone(trx, context.caller, before, { done: true, now: context.now });
      if (!action) return undefined;
      const { done_at, done_by } = await tell(trx, context, id, action);
      return { before: { done_at: null, done_by: "" }, after: { done_at, done_by } };
    },
    async restore(trx, context, { id, after }) {
      const found = await find(trx, context, id);
      // Opened and done again, it was done by someone.
      if (found.done_at === null || found.done_at !== Done.parse(after).done_at) return false;
      const action = await setTaskDone(trx, context.caller, found, { done: false, now: context.now });
      if (action) await tell(trx, context, id, action);
      return true;
    },
  },
  "task due": {
    async apply(trx, context, id, change) {
      if (change.what !== "task due") return undefined;
      const before = await find(trx, context, id);
      const { due_at, due_on } = change;
      if (before.due_at === due_at && before.due_on === due_on) return undefined;
      const form = { ...withOwner(before), due_at, due_on };
      await tell(trx, context, id, await saveTask(trx, context.caller.account, before, form, context.now));
      return { before: { due_at: before.due_at, due_on: before.due_on }, after: { due_at, due_on } };
    },
    async restore(trx, context, { id, before, after }) {
      const found = await find(trx, context, id);
      const wrote = Due.parse(after);
      if (found.due_at !== wrote.due_at || found.due_on !== wrote.due_on) return false;
      const form = { ...withOwner(found), ...Due.parse(before) };
      await tell(trx, context, id, await saveTask(trx, context.caller.account, found, form, context.now));
      return true;
    },
  },
  "task owner": {
    async apply(trx, context, id) {
      const before = await find(trx, context, id);
      const { to } = context;
      if (before.user_id === to.id) return undefined;
      const form = { ...withOwner(before), owner: to };
      const action = await saveTask(trx, context.caller.account, before, form, context.now);
      const task = await tell(trx, context, id, action);
      if (!task.done_at) context.given.push(task);
      const { user_id, user_name } = before;
      return { before: { user_id, user_name }, after: { user_id: to.id, user_name: to.name } };
    },
    async restore(trx, context, { id, before, after }) {
      // Given to someone else, it may be a task that the caller no longer sees.
      const viewer = { ...taskViewer(context.caller), all: true };
      const found = await findTask(trx, context.caller.account, id, viewer, true);
      if (found.user_id !== Owner.parse(after).user_id) return false;
      const { user_id, user_name } = Owner.parse(before);
      const form = { ...withOwner(found), owner: { id: user_id, name: user_name } };
      await tell(trx, context, id, await saveTask(trx, context.caller.account, found, form, context.now));
      return true;
    },
  },
};
