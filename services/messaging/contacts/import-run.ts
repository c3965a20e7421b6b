import { join } from "node:path";
import { sql } from "kysely";
import type pg from "pg";
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
import { HttpError } from "../../kit/serve";
import { intoBlacklist } from "./blacklist-import";
import { intoExpress } from "./express-rows";
import { intoGroup } from "./import-merge";
import { clearStaged, type Destination, foundIn } from "./import-staged";
import { failImport, type ImportRow, lockImport, move, progress, publishImportEnd } from "./imports";

const destinations = { group: intoGroup, blacklist: intoBlacklist, express: intoExpress };

/** Starts after which an import that never ended is given up. */
const maxAttempts = 5;

/**
 * Does a started import. One transaction on one connection: others see all of it or nothing, and a process that is
 * killed leaves nothing behind, so doing it again gives the same. A file that cannot be read, and rows that the database
 * refuses, fail the import with their reason; any other fault is thrown, for the queue to try again.
 */
export async function runImport(database: Database, deps: FileReaderDeps, account: string, id: number): Promise<void> {
  const row = await inAccount(database.db, account, (trx) => begin(trx, account, id));
  if (!row) return;
  const give = (words: string) => inAccount(database.db, account, (trx) => failImport(trx, account, id, words));
  if (row.attempts >= maxAttempts) {
    await give("The import could not be finished. Nothing was changed. Try again later, or with a smaller file.");
    return;
  }
  try {
    const done = await onOneClient(database.pool, (db, client) =>
      inAccount(db, account, async (trx) => {
        if (!(await isFirst(trx, account, id))) return false;
        await fill(trx, client, account, row, deps, (counts) =>
          inAccount(database.db, account, (own) => progress(own, account, row.id, counts)),
        );
        return true;
      }),
    );
    if (done) await removeUpload(deps.dataDir, row.file_path);
  } catch (error) {
    const words = failureReason(error);
    if (words === undefined) throw error;
    await give(words);
  }
}

async function begin(trx: Trx, account: string, id: number): Promise<ImportRow | undefined> {
  const row = await lockImport(trx, account, id).catch((error: unknown) => {
    if (error instanceof HttpError) return undefined;
    throw error;
  });
  if (row?.state !== "running") return undefined;
  await sql`
    update messaging.imports set attempts = attempts + 1, rows_read = 0, refused = 0, repeated = 0, noted = 0
    where customer_account = ${account} and id = ${id}`.execute(trx);
  return row;
}

/** The same job twice at once: the second leaves the work to the first. */
async function isFirst(trx: Trx, account: string, id: number): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`messaging.import ${account} ${id}`}, 0)) as got`.execute(trx);
  return rows[0]?.got === true;
}

async function fill(
  trx: Trx,
  client: pg.PoolClient,
  account: string,
  row: ImportRow,
  deps: FileReaderDeps,
  report: (counts: Counts) => Promise<void>,
): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local work_mem = '64MB'`.execute(trx);
  const destination = await destinations[row.target](trx, account, row);
  await makeStaged(trx);
  const path = join(deps.dataDir, row.file_path);
  const file = { path, mapping: row.mapping, reading: { country: "KE", byEmail: destination.byEmail } } as const;
  const counts = await loadFile(client, file, deps, {
    report,
    async merge(learn) {
      const added = await destination.merge(learn);
      await clearStaged(trx, account, row.id);
      return added;
    },
  });
  await end(trx, account, row, destination, counts);
}

async function end(trx: Trx, account: string, row: ImportRow, destination: Destination, counts: Counts): Promise<void> {
  const { read, added, refused, repeated, noted } = counts;
  const { madeFields, words } = await destination.end(counts);
  await sql`
    update messaging.imports set rows_read = ${read}, rows_total = ${read}, added = ${added},
      updated = ${foundIn(counts)}, refused = ${refused}, repeated = ${repeated}, noted = ${noted},
      made_fields = ${madeFields}
    where customer_account = ${account} and id = ${row.id}`.execute(trx);
  await publishImportEnd(trx, account, row, words);
  await move(trx, account, { ...row, state: "running" }, "finish");
  if (read > mergedAtOnce) await sql`select messaging.refresh_statistics(true)`.execute(trx);
}
