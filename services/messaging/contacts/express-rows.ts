import { sql } from "kysely";
import { z } from "zod";
import { fieldName } from "../../../rules/merge";
import type { Column, Mapping } from "../../kit/contact-file/columns";
import type { Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { ExpressList } from "../contract.express";
import type { Destination } from "./import-staged";
import { type ImportRow, loadImport, lockImport, move } from "./imports";

/** Days for which the rows of a list are kept: a day longer than a draft that was made of them. */
const listDays = 8;
const dropTask = "messaging.drop-express-list";

/** Somebody in a list. `fields` are the row's values by merge field; its own message is the field `message`. */
const ExpressPerson = z.object({ msisdn: z.string(), name: z.string(), fields: z.record(z.string(), z.string()) });
export type ExpressPerson = z.infer<typeof ExpressPerson>;

/**
 * The file's columns with the two that were chosen; each other one is a merge field.
 * @throws HttpError 422 where the file has no such column
 */
export function expressMapping(file: Mapping, { phone, message }: { phone: number; message: number | null }): Mapping {
  for (const [field, place] of [
    ["phone", phone],
    ["message", message],
  ] as const)
    if (place !== null && !file.columns[place]) throw refuse(field, `The rows have no column ${place + 1}.`);
  if (phone === message) throw refuse("message", "The numbers and the messages can't be in one column.");
  const taken = new Set(["phone", "name", "email", "message", "first_name", "last_name"]);
  const columns = file.columns.map((column, place): Column => {
    const { title, role } = column;
    if (place === phone) return { title, role: "phone", field: "phone" };
    if (place === message) return { title, role: "message", field: "message" };
    if (role === "ignore" || role === "name" || role === "first_name" || role === "last_name") return column;
    return { title, role: "field", field: freeName(title, place, taken) };
  });
  return { ...file, columns };
}

function freeName(title: string, place: number, taken: Set<string>): string {
  const wished = fieldName(title) || `column_${place + 1}`;
  let field = wished;
  for (let n = 2; taken.has(field); n++) field = `${wished.slice(0, 60)}_${n}`;
  taken.add(field);
  return field;
}

function refuse(field: string, words: string): HttpError {
  return new HttpError(422, words, { [field]: [words] });
}

/** Says of an upload that it is a list of an express send. */
export async function markExpress(trx: Trx, account: string, id: number): Promise<void> {
  await sql`update messaging.imports set target = 'express'
    where customer_account = ${account} and id = ${id}`.execute(trx);
}

const MadeFieldsRow = z.object({ made_fields: z.array(z.string()) });

export async function loadExpressList(trx: Trx, account: string, id: number): Promise<ExpressList | undefined> {
  const found = await loadImport(trx, account, id, "express");
  if (!found) return undefined;
  const row = await checkedRow(
    trx,
    MadeFieldsRow,
    sql`
    select made_fields from messaging.imports where customer_account = ${account} and id = ${id}`,
  );
  return { ...found, fields: row?.made_fields ?? [] };
}

/** Has the rows of a list read: its job is queued in this transaction. @throws HttpError 404, 409, 422 */
export async function startExpress(
  trx: Trx,
  account: string,
  id: number,
  columns: { phone: number; message: number | null },
): Promise<void> {
  const row = await lockImport(trx, account, id);
  if (row.target !== "express") throw new HttpError(404, "There is no such list.");
  await move(trx, account, row, "start");
  const mapping = expressMapping(row.mapping, columns);
  await sql`
    update messaging.imports set mapping = ${JSON.stringify(mapping)}, attempts = 0, rows_read = 0, rows_total = null,
      added = 0, updated = 0, refused = 0, repeated = 0, noted = 0
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sendLater(trx, "messaging.import", { account, import_id: id }, { key: `messaging.import ${account} ${id}` });
  const at = new Date(Date.now() + listDays * 86_400_000);
  await sendLater(trx, dropTask, { account, import_id: id }, { at, key: `${dropTask} ${account} ${id}` });
}

/** A list as the destination of an import. */
export async function intoExpress(trx: Trx, account: string, row: ImportRow): Promise<Destination> {
  return {
    byEmail: false,
    async merge() {
      const { numAffectedRows = 0n } = await sql`
        insert into messaging.express_rows (customer_account, import_id, line, msisdn, name, fields)
        select ${account}, ${row.id}::bigint, line, msisdn, name, fields from staged where reason is null`.execute(trx);
      return Number(numAffectedRows);
    },
    async end({ added, refused, repeated }) {
      const named = row.mapping.columns.flatMap(({ role, field }) =>
        ["field", "message", "first_name", "last_name"].includes(role) ? [field] : [],
      );
      return { madeFields: named, words: `was read: ${added} numbers, ${refused + repeated} left out.` };
    },
  };
}

const batchSize = 2_000;

const ExpressRow = ExpressPerson.extend({ line: z.number() });

/** The people of a list that was read, in its order, in batches. @throws HttpError 422 where there is no such list */
export async function* readExpressRows(trx: Trx, account: string, list: number): AsyncGenerator<ExpressPerson[]> {
  const found = await loadImport(trx, account, list, "express");
  if (found?.state !== "done") throw refuse("list_id", "These rows are no longer kept. Paste or upload them again.");
  let last = 0;
  for (;;) {
    const rows = await checkedRows(
      trx,
      ExpressRow,
      sql`
      select line, msisdn, name, fields from messaging.express_rows
      where customer_account = ${account} and import_id = ${list} and line > ${last}
      order by line limit ${batchSize}`,
    );
    if (rows.length > 0) yield rows.map(({ msisdn, name, fields }) => ({ msisdn, name, fields }));
    last = rows.at(-1)?.line ?? last;
    if (rows.length < batchSize) return;
  }
}

/** Drops a list when nobody needs it any more; may run twice. */
export function expressTasks(inAccount: (account: string, work: (trx: Trx) => Promise<void>) => Promise<void>): Tasks {
  return {
    [dropTask]: ({ account, import_id }) =>
      inAccount(String(account), async (trx) => {
        await sql`delete from messaging.imports
          where customer_account = ${String(account)} and id = ${Number(import_id)} and target = 'express'
            and state <> 'running'`.execute(trx);
      }),
  };
}
