import { sql } from "kysely";
import type { z } from "zod";
import { type ColumnUse, importTypes, importUseNames, isCustomUse } from "../../../rules/crm-import";
import type { Column, Mapping } from "../../kit/contact-file/columns";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { CustomField } from "../contract.fields";
import type { ImportStart } from "../contract.imports";
import type { RecordActor } from "../records/changes";
import { listFields } from "../values/store";
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
  const mapping = chosenMapping(found.mapping, form.mapping, await listFields(trx, account, found.kind));
  await sql`
    update crm.imports set mapping = ${json(mapping)}, duplicates = ${form.duplicates}, sales_manager_id = ${manager.id},
      sales_manager = ${manager.name}, user_id = ${user}, attempts = 0, rows_read = 0, rows_total = null, created = 0,
      updated = 0, duplicate = 0, refused = 0, noted = 0
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sql`delete from crm.import_refused where customer_account = ${account} and import_id = ${id}`.execute(trx);
  await sendLater(trx, importTask, { account, import_id: id }, { key: `${importTask} ${account} ${id}` });
}

/** The file's own columns as they were chosen. @param fields the custom fields of the kind @throws HttpError 422 */
export function chosenMapping(
  file: Mapping,
  chosen: Readonly<Record<string, ColumnUse>>,
  fields: readonly CustomField[] = [],
): Mapping {
  for (const place of Object.keys(chosen))
    if (!file.columns[Number(place)]) throw refuse(`The file has no column ${Number(place) + 1}.`);
  const inUse = fields.filter(({ archived }) => !archived);
  const nameOf = (use: ColumnUse) =>
    isCustomUse(use) ? inUse.find(({ id }) => use === `custom.${id}`)?.name : importUseNames[use].toLowerCase();
  const used = new Set<ColumnUse>();
  const columns = file.columns.map(({ title }, place): Column => {
    const use = chosen[place] ?? "ignore";
    const name = nameOf(use);
    if (name === undefined) throw refuse(`The field chosen for ${title} is not there any more. Choose another one.`);
    if (use !== "ignore" && used.has(use)) throw refuse(`Two columns are used as ${name}; ${title} is the second.`);
    used.add(use);
    if (use === "ignore") return { title, role: "ignore", field: "" };
    return isCustomUse(use) || use in importTypes
      ? { title, role: "field", field: use }
      : { title, role: use as Column["role"], field: use };
  });
  const missing = inUse.find(({ id, required }) => required && !used.has(`custom.${id}`));
  if (missing) throw refuse(`${missing.name} is required. Choose the column with it.`);
  const naming: ColumnUse[] = ["name", "first_name", "last_name", "company", "phone", "email"];
  if (!naming.some((use) => used.has(use)))
    throw refuse("Choose the column with the names, the phone numbers or the email addresses.");
  return { ...file, columns };
}

function refuse(words: string): HttpError {
  return new HttpError(422, words, { mapping: [words] });
}
