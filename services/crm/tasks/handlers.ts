import { sql } from "kysely";
import { recordKinds } from "../../../rules/crm";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { missing } from "../../kit/principal";
import type { CallContext, Handlers } from "../../kit/serve";
import { listBetween } from "../appointments/store";
import { loadZone } from "../channels/terms";
import type { crm } from "../contract";
import { recordNeeds } from "../contract.records";
import type { Task, taskCalls } from "../contract.tasks";
import { type CrmDeps, currentTime } from "../deps";
import { recordActor } from "../records/actor";
import { insertTask } from "./add";
import { tellLater } from "./jobs";
import { findTask, listDay, shownTo, type TaskViewer, taskPage } from "./store";
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
    const viewer = viewerIn(caller);
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
      const body = await readAccount(db, account, (trx) => taskPage(trx, account, query, viewerIn(caller), at));
      return { status: 200, body };
    },

    async task({ params }, caller) {
      const { account } = caller;
      const viewer = viewerIn(caller);
      const found = await readAccount(db, account, (trx) => findTask(trx, account, params.id, viewer));
      return { status: 200, body: shownTo(found, viewer) };
    },

    async dayTasks({ query }, caller) {
      const { account } = caller;
      const viewer = viewerIn(caller);
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
      const known = await readAccount(db, account, (trx) => findTask(trx, account, id, viewerIn(caller)));
      const kept = { id: known.user_id, name: known.user_name };
      const owner = form.user_id === kept.id ? kept : await findTaskOwner(deps, caller, form.user_id);
      const task = await changing(caller, id, async (trx, before) => {
        const moved = Date.parse(before.due_at) !== Date.parse(form.due_at) || before.user_id !== owner.id;
        await sql`
          update crm.tasks set title = ${form.title}, note = ${form.note}, due_at = ${form.due_at}::timestamptz,
            due_on = ${form.due_on}::date, user_id = ${owner.id}, user_name = ${owner.name},
            told_at = case when ${moved} then null else told_at end,
            sequence = sequence + 1, changed_at = now()
          where customer_account = ${account} and id = ${id}`.execute(trx);
        const after = { ...before, due_at: form.due_at, due_on: form.due_on };
        if (moved && before.done_at === null) await tellLater(trx, account, after, currentTime(deps));
        return "Task changed";
      });
      return { status: 201, body: task };
    },

    async completeTask({ params: { id }, body: { done } }, caller) {
      const { account } = caller;
      const task = await changing(caller, id, async (trx, before) => {
        if ((before.done_at !== null) === done) return undefined;
        const at = done ? currentTime(deps) : null;
        await sql`
          update crm.tasks set done_at = ${at}::timestamptz, done_by = ${done ? recordActor(caller).name : ""},
            sequence = sequence + 1, changed_at = now()
          where customer_account = ${account} and id = ${id}`.execute(trx);
        if (!done) await tellLater(trx, account, before, currentTime(deps));
        return done ? "Task done" : "Task opened again";
      });
      return { status: 201, body: task };
    },
  };
}

function viewerIn({ who }: CallContext): TaskViewer {
  if (who.kind !== "person") return { kinds: recordKinds, id: null, all: true };
  return { kinds: recordKinds.filter((kind) => missing(who, recordNeeds[kind]) === undefined), id: who.id, all: false };
}
