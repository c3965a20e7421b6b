import { sql } from "kysely";
import { type RecordKind, recordKinds } from "../../../rules/crm";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { publishNotices } from "../../kit/notices";
import { missing } from "../../kit/principal";
import { row } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import { listBetween } from "../appointments/store";
import type { crm } from "../contract";
import { recordNeeds } from "../contract.records";
import type { Task, taskCalls } from "../contract.tasks";
import { type CrmDeps, currentTime } from "../deps";
import { mustMay, recordActor } from "../records/actor";
import { type RecordActor, recordEvents } from "../records/changes";
import { listManagers } from "../records/managers";
import { tellLater } from "./jobs";
import { findTask, listDay, shownTo, type TaskViewer, taskPage } from "./store";

type TaskAction = "Task added" | "Task changed" | "Task done" | "Task opened again";

/** The calls of tasks. */
export function taskHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof taskCalls> {
  /** Whose it is: the person that was named, as identity knows them, or who asks. @throws HttpError 422 */
  async function findOwner(caller: CallContext, user: string | null): Promise<RecordActor> {
    const own = recordActor(caller);
    if (user === null || user === own.id) return own;
    const found = (await listManagers(deps, caller.account)).find(({ id }) => id === user);
    if (found) return found;
    throw new HttpError(422, "Choose a person of your account.", { user_id: ["Choose a person."] });
  }

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
      if (action) await tell(trx, caller, task, action);
      if (task.user_id !== before.user_id && !task.done_at) await tellOwner(trx, caller, task, currentTime(deps));
      return shownTo(task, viewer);
    });
  }

  return {
    async tasks({ query }, caller) {
      const { account } = caller;
      const now = currentTime(deps);
      const body = await readAccount(db, account, (trx) => taskPage(trx, account, query, viewerIn(caller), now));
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
      const owner = await findOwner(caller, form.user_id);
      const by = recordActor(caller);
      const made = await inAccount(db, account, async (trx) => {
        if (record_id !== null) await mustBeThere(trx, caller, record_id);
        const found = await row<{ id: number }>(
          trx,
          sql`insert into crm.tasks (customer_account, record_id, title, note, due_at, due_on, user_id, user_name, by_id,
              by)
            values (${account}, ${record_id}, ${form.title}, ${form.note}, ${form.due_at}::timestamptz,
              ${form.due_on}::date, ${owner.id}, ${owner.name}, ${by.id}, ${by.name}) returning id`,
        );
        const task = await findTask(trx, account, found?.id ?? 0, { ...viewerIn(caller), all: true });
        await tellLater(trx, account, task, currentTime(deps));
        await tell(trx, caller, task, "Task added");
        await tellOwner(trx, caller, task, currentTime(deps));
        return task;
      });
      return { status: 201, body: made };
    },

    async updateTask({ params: { id }, body: form }, caller) {
      const { account } = caller;
      const known = await readAccount(db, account, (trx) => findTask(trx, account, id, viewerIn(caller)));
      const kept = { id: known.user_id, name: known.user_name };
      const owner = form.user_id === kept.id ? kept : await findOwner(caller, form.user_id);
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

/** @throws HttpError 403, 404 */
async function mustBeThere(trx: Trx, caller: CallContext, id: number): Promise<void> {
  const found = await row<{ kind: RecordKind }>(
    trx,
    sql`select kind from crm.records where customer_account = ${caller.account} and id = ${id}`,
  );
  if (!found) throw new HttpError(404, "There is no such record.");
  mustMay(caller, found.kind);
}

/** A person hears of a task that someone else gives them. */
async function tellOwner(trx: Trx, caller: CallContext, { id, title, user_id }: Task, now: Date): Promise<void> {
  if (user_id === null) return;
  const by = recordActor(caller);
  const words = by.name ? `${by.name} gave you a task: ${title}` : `A task was given to you: ${title}`;
  const key = `task given:${id}:${now.toISOString()}`;
  const notice = { kind: "task given", subject: id, key, users: [user_id], words } as const;
  await publishNotices(trx, caller.account, [notice], { by: by.id, at: now });
}

/** What is done about a record counts as something done with it; those who look at it see it. */
async function tell(trx: Trx, caller: CallContext, { id, record }: Task, action: TaskAction): Promise<void> {
  const { account } = caller;
  if (record) {
    await sql`update crm.records set active_at = now() where customer_account = ${account} and id = ${record.id}`.execute(
      trx,
    );
    await append(trx, account, recordEvents[record.kind], { id: record.id, by: recordActor(caller).id });
  }
  await recordActivity(trx, account, activityActor(caller), {
    ...{ action, subject: "task", subject_id: String(id) },
    description: record ? `Task ${id} about the ${record.kind} ${record.id}.` : `Task ${id}.`,
  });
}
