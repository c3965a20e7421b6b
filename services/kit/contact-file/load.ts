import { finished } from "node:stream/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { DB } from "../../tables";
import type { Trx } from "../database";
import { HttpError } from "../serve";
import type { Mapping } from "./columns";
import { FileProblem } from "./problem";
import { batchText, type ReadOptions } from "./read";
import { stageInWorker } from "./run";
import { type Lines, type Staged, stagedColumns } from "./staged";

/** Where a service keeps files until they are read, and what reads them. */
export type FileReaderDeps = {
  /** The folder that holds `uploads`. */
  dataDir: string;
  /** The bundled file reader; the build's own when not given. */
  workerUrl?: URL;
  /** Stops running imports; each is done again from the beginning when its job comes back. */
  stop?: AbortSignal;
};

/** Rows read so far, and what became of them. */
export type Counts = { read: number; added: number; refused: number; repeated: number; noted: number };

/** Rows kept for the file of corrections; all are counted. */
export const maxRefused = 100_000;
/** Milliseconds between two reports of progress. */
const reportEvery = 250;
/** Rows that are merged at once; an import of more changes what the planner must know. */
export const mergedAtOnce = 5_000;

/** What is done with the rows of a file. */
type Loading = {
  /**
   * Takes in the rows of `staged` and empties it. Answers how many were added.
   * @param learn refreshes what the planner knows, which a big import has just changed
   */
  merge(learn: boolean): Promise<number>;
  /** Reports how far the reading is. */
  report(counts: Counts): Promise<void>;
};

/** Where rows stand between the file and their destination. */
export async function makeStaged(trx: Trx): Promise<void> {
  await sql`
    create temporary table staged (
      line bigint, msisdn text collate "C", name text, email text, fields jsonb, kind text, reason text, cells jsonb
    ) on commit drop`.execute(trx);
}

/**
 * Brings a file into `staged` batch by batch: while the database takes one in, the worker reads the next. To be called in a
 * transaction of `client`, after `makeStaged`.
 * @throws FileProblem, BadRows
 */
export async function loadFile(
  client: pg.PoolClient,
  { path, mapping, reading }: { path: string; mapping: Mapping; reading: ReadOptions },
  { workerUrl, stop }: FileReaderDeps,
  { merge, report }: Loading,
): Promise<Counts> {
  const counts: Counts = { read: 0, added: 0, refused: 0, repeated: 0, noted: 0 };
  let reported = 0;
  const how = {
    ...reading,
    ...{ batch: mergedAtOnce, maxRefused },
    ...(workerUrl && { workerUrl }),
    ...(stop && { signal: stop }),
  };
  for await (const staged of stageInWorker(path, mapping, how)) {
    const learn = counts.read === 0 && (staged.rows === mergedAtOnce || staged.text.length >= batchText);
    counts.added += await take(client, staged, () => merge(learn));
    counts.read += staged.rows;
    for (const kind of ["refused", "repeated", "noted"] as const) counts[kind] += staged[kind];
    if (performance.now() - reported < reportEvery) continue;
    await report(counts);
    reported = performance.now();
  }
  return counts;
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

/** What to tell the person, or nothing when trying again may help. */
export function failureReason(error: unknown): string | undefined {
  if (error instanceof FileProblem || error instanceof HttpError || error instanceof BadRows)
    return `${error.message} Nothing was changed.`;
  if ((error as { code?: string } | null)?.code === "ENOENT") return "The file is no longer there. Upload it again.";
  return undefined;
}

/** COPY needs the connection that holds the transaction: a Kysely of one client. A fault closes the connection. */
export async function onOneClient<T>(
  pool: pg.Pool,
  work: (db: Kysely<DB>, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
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
