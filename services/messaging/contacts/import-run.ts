import { join } from "node:path";
import { finished } from "node:stream/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import type { DB } from "../../tables";
import { FileProblem } from "../contact-file/problem";
import { batchText } from "../contact-file/read";
import { stageInWorker } from "../contact-file/run";
import { type Lines, type Staged, stagedColumns } from "../contact-file/staged";
import { intoBlacklist } from "./blacklist-import";
import { intoExpress } from "./express-rows";
import { intoGroup } from "./import-merge";
import { clearStaged, type Destination, foundIn, makeStaged } from "./import-staged";
import {
  type Counts,
  failImport,
  type ImportRow,
  lockImport,
  maxRefused,
  move,
  progress,
  publishImportEnd,
} from "./imports";
import { removeUpload } from "./uploads";

export type ImportDeps = {
  /** The folder that holds `uploads`. */
  dataDir: string;
  /** The bundled file reader; the build's own when not given. */
  workerUrl?: URL;
  /** Stops running imports; each is done again from the beginning when its job comes back. */
  stop?: AbortSignal;
};

const destinations = { group: intoGroup, blacklist: intoBlacklist, express: intoExpress };

/** Starts after which an import that never ended is given up. */
const maxAttempts = 5;
/** Milliseconds between two reports of progress. */
const reportEvery = 250;
/** Rows that are merged at once; an import of more changes what the planner must know. */
const batch = 5_000;

/**
 * Does a started import. One transaction on one connection: others see all of it or nothing, and a process that is
 * killed leaves nothing behind, so doing it again gives the same. A file that cannot be read, and rows that the database
 * refuses, fail the import with their reason; any other fault is thrown, for the queue to try again.
 */
export async function runImport(database: Database, deps: ImportDeps, account: string, id: number): Promise<void> {
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
    const words = reasonOf(error);
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

/**
 * Brings the file to its destination batch by batch: while the database takes one in, the worker reads the next.
 */
async function fill(
  trx: Trx,
  client: pg.PoolClient,
  account: string,
  row: ImportRow,
  deps: ImportDeps,
  tell: (counts: Counts) => Promise<void>,
): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local work_mem = '64MB'`.execute(trx);
  const destination = await destinations[row.target](trx, account, row);
  await makeStaged(trx);
  const counts: Counts = { read: 0, added: 0, refused: 0, repeated: 0, noted: 0 };
  let told = 0;
  const { workerUrl, stop } = deps;
  const path = join(deps.dataDir, row.file_path);
  const how = {
    country: "KE",
    byEmail: destination.byEmail,
    batch,
    maxRefused,
    ...(workerUrl && { workerUrl }),
    ...(stop && { signal: stop }),
  } as const;
  for await (const staged of stageInWorker(path, row.mapping, how)) {
    const learn = counts.read === 0 && (staged.rows === batch || staged.text.length >= batchText);
    counts.added += await take(client, staged, async () => {
      const added = await destination.merge(learn);
      await clearStaged(trx, account, row.id);
      return added;
    });
    counts.read += staged.rows;
    for (const kind of ["refused", "repeated", "noted"] as const) counts[kind] += staged[kind];
    if (performance.now() - told < reportEvery) continue;
    await tell(counts);
    told = performance.now();
  }
  await end(trx, account, row, destination, counts);
}

/** One batch. Answers how many were added. @throws BadRows for what the database will never take */
async function take(client: pg.PoolClient, { text, lines }: Staged, merge: () => Promise<number>): Promise<number> {
  try {
    await copy(client, text);
    return await merge();
  } catch (error) {
    throw dataFault.test((error as { code?: string } | null)?.code ?? "") ? new BadRows(lines, error) : error;
  }
}

/** PostgreSQL's classes of errors that the data makes: data exception, integrity, program limits. */
const dataFault = /^(22|23|54)...$/;

class BadRows extends Error {
  constructor({ from, to }: Lines, cause: unknown) {
    const where = from === to ? `Row ${from} has` : `One of the rows ${from} to ${to} has`;
    super(`${where} a value that cannot be saved. Correct it, or leave the row out, and send the file again.`, {
      cause,
    });
  }
}

async function copy(client: pg.PoolClient, text: Uint8Array): Promise<void> {
  const sink = client.query(copyFrom(`copy staged (${stagedColumns}) from stdin`));
  sink.end(text);
  await finished(sink);
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
  if (read > batch) await sql`select messaging.refresh_statistics(true)`.execute(trx);
}

/** What to tell the person, or nothing when trying again may help. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof FileProblem || error instanceof HttpError || error instanceof BadRows)
    return `${error.message} Nothing was changed.`;
  if ((error as { code?: string } | null)?.code === "ENOENT") return "The file is no longer there. Upload it again.";
  return undefined;
}

/** COPY needs the connection that holds the transaction: a Kysely of one client. A fault closes the connection. */
async function onOneClient<T>(pool: pg.Pool, work: (db: Kysely<DB>, client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // Its queries hear of a lost connection as well; without a listener the second telling would end the process.
  const lost = () => undefined;
  client.on("error", lost);
  const one = { query: client.query.bind(client) as never, release: () => undefined };
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: async () => one, end: async () => undefined } }),
  });
  try {
    const result = await work(db, client);
    client.off("error", lost);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
