import { sql } from "kysely";
import type { z } from "zod";
import { fieldName } from "../../../rules/merge";
import type { Column, ColumnRole, Mapping } from "../../kit/contact-file/columns";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { HttpError } from "../../kit/serve";
import type { Mapping as Chosen } from "../contract.imports";
import { lockImport, move } from "./imports";
import { createGroup, lockGroup } from "./store";

export type Start = { mapping: z.output<typeof Chosen>; group_id?: number; group_name?: string };

/** Starts an uploaded import: its job is queued in this transaction. @throws HttpError */
export async function startImport(
  trx: Trx,
  account: string,
  id: number,
  start: Start,
  user: string | null,
): Promise<void> {
  if ((start.group_id === undefined) === (start.group_name === undefined))
    throw refuse("group_name", "Choose a group, or give a new one a name.");
  const old = start.group_id === undefined ? undefined : await lockGroup(trx, account, start.group_id);
  const row = await lockImport(trx, account, id);
  if (row.target === "blacklist") throw new HttpError(409, "This file is for the blacklist. Upload it as contacts.");
  await move(trx, account, row, "start");
  const mapping = chosenMapping(row.mapping, start.mapping);
  const numbered = mapping.columns.some(({ role }) => role === "phone");
  if (!numbered && old && old.type !== "email")
    throw refuse("mapping", `Choose the column with the phone numbers: ${old.name} is not a group for email.`);
  const name = start.group_name ?? "";
  const type = numbered ? "sms" : "email";
  const group = old ?? (await createGroup(trx, account, { name, type }, "group_name"));
  await sql`
    update messaging.imports set group_id = ${group.id}, group_name = ${group.name}, made_group = ${old === undefined},
      user_id = ${user}, mapping = ${JSON.stringify(mapping)}, attempts = 0, rows_read = 0, rows_total = null, added = 0, updated = 0, refused = 0,
      repeated = 0, noted = 0
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sendLater(trx, "messaging.import", { account, import_id: id }, { key: `messaging.import ${account} ${id}` });
}

/** The file's own columns with the roles that were chosen. */
export function chosenMapping(file: Mapping, chosen: Record<string, string>): Mapping {
  for (const place of Object.keys(chosen))
    if (!file.columns[Number(place)]) throw refuse("mapping", `The file has no column ${Number(place) + 1}.`);
  const columns = file.columns.map(({ title }, place): Column => {
    const use = chosen[place] ?? "ignore";
    if (use.startsWith("field:"))
      return { title, role: "field", field: fieldName(use.slice(6)) || `column_${place + 1}` };
    return { title, role: use as ColumnRole, field: use === "ignore" ? "" : use };
  });
  if (!columns.some(({ role }) => role === "phone" || role === "email"))
    throw refuse("mapping", "Choose the column with the phone numbers, or with the email addresses.");
  const used = new Set<string>();
  for (const { role, field, title } of columns) {
    if (role === "ignore") continue;
    if (used.has(field)) throw refuse("mapping", `Two columns are used as ${field}; ${title} is the second.`);
    if (role === "field" && ["phone", "name", "email"].includes(field))
      throw refuse("mapping", `A merge field can't be named ${field}.`);
    used.add(field);
  }
  return { ...file, columns };
}

function refuse(field: string, words: string): HttpError {
  return new HttpError(422, words, { [field]: [words] });
}
