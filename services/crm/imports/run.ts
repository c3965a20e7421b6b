import { sql } from "kysely";
import { importTypes } from "../../../rules/crm-import";
import type { CellType } from "../../../rules/typed-value";
import { recordActivity } from "../../kit/activities";
import { runFileImport } from "../../kit/contact-file/import-run";
import { type Counts, type FileReaderDeps, mergedAtOnce } from "../../kit/contact-file/load";
import type { Database, Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { HttpError } from "../../kit/serve";
import { compareImported } from "../duplicates/jobs";
import { linkImported } from "../organisation-links/jobs";
import { recordEvents } from "../records/changes";
import { notifyManagerOfImport } from "../records/given";
import { listFields } from "../values/store";
import { type MergeCounts, mergeStaged } from "./merge";
import { failImport, type ImportRow, lockImport, moveTo, publishImportEnd, reportProgress } from "./store";
import { removeUnusedTags } from "./tags";

/** Does a started import of leads or contacts. */
export async function runImport(database: Database, deps: FileReaderDeps, account: string, id: number): Promise<void> {
  await runFileImport<ImportRow>(database, deps, account, {
    module: "crm",
    oneAtATime: true,
    begin: (trx) => beginImport(trx, account, id),
    open: async (trx, file) => openMerge(trx, account, file),
    report: (trx, counts) => reportProgress(trx, account, id, counts),
    fail: (trx, words) => failImport(trx, account, id, words),
  });
}

async function openMerge(trx: Trx, account: string, file: ImportRow) {
  // From here on the fields stay as they are until the import is done.
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('crm.custom_fields ' || ${account}::text, 0))`.execute(
    trx,
  );
  const fields = (await listFields(trx, account, file.kind)).filter(({ archived }) => !archived);
  const types: Record<string, CellType> = { ...importTypes };
  for (const field of fields) types[`custom.${field.id}`] = { type: "field", field };
  const merged = { created: 0, updated: 0, duplicate: 0, refused: 0 };
  const repeats = file.duplicates === "create";
  return {
    reading: { country: "KE", byName: true, cells: true, repeats, types } as const,
    async merge(learn: boolean) {
      const these = await mergeStaged(trx, account, file, fields);
      for (const name of ["created", "updated", "duplicate", "refused"] as const) merged[name] += these[name];
      if (learn) await sql`select crm.refresh_statistics()`.execute(trx);
      return these.created;
    },
    end: (counts: Counts) => endImport(trx, account, file, counts, merged),
  };
}

async function beginImport(trx: Trx, account: string, id: number): Promise<ImportRow | undefined> {
  const file = await lockImport(trx, account, id).catch((error: unknown) => {
    if (error instanceof HttpError) return undefined;
    throw error;
  });
  if (file?.state !== "running") return undefined;
  await sql`
    update crm.imports set attempts = attempts + 1, rows_read = 0, refused = 0, duplicate = 0, noted = 0
    where customer_account = ${account} and id = ${id}`.execute(trx);
  return file;
}

/** Created, updated, there already and refused are all the rows that were read. */
async function endImport(
  trx: Trx,
  account: string,
  file: ImportRow,
  { read, refused: unreadable, repeated, noted }: Counts,
  merged: MergeCounts,
): Promise<void> {
  const { created, updated } = merged;
  const duplicate = merged.duplicate + repeated;
  const refused = merged.refused + unreadable;
  await sql`
    update crm.imports set rows_read = ${read}, rows_total = ${read}, created = ${created}, updated = ${updated},
      duplicate = ${duplicate}, refused = ${refused}, noted = ${noted}
    where customer_account = ${account} and id = ${file.id}`.execute(trx);
  const counted = `${created} created, ${updated} updated, ${duplicate} there already, ${refused} refused`;
  await recordActivity(trx, account, file.user_id === null ? "system" : { id: file.user_id, name: file.created_by }, {
    ...{ action: "Records imported", subject: "crm import", subject_id: String(file.id) },
    description: `${file.file_name}: ${counted}.`,
  });
  await publishImportEnd(trx, account, file, `was imported: ${counted}.`);
  await notifyManagerOfImport(trx, account, file, { to: file.sales_manager_id, created });
  await moveTo(trx, account, { ...file, state: "running" }, "finish");
  if (read > mergedAtOnce) await sql`select crm.refresh_statistics()`.execute(trx);
  await removeUnusedTags(trx, account, file.id);
  await compareImported(trx, account, file.id);
  if (file.kind === "contact") await linkImported(trx, account, file.id);
  await append(trx, account, recordEvents[file.kind], { id: 0, by: file.user_id });
}
