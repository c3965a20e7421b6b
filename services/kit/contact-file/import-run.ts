import { join } from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, type Trx } from "../database";
import { checkedRow } from "../row-schema";
import { HttpError } from "../serve";
import type { Mapping } from "./columns";
import { type Counts, type FileReaderDeps, failureReason, loadFile, makeStaged, onOneClient } from "./load";
import type { ReadOptions } from "./read";
import { removeUpload } from "./upload";

/** Starts after which an import that never ended is given up. */
const maxAttempts = 5;

/** What the run of an import needs to know of it. */
type StartedImport = { id: number; attempts: number; file_path: string; mapping: Mapping };

/** What one kind of import does; all but `report` and `fail` in the transaction of the import. */
export type ImportSteps<Row extends StartedImport> = {
  /** The module, as the locks of the database are named by it: "crm". */
  module: string;
  /** Two files of one account wait for each other: with the same people in both, neither would find the other's. */
  oneAtATime?: boolean;
  /** Locks the import, counts the start and sets its counts to 0. undefined: there is nothing to do any more. */
  begin(trx: Trx): Promise<Row | undefined>;
  /** Where the rows go: how they are read, how a batch of them is taken over, and what is done at the end. */
  open(
    trx: Trx,
    started: Row,
  ): Promise<{
    reading: ReadOptions;
    /** Takes the staged rows over. Answers how many were added. @param learn the planner has to be told of many rows */
    merge(learn: boolean): Promise<number>;
    end(counts: Counts): Promise<void>;
  }>;
  /** How far the reading is, in a transaction of its own: the import itself is one that no one sees before its end. */
  report(trx: Trx, counts: Counts): Promise<void>;
  /** The import failed and changed nothing; `words` say why. */
  fail(trx: Trx, words: string): Promise<void>;
};

/**
 * Does a started import. One transaction on one connection: others see all of it or nothing, and a process that is
 * killed leaves nothing behind, so doing it again gives the same. A file that can't be read, and rows that the database
 * refuses, fail the import with their reason; any other fault is thrown, for the queue to try again.
 */
export async function runFileImport<Row extends StartedImport>(
  database: Database,
  files: FileReaderDeps,
  account: string,
  steps: ImportSteps<Row>,
): Promise<void> {
  const started = await inAccount(database.db, account, (trx) => steps.begin(trx));
  if (!started) return;
  const fail = (words: string) => inAccount(database.db, account, (trx) => steps.fail(trx, words));
  if (started.attempts >= maxAttempts) {
    await fail("The import could not be finished. Nothing was changed. Try again later, or with a smaller file.");
    return;
  }
  try {
    const done = await onOneClient(database.pool, (db, client) =>
      inAccount(db, account, async (trx) => {
        if (!(await isFirst(trx, `${steps.module}.import ${account} ${started.id}`))) return false;
        await sql`set local statement_timeout = 0`.execute(trx);
        if (steps.oneAtATime)
          await sql`select pg_advisory_xact_lock(hashtextextended(${`${steps.module}.imports ${account}`}, 0))`.execute(
            trx,
          );
        const { reading, merge, end } = await steps.open(trx, started);
        await makeStaged(trx);
        const file = { path: join(files.dataDir, started.file_path), mapping: started.mapping, reading };
        const report = (counts: Counts) => inAccount(database.db, account, (own) => steps.report(own, counts));
        await end(await loadFile(client, file, files, { report, merge }));
        return true;
      }),
    );
    if (done) await removeUpload(files.dataDir, started.file_path);
  } catch (error) {
    const words = failureReason(error);
    // A service that is away for a moment is no fault of the file.
    if (words === undefined || (error instanceof HttpError && error.status === 503)) throw error;
    await fail(words);
  }
}

const GotRow = z.object({ got: z.boolean() });

/** The same job twice at once: the second leaves the work to the first. */
async function isFirst(trx: Trx, name: string): Promise<boolean> {
  const statement = sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got`;
  return (await checkedRow(trx, GotRow, statement))?.got === true;
}
