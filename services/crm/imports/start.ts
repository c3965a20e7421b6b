import { sql } from "kysely";
import type { z } from "zod";
import { type ImportUse, importTypes, importUseNames } from "../../../rules/crm-import";
import type { Column, Mapping } from "../../kit/contact-file/columns";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { ImportStart } from "../contract.imports";
import type { RecordActor } from "../records/changes";
import { lockImport, moveTo } from "./store";

/** The job that reads a file into the CRM. */
export const importTask = "crm.import";

type Start = { form: z.output<typeof ImportStart>; manager: RecordActor; user: string | null };

/** Starts an uploaded import: its job is queued in this transaction. @throws HttpError 404, 409, 422 */
export async function startImport(
  trx: Trx,
  account: string,
  id: number,
  { form, manager, user }: Start,
): Promise<void> {
  const found = await lockImport(trx, account, id);
  await moveTo(trx, account, found, "start");
  const mapping = chosenMapping(found.mapping, form.mapping);
  await sql`
    update crm.imports set mapping = ${json(mapping)}, duplicates = ${form.duplicates}, sales_manager_id = ${manager.id},
      sales_manager = ${manager.name}, user_id = ${user}, attempts = 0, rows_read = 0, rows_total = null, created = 0,
      updated = 0, duplicate = 0, refused = 0, noted = 0
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sql`delete from crm.import_refused where customer_account = ${account} and import_id = ${id}`.execute(trx);
  await sendLater(trx, importTask, { account, import_id: id }, { key: `${importTask} ${account} ${id}` });
}

/** The file's own columns as they were chosen. @throws HttpError 422 */
export function chosenMapping(file: Mapping, chosen: Readonly<Record<string, ImportUse>>): Mapping {
  for (const place of Object.keys(chosen))
    if (!file.columns[Number(place)]) throw refuse(`The file has no column ${Number(place) + 1}.`);
  const used = new Set<ImportUse>();
  const columns = file.columns.map(({ title }, place): Column => {
    const use = chosen[place] ?? "ignore";
    if (use !== "ignore" && used.has(use))
      throw refuse(`Two columns are used as ${importUseNames[use].toLowerCase()}; ${title} is the second.`);
    used.add(use);
    if (use === "ignore") return { title, role: "ignore", field: "" };
    return use in importTypes
      ? { title, role: "field", field: use }
      : { title, role: use as Column["role"], field: use };
  });
  const naming: ImportUse[] = ["name", "first_name", "last_name", "company", "phone", "email"];
  if (!naming.some((use) => used.has(use)))
    throw refuse("Choose the column with the names, the phone numbers or the email addresses.");
  return { ...file, columns };
}

function refuse(words: string): HttpError {
  return new HttpError(422, words, { mapping: [words] });
}
