import { join } from "node:path";
import { sql } from "kysely";
import { importTypes } from "../../../rules/crm-import";
import { recordActivity } from "../../kit/activities";
import {
  type Counts,
  type FileReaderDeps,
  failureReason,
  loadFile,
  makeStaged,
  mergedAtOnce,
  onOneClient,
} from "../../kit/contact-file/load";
import { removeUpload } from "../../kit/contact-file/upload";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { row } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { compareImported } from "../duplicates/jobs";
import { recordEvents } from "../records/changes";
import { mergeStaged } from "./merge";
import { failImport, type ImportRow, lockImport, moveTo, publishImportEnd, reportProgress } from "./store";

/** Starts after which an import that never ended is given up. */
const maxAttempts = 5;

/**
 * Does a started import. One transaction on one connection: others see all of it or nothing, and a process that is
 * killed leaves nothing behind, so doing it again gives the same. A file that can't be read fails the import with its
 * reason; any other fault is thrown, for the queue to try again.
 */
export async function runImport(database: Database, deps: FileReaderDeps, account: string, id: number): Promise<void> {
  const file = await inAccount(database.db, account, (trx) => beginImport(trx, account, id));
  if (!file) return;
  const fail = (words: string) => inAccount(database.db, account, (trx) => failImport(trx, account, id, words));
  if (file.attempts >= maxAttempts) {
    await fail("The import could not be finished. Nothing was changed. Try again later, or with a smaller file.");
    return;
  }
  try {
    const done = await onOneClient(database.pool, (db, client) =>
      inAccount(db, account, async (trx) => {
        if (!(await isFirst(trx, account, id))) return false;
        await sql`set local statement_timeout = 0`.execute(trx);
        // One file at a time: two with the same people would not find each other's.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`crm.imports ${account}`}, 0))`.execute(trx);
        await makeStaged(trx);
        const merged = { created: 0, updated: 0, duplicate: 0 };
        const repeats = file.duplicates === "create";
        const reading = { country: "KE", byName: true, cells: true, repeats, types: importTypes } as const;
        const path = join(deps.dataDir, file.file_path);
        const counts = await loadFile(client, { path, mapping: file.mapping, reading }, deps, {
          report: (far) => inAccount(database.db, account, (own) => reportProgress(own, account, id, far)),
          async merge(learn) {
            const these = await mergeStaged(trx, account, file);
            for (const name of ["created", "updated", "duplicate"] as const) merged[name] += these[name];
            if (learn) await sql`select crm.refresh_statistics()`.execute(trx);
            return these.created;
          },
        });
        await endImport(trx, account, file, counts, merged);
        return true;
      }),
    );
    if (done) await removeUpload(deps.dataDir, file.file_path);
  } catch (error) {
    const words = failureReason(error);
    if (words === undefined) throw error;
    await fail(words);
  }
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

/** The same job twice at once: the second leaves the work to the first. */
async function isFirst(trx: Trx, account: string, id: number): Promise<boolean> {
  const got = await row<{ got: boolean }>(
    trx,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`crm.import ${account} ${id}`}, 0)) as got`,
  );
  return got?.got === true;
}

/** Created, updated, there already and refused are all the rows that were read. */
async function endImport(
  trx: Trx,
  account: string,
  file: ImportRow,
  { read, refused, repeated, noted }: Counts,
  merged: { created: number; updated: number; duplicate: number },
): Promise<void> {
  const { created, updated } = merged;
  const duplicate = merged.duplicate + repeated;
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
  await moveTo(trx, account, { ...file, state: "running" }, "finish");
  if (read > mergedAtOnce) await sql`select crm.refresh_statistics()`.execute(trx);
  await compareImported(trx, account, file.id);
  await append(trx, account, recordEvents[file.kind], { id: 0, by: file.user_id });
}
