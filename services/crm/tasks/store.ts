import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type RecordKind, recordKinds } from "../../../rules/crm";
import type { ListSort } from "../../../rules/list-orders";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders, orderBy } from "../../kit/ordering";
import { likePattern, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { Task, type taskCalls } from "../contract.tasks";
import { isNamed } from "../records/search";
import { withinDays } from "../records/span";

/** Who looks: the kinds of records that they may see, who they are, and whether they see all, as a service does. */
export type TaskViewer = { kinds: readonly RecordKind[]; id: string | null; all: boolean };

const TaskRow = Task.omit({ record: true }).extend({
  due_at: z.date(),
  done_at: z.date().nullable(),
  record_id: z.number().nullable(),
  record_kind: z.enum(recordKinds).nullable(),
  record_name: z.string().nullable(),
});
type TaskRow = z.infer<typeof TaskRow>;

const columns = sql.raw(`t.id, t.title, t.note, t.due_at, t.due_on::text as due_on, t.user_id, t.user_name, t.done_at,
  t.done_by, t.by, t.record_id, l.kind as record_kind, l.name as record_name`);
const tables = sql.raw(
  "crm.tasks t left join crm.records l on l.customer_account = t.customer_account and l.id = t.record_id",
);

function asTask({ record_id, record_kind, record_name, ...found }: TaskRow): Task {
  return {
    ...found,
    record: record_id && record_kind ? { id: record_id, kind: record_kind, name: record_name ?? "" } : null,
    due_at: found.due_at.toISOString(),
    done_at: found.done_at?.toISOString() ?? null,
  };
}

/** A task of one's own names no record that one may not see. */
export function shownTo(task: Task, { kinds, all }: TaskViewer): Task {
  return all || !task.record || kinds.includes(task.record.kind) ? task : { ...task, record: null };
}

/** The tasks of the account that this person may see. */
function visible(account: string, { kinds, id, all }: TaskViewer): RawBuilder<unknown> {
  return sql`t.customer_account = ${account} and (${all} or l.kind = any(${texts([...kinds])}) or t.user_id = ${id}
    or (t.record_id is null and t.by_id = ${id}))`;
}

function ownedBy(owner: string | undefined, viewer: TaskViewer): RawBuilder<unknown> {
  return owner === undefined ? sql`true` : sql`t.user_id = ${owner === "me" ? viewer.id : owner}`;
}

const orders = namedOrders<ListSort<"tasks">>(
  {
    due: keyColumn("timestamptz", "t.due_at"),
    title: keyColumn("text", "t.title_start"),
    user: keyColumn("text", "t.user_start"),
  },
  keyColumn("bigint", "t.id"),
);
const doneLast = orderBy("-done", [keyColumn("timestamptz", "t.done_at"), keyColumn("bigint", "t.id")], false);

/** The words in a task, or in a record that this person may see. */
function sought(q: string, { kinds, all }: TaskViewer): RawBuilder<unknown> {
  if (q === "") return sql`true`;
  const like = likePattern(q);
  return sql`(t.title ilike ${like} or t.note ilike ${like}
    or ((${all} or l.kind = any(${texts([...kinds])})) and ${isNamed("l", q)}))`;
}

const states = {
  open: () => sql`t.done_at is null`,
  late: (now: Date) => sql`t.done_at is null and t.due_at <= ${now}::timestamptz`,
  done: () => sql`t.done_at is not null`,
} as const;

export async function taskPage(
  trx: Trx,
  account: string,
  query: z.output<typeof taskCalls.tasks.query>,
  viewer: TaskViewer,
  { now, zone }: { now: Date; zone: string },
) {
  const done = { start: query.done_from, end: query.done_until, zone };
  const page = await pageOfRows(trx, query, {
    schema: TaskRow,
    select: columns,
    from: sql`${tables} where ${visible(account, viewer)} and ${states[query.when](now)}
      and (${query.record ?? null}::bigint is null or t.record_id = ${query.record ?? null})
      and ${ownedBy(query.owner, viewer)}
      and ${(done.start ?? done.end) ? withinDays(sql`t.done_at`, done) : sql`true`}
      and ${sought(query.q, viewer)}`,
    order: query.sort === undefined && query.when === "done" ? doneLast : orders(query.sort ?? "due"),
    batched: query.q === "",
  });
  return { ...page, data: page.data.map((found) => shownTo(asTask(found), viewer)) };
}

/** At most so many tasks stand on a day's page. */
const maxOnDay = 200;

/** A person's open tasks until an instant, and what they have done since another one. */
export async function listDay(
  trx: Trx,
  account: string,
  { owner = "me", since, until }: z.output<typeof taskCalls.dayTasks.query>,
  viewer: TaskViewer,
): Promise<{ open: Task[]; more: boolean; done: Task[] }> {
  const which = sql`${tables} where ${visible(account, viewer)} and ${ownedBy(owner, viewer)}`;
  const [found, ended] = await Promise.all([
    checkedRows(
      trx,
      TaskRow,
      sql`select ${columns} from ${which} and t.done_at is null and t.due_at <= ${until}::timestamptz
        order by t.due_at, t.id limit ${maxOnDay + 1}`,
      { batched: true },
    ),
    checkedRows(
      trx,
      TaskRow,
      sql`select ${columns} from ${which} and t.done_at >= ${since}::timestamptz order by t.done_at desc, t.id desc limit 50`,
      { batched: true },
    ),
  ]);
  const shown = (all: readonly TaskRow[]) => all.map((one) => shownTo(asTask(one), viewer));
  return { open: shown(found.slice(0, maxOnDay)), more: found.length > maxOnDay, done: shown(ended) };
}

/** With its record, whoever may see that. @throws HttpError 404 where there is none, or none that this person may see */
export async function findTask(trx: Trx, account: string, id: number, viewer: TaskViewer, lock = false): Promise<Task> {
  const found = await checkedRow(
    trx,
    TaskRow,
    sql`select ${columns} from ${tables} where ${visible(account, viewer)} and t.id = ${id}
      ${lock ? sql`for update of t` : sql``}`,
  );
  if (!found) throw new HttpError(404, "There is no such task.");
  return asTask(found);
}
