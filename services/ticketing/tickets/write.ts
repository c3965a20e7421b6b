import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { isDone, type TicketStatus } from "../../../rules/ticket-labels";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { recalculateAllClocks } from "../clocks/recalculate";
import { loadRules, type Rules } from "../clocks/rules";
import { type TicketField, ticketFields } from "../contract.forms";
import { notify } from "../notices/notify";
import { tellReporterLater } from "../notices/reporter";
import { fieldNames, type Line, rememberAll, wordsFor } from "../records/history";
import { TicketRow } from "../records/tickets";
import type { UnitOfWork } from "../workspace/unit-of-work";

export type Change = Partial<Pick<TicketRow, TicketField>>;

/** Tickets in one statement: enough to be quick, few enough to hold in memory. */
const batch = 1_000;

/**
 * Writes one change to tickets with all that follows from it: versions, times of resolving and reopening, a line of
 * history for each field, the clocks, and a notice to those who watch. Every change of a status or a stage comes
 * through here: a person's, a rule's, and what follows from a setting. `because` ends the lines of history. Rules are
 * not woken: that is the caller's. Answers how many tickets were changed. @throws HttpError 422 on what points to nothing
 */
export async function writeTickets(
  unit: UnitOfWork,
  ids: readonly number[],
  wanted: Change,
  { because = "", rules: known }: { because?: string; rules?: Rules } = {},
): Promise<number> {
  const fields = ticketFields.filter((field) => field in wanted);
  if (fields.length === 0 || ids.length === 0) return 0;
  const name = namer(unit);
  for (const field of fields) if ((await name(field, wanted[field])) === undefined) throw unknown(field);
  const rules = known ?? (await loadRules(unit.trx, unit.account));
  let written = 0;
  for (let at = 0; at < ids.length; at += batch) {
    const before = await lockRows(unit, ids.slice(at, at + batch), fields);
    const changed = before.filter((ticket) => fields.some((field) => ticket[field] !== wanted[field]));
    if (changed.length === 0) continue;
    written += changed.length;
    const changedIds = changed.map(({ id }) => id);
    await update(unit, changedIds, fields, wanted);
    const lines: { ticket: number; version: number; line: Line }[] = [];
    for (const ticket of changed)
      for (const field of fields.filter((one) => ticket[one] !== wanted[one])) {
        const [was, after] = [(await name(field, ticket[field])) ?? "", (await name(field, wanted[field])) ?? ""];
        lines.push({ ticket: ticket.id, version: ticket.version + 1, line: changeLine(field, was, after, because) });
      }
    await rememberAll(unit, lines);
    // Of tickets that were done and are done the record stays as it was.
    const after = wanted.status;
    const live = changed.filter(({ status }) => !isDone(status) || !isDone(after ?? status));
    await recalculateAllClocks(
      unit.trx,
      unit.account,
      live.map(({ id }) => id),
      unit.now,
      rules,
    );
    for (const id of changedIds) unit.changed.add(id);
    if (after) await tellWatchers(unit, changed, after);
    if (after === "resolved")
      for (const { id, status, version, reported_account } of changed)
        if (reported_account && !isDone(status)) await tellReporterLater(unit, id, { version: version + 1 });
  }
  return written;
}

/** The tickets that a condition picks, deleted and merged ones too. */
export async function idsWhere({ trx, account }: UnitOfWork, where: RawBuilder<unknown>): Promise<number[]> {
  const found = await checkedRows(
    trx,
    IdRow,
    sql`select id from ticketing.tickets where customer_account = ${account} and ${where} order by id`,
  );
  return found.map(({ id }) => id);
}

/** What is read of every ticket, with the fields that are to change. */
const Before = TicketRow.partial().required({
  ...{ id: true, version: true, status: true, subject: true },
  ...{ deleted_at: true, merged_into: true, reported_account: true },
});
type Before = z.infer<typeof Before>;

function lockRows(
  { trx, account }: UnitOfWork,
  ids: readonly number[],
  fields: readonly TicketField[],
): Promise<Before[]> {
  const columns = new Set([
    "id",
    "version",
    "status",
    "subject",
    "deleted_at",
    "merged_into",
    "reported_account",
    ...fields,
  ]);
  return checkedRows(
    trx,
    Before,
    sql`
    select ${sql.join([...columns].map((column) => sql.ref(column)))} from ticketing.tickets
    where customer_account = ${account} and id = any(${bigints(ids)}) order by id for update`,
  );
}

async function update(
  { trx, account, now }: UnitOfWork,
  ids: readonly number[],
  fields: readonly TicketField[],
  wanted: Change,
) {
  const values = fields.map((field) => sql`${sql.ref(field)} = ${wanted[field] ?? null}`);
  await sql`
    update ticketing.tickets set ${sql.join([...values, ...moments(wanted.status, now)])}, version = version + 1, updated_at = ${now}
    where customer_account = ${account} and id = any(${bigints(ids)})`.execute(trx);
}

const wasDone = sql`status in ('resolved', 'closed')`;

/** Resolved then closed keeps the time it was resolved; opening it again is a reopening. */
function moments(status: TicketStatus | undefined, now: Date): RawBuilder<unknown>[] {
  if (status === undefined) return [];
  const unlessSame = (column: string, value: RawBuilder<unknown>) =>
    sql`${sql.ref(column)} = case when status = ${status} then ${sql.ref(column)} else ${value} end`;
  if (isDone(status))
    return [
      unlessSame("resolved_at", sql`coalesce(resolved_at, ${now})`),
      unlessSame("closed_at", status === "closed" ? sql`${now}::timestamptz` : sql`null`),
      unlessSame("waiting_since", sql`null`),
    ];
  return [
    sql`resolved_at = null, closed_at = null`,
    sql`reopened = reopened + case when ${wasDone} then 1 else 0 end`,
    sql`reopened_at = case when ${wasDone} then ${now} else reopened_at end`,
  ];
}

/** Names of values, each looked up once. */
function namer({ trx, account }: UnitOfWork) {
  const known = new Map<string, Promise<string | undefined>>();
  return (field: TicketField, value: unknown): Promise<string | undefined> => {
    const key = `${field}:${String(value)}`;
    const found = known.get(key) ?? wordsFor(trx, account, field, value);
    known.set(key, found);
    return found;
  };
}

function changeLine(field: TicketField, before: string, after: string, because: string): Line {
  const name = fieldNames[field];
  const said =
    field === "description" ? "The description was changed" : `${name}: ${before || "none"} → ${after || "none"}`;
  const words = `${said.charAt(0).toUpperCase()}${said.slice(1)}${because ? ` (${because})` : ""}`;
  return { action: "changed", field, before, after, words };
}

function unknown(field: TicketField): HttpError {
  const words = `Choose a ${fieldNames[field]} from the list.`;
  return new HttpError(422, words, { [field]: [words] });
}

const WatcherRow = z.object({ ticket_id: z.number(), user_id: z.string() });

/** Whoever watches a ticket hears what became of it, unless it was their own doing. */
async function tellWatchers(unit: UnitOfWork, changed: readonly Before[], status: TicketStatus): Promise<void> {
  const moved = changed.filter((one) => one.status !== status && !one.deleted_at && !one.merged_into);
  const watching = await checkedRows(
    unit.trx,
    WatcherRow,
    sql`
    select ticket_id, user_id from ticketing.ticket_members
    where customer_account = ${unit.account} and watches and user_id is distinct from ${unit.by.id}
      and ticket_id = any(${bigints(moved.map(({ id }) => id))})`,
  );
  if (watching.length === 0) return;
  await notify(
    unit,
    moved.map(({ id, subject, version }) => ({
      users: watching.filter(({ ticket_id }) => ticket_id === id).map(({ user_id }) => user_id),
      kind: "status changed" as const,
      ticket: id,
      words: `#${id} is ${status} now: ${subject}`,
      key: `status:${id}:${version + 1}`,
    })),
  );
}
