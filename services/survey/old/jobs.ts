import { sql } from "kysely";
import { z } from "zod";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import type { FileReaderDeps } from "../../kit/contact-file/load";
import { FileProblem } from "../../kit/contact-file/problem";
import { removeUpload } from "../../kit/contact-file/upload";
import { type Database, inAccount, type Trx } from "../../kit/database";
import type { Tasks } from "../../kit/jobs";
import { checkedRow } from "../../kit/row-schema";
import { json, texts } from "../../kit/rows";
import { addOldTask, fileProblemText, forgetOldUploadTask, readOldTask, stagedRows } from "./imports";
import { foreseeOldRows, mergeOldRows } from "./merge";

const OldFile = z.object({ state: z.string(), file_name: z.string(), file_path: z.string(), time_zone: z.string() });
type OldFile = z.infer<typeof OldFile>;

/** The jobs of files of old results; each may run twice, also after one of them was killed. */
export function oldTasks({ db }: Database, files: FileReaderDeps): Tasks {
  return {
    [readOldTask]: (payload) => readOldFile(db, files, String(payload.account), Number(payload.import_id)),
    [addOldTask]: ({ account, import_id, by }) =>
      inAccount(db, String(account), (trx) => addOldRows(trx, String(account), Number(import_id), by as ActivityActor)),
    [forgetOldUploadTask]: (payload) => forgetOldUpload(db, files, String(payload.account), Number(payload.import_id)),
  };
}

/** Imports of one account are added and taken out one after the other. */
export async function lockOldResults(trx: Trx, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`survey.old ${account}`}, 0))`.execute(trx);
}

function lockImport(trx: Trx, account: string, id: number): Promise<OldFile | undefined> {
  return checkedRow(
    trx,
    OldFile,
    sql`select state, file_name, file_path, time_zone from survey.old_imports
      where customer_account = ${account} and id = ${id} for update`,
  );
}

/** Reads a file of old results, batch by batch, and says what it would add. */
async function readOldFile(db: Database["db"], files: FileReaderDeps, account: string, id: number): Promise<void> {
  const file = await inAccount(db, account, async (trx) => {
    const found = await lockImport(trx, account, id);
    if (found?.state !== "reading") return undefined;
    // What a job wrote that was killed.
    await dropStaged(trx, account, id);
    await sql`update survey.old_imports set row_count = 0, refused = 0
      where customer_account = ${account} and id = ${id}`.execute(trx);
    return found;
  });
  if (!file) return;
  try {
    let headings: string[] = [];
    for await (const batch of stagedRows(files, file.file_path)) {
      headings = batch.headings;
      const { refused, taken } = batch;
      const goesOn = await inAccount(db, account, async (trx) => {
        const counted = await sql`update survey.old_imports
          set row_count = row_count + ${taken.length + refused.length}, refused = refused + ${refused.length}
          where customer_account = ${account} and id = ${id} and state = 'reading'`.execute(trx);
        if (Number(counted.numAffectedRows ?? 0) === 0) return false;
        await batch.write(trx, { account, id, zone: file.time_zone });
        return true;
      });
      // The file was discarded meanwhile.
      if (!goesOn) return;
    }
    await inAccount(db, account, async (trx) => {
      if ((await lockImport(trx, account, id))?.state !== "reading") return;
      const added = await foreseeOldRows(trx, account, id);
      await sql`update survey.old_imports set state = 'checked', columns = ${texts(headings)}, added = ${json(added)},
          file_path = ''
        where customer_account = ${account} and id = ${id}`.execute(trx);
    });
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    await inAccount(db, account, async (trx) => {
      await dropStaged(trx, account, id);
      await sql`update survey.old_imports set state = 'failed', message = ${fileProblemText(error)}, row_count = 0,
          refused = 0, file_path = ''
        where customer_account = ${account} and id = ${id} and state = 'reading'`.execute(trx);
    });
  }
  await removeUpload(files.dataDir, file.file_path);
}

async function dropStaged(trx: Trx, account: string, id: number): Promise<void> {
  for (const table of ["old_import_rows", "old_import_refused"])
    await sql`delete from ${sql.table(`survey.${table}`)}
      where customer_account = ${account} and import_id = ${id}`.execute(trx);
}

/** Adds what a checked file has: all of it or nothing. */
async function addOldRows(trx: Trx, account: string, id: number, by: ActivityActor): Promise<void> {
  await lockOldResults(trx, account);
  const file = await lockImport(trx, account, id);
  // It was added before, or taken out.
  if (file?.state !== "adding") return;
  const added = await mergeOldRows(trx, account, id);
  await sql`update survey.old_imports set state = 'done', added = ${json(added)}, finished_at = now()
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sql`delete from survey.old_import_rows where customer_account = ${account} and import_id = ${id}`.execute(trx);
  await recordActivity(trx, account, by, {
    ...{ action: "Old survey results imported", subject: "survey", subject_id: String(id) },
    description: `The file ${file.file_name}.`,
  });
}

const FilePathRow = z.object({ file_path: z.string() });

/** Forgets a file that nobody imported; a finished import stays. */
async function forgetOldUpload(db: Database["db"], files: FileReaderDeps, account: string, id: number): Promise<void> {
  const gone = await inAccount(db, account, (trx) =>
    checkedRow(
      trx,
      FilePathRow,
      sql`delete from survey.old_imports
        where customer_account = ${account} and id = ${id} and state in ('reading', 'checked', 'failed')
        returning file_path`,
    ),
  );
  if (gone?.file_path) await removeUpload(files.dataDir, gone.file_path);
}
