import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { CallContext, Handlers } from "../../kit/serve";
import { listBetween } from "../appointments/store";
import { loadZone } from "../channels/terms";
import type { crm } from "../contract";
import type { Task, taskCalls } from "../contract.tasks";
import { type CrmDeps, currentTime } from "../deps";
import { insertTask } from "./add";
import { saveTask, setTaskDone, taskViewer } from "./change";
import { findTask, listDay, shownTo, taskPage } from "./store";
import { findTaskOwner, mustBeRecord, type TaskAction, tellOfTask, tellTaskOwner } from "./tell";

/** The calls of tasks. */
export function taskHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof taskCalls> {
  /** Changes a task that the caller may see, and answers it as it is then. */
  function changing(
    caller: CallContext,
    id: number,
    change: (trx: Trx, before: Task) => Promise<TaskAction | undefined>,
  ): Promise<Task> {
    const { account } = caller;
    const viewer = taskViewer(caller);
    return inAccount(db, account, async (trx) => {
      const before = await findTask(trx, account, id, viewer, true);
      const action = await change(trx, before);
      // Given to someone else, it may be a task that the caller no longer sees; the answer says it all the same.
      const task = await findTask(trx, account, id, { ...viewer, all: true });
      if (action) await tellOfTask(trx, caller, task, action);
      if (task.user_id !== before.user_id && !task.done_at) await tellTaskOwner(trx, caller, task, currentTime(deps));
      return shownTo(task, viewer);
    });
  }

  return {
    async tasks({ query }, caller) {
      const { account } = caller;
      const dated = query.done_from ?? query.done_until;
      const at = { now: currentTime(deps), zone: dated === undefined ? "UTC" : await loadZone(deps, account) };
      const body = await readAccount(db, account, (trx) => taskPage(trx, account, query, taskViewer(caller), at));
      return { status: 200, body };
    },

    async task({ params }, caller) {
      const { account } = caller;
      const viewer = taskViewer(caller);
      const found = await readAccount(db, account, (trx) => findTask(trx, account, params.id, viewer));
      return { status: 200, body: shownTo(found, viewer) };
    },

    async dayTasks({ query }, caller) {
      const { account } = caller;
      const viewer = taskViewer(caller);
      const user = query.owner === undefined || query.owner === "me" ? viewer.id : query.owner;
      const { since: starts, until } = query;
      const body = await readAccount(db, account, async (trx) => {
        const [day, appointments] = await Promise.all([
          listDay(trx, account, query, viewer),
          listBetween(trx, account, { kinds: viewer.kinds, user, starts, until }),
        ]);
        return { ...day, appointments };
      });
      return { status: 200, body };
    },

    async addTask({ body: { record_id, ...form } }, caller) {
      const { account } = caller;
      const owner = await findTaskOwner(deps, caller, form.user_id);
      const made = await inAccount(db, account, async (trx) => {
        if (record_id !== null) await mustBeRecord(trx, caller, record_id);
        return insertTask(trx, caller, { ...form, record_id, owner }, { action: "Task added", now: currentTime(deps) });
      });
      return { status: 201, body: made };
    },

    async updateTask({ params: { id }, body: form }, caller) {
      const { account } = caller;
      const known = await readAccount(db, account, (trx) => findTask(trx, account, id, taskViewer(caller)));
      const kept = { id: known.user_id, name: known.user_name };
      const owner = form.user_id === kept.id ? kept : await findTaskOwner(deps, caller, form.user_id);
      const task = await changing(caller, id, (trx, before) =>
        saveTask(trx, account, before, { ...form, owner }, currentTime(deps)),
      );
      return { status: 201, body: task };
    },

    async completeTask({ params: { id }, body: { done } }, caller) {
      const task = await changing(caller, id, (trx, before) =>
        setTaskDone(trx, caller, before, { done, now: currentTime(deps) }),
      );
      return { status: 201, body: task };
    },
  };
}
