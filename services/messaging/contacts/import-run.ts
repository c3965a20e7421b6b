import { sql } from "kysely";
import { runFileImport } from "../../kit/contact-file/import-run";
import { type Counts, type FileReaderDeps, mergedAtOnce } from "../../kit/contact-file/load";
import type { Database, Trx } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import { intoBlacklist } from "./blacklist-import";
import { intoExpress } from "./express-rows";
import { intoGroup } from "./import-merge";
import { clearStaged, type Destination, foundIn } from "./import-staged";
import { failImport, type ImportRow, lockImport, move, progress, publishImportEnd } from "./imports";

const destinations = { group: intoGroup, blacklist: intoBlacklist, express: intoExpress };

/** Does a started import of messaging. */
export async function runImport(database: Database, deps: FileReaderDeps, account: string, id: number): Promise<void> {
  await runFileImport<ImportRow>(database, deps, account, {
    module: "messaging",
    begin: (trx) => begin(trx, account, id),
    open: (trx, row) => openDestination(trx, account, row),
    report: (trx, counts) => progress(trx, account, id, counts),
    fail: (trx, words) => failImport(trx, account, id, words),
  });
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

async function openDestination(trx: Trx, account: string, row: ImportRow) {
  await sql`set local work_mem = '64MB'`.execute(trx);
  const destination = await destinations[row.target](trx, account, row);
  return {
    reading: { country: "KE", byEmail: destination.byEmail } as const,
    async merge(learn: boolean) {
      const added = await destination.merge(learn);
      await clearStaged(trx, account, row.id);
      return added;
    },
    end: (counts: Counts) => end(trx, account, row, destination, counts),
  };
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
