import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { Refused } from "../../kit/serve";
import type { DB } from "../../tables";
import { FileProblem } from "../contact-file/problem";
import type { Contact, Refused as RefusedRow } from "../contact-file/read";
import { readInWorker } from "../contact-file/run";
import { failImport, type ImportRow, lockImport, mostRefused, move, progress } from "./imports";
import { grow } from "./members";
import { lockContacts, lockGroup, plain } from "./store";
import { removeUpload } from "./uploads";

export type ImportDeps = {
  /** The folder that holds `uploads`. */
  dataDir: string;
  /** The bundled file reader; the build's own when not given. */
  workerUrl?: URL;
  /** Stops running imports; each is done again from the beginning when its job comes back. */
  stop?: AbortSignal;
};

/** Starts after which an import that never ended is given up. */
const mostAttempts = 5;
/** Milliseconds between two reports of progress. */
const reportEvery = 250;
/** Rows from which an import changes what the planner must know. */
const bigEnough = 1_000;

/**
 * Does a started import. One transaction on one connection: others see all of it or nothing, and a process that is
 * killed leaves nothing behind, so doing it again gives the same. A file that cannot be read fails the import with
 * its reason; any other fault is thrown, for the queue to try again.
 */
export async function runImport(database: Database, deps: ImportDeps, account: string, id: number): Promise<void> {
  const row = await inAccount(database.db, account, (trx) => begin(trx, account, id));
  if (!row) return;
  const give = (words: string) => inAccount(database.db, account, (trx) => failImport(trx, account, id, words));
  if (row.attempts >= mostAttempts) {
    await give("The import could not be finished. Nothing was changed. Try again later, or with a smaller file.");
    return;
  }
  try {
    const done = await onOneClient(database.pool, (db, client) =>
      inAccount(db, account, async (trx) => {
        if (!(await isFirst(trx, account, id))) return false;
        const counts = await stage(trx, client, database, deps, account, row);
        await merge(trx, account, row, counts);
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
    if (error instanceof Refused) return undefined;
    throw error;
  });
  if (row?.state !== "running") return undefined;
  await sql`
    update messaging.imports set attempts = attempts + 1, rows_read = 0, refused = 0
    where customer_account = ${account} and id = ${id}`.execute(trx);
  return row;
}

/** The same job twice at once: the second leaves the work to the first. */
async function isFirst(trx: Trx, account: string, id: number): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`messaging.import ${account} ${id}`}, 0)) as got`.execute(trx);
  return rows[0]?.got === true;
}

type Counts = { read: number; refused: number };

/** Reads the file into a temporary table, as fast as the database takes it. */
async function stage(
  trx: Trx,
  client: pg.PoolClient,
  database: Database,
  deps: ImportDeps,
  account: string,
  row: ImportRow,
): Promise<Counts> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local work_mem = '64MB'`.execute(trx);
  await sql`
    create temporary table staged (
      line bigint, msisdn text collate "C", name text, email text, fields jsonb, reason text, cells jsonb
    ) on commit drop`.execute(trx);
  const counts: Counts = { read: 0, refused: 0 };
  let told = 0;
  async function* lines() {
    const path = join(deps.dataDir, row.file_path);
    const reading = { country: "KE", ...(deps.workerUrl ? { workerUrl: deps.workerUrl } : {}) } as const;
    for await (const batch of readInWorker(
      path,
      row.mapping,
      deps.stop ? { ...reading, signal: deps.stop } : reading,
    )) {
      let text = "";
      for (const item of batch) {
        if ("refused" in item && ++counts.refused > mostRefused) continue;
        text += "refused" in item ? refusedLine(item) : contactLine(item);
      }
      counts.read += batch.length;
      if (text !== "") yield Buffer.from(text);
      if (performance.now() - told < reportEvery) continue;
      await inAccount(database.db, account, (own) => progress(own, account, row.id, counts.read, counts.refused));
      told = performance.now();
    }
  }
  const sink = client.query(copyFrom("copy staged (line, msisdn, name, email, fields, reason, cells) from stdin"));
  await pipeline(Readable.from(lines(), { objectMode: true, highWaterMark: 1 }), sink, { end: true });
  await sql`analyze staged`.execute(trx);
  return counts;
}

function contactLine(row: Contact): string {
  const email = row.email === undefined ? "\\N" : cell(row.email);
  return `${row.line}\t${row.e164}\t${cell(row.name)}\t${email}\t${cell(json(row.fields))}\t\\N\t\\N\n`;
}

function refusedLine(row: RefusedRow): string {
  return `${row.line}\t\\N\t\\N\t\\N\t\\N\t${cell(row.refused)}\t${cell(json(row.cells))}\n`;
}

/** A value in COPY's text format. U+0000 would end the whole copy: there is none left after this. */
function cell(text: string): string {
  return plain(text).replaceAll("\\", "\\\\");
}

/** jsonb takes neither U+0000 nor half a surrogate pair, not even escaped. */
function json(value: Record<string, string> | string[]): string {
  const text = JSON.stringify(value);
  if (!/\\u(0000|d[89a-f])/i.test(text)) return text;
  if (Array.isArray(value)) return JSON.stringify(value.map(plain));
  return JSON.stringify(Object.fromEntries(Object.entries(value).map(([name, said]) => [name, plain(said)])));
}

/** Brings the staged rows into the group, remembering what they replace. */
async function merge(trx: Trx, account: string, row: ImportRow, counts: Counts): Promise<void> {
  await lockContacts(trx, account, "shared");
  const groupId = row.group_id ?? 0;
  const group = await lockGroup(trx, account, groupId);
  // In order of the numbers, so that two imports of the same people wait for each other instead of for ever.
  await sql`
    insert into messaging.contacts (customer_account, msisdn, email, name)
    select ${account}, msisdn, email, name from staged where reason is null order by msisdn
    on conflict (customer_account, msisdn) do nothing`.execute(trx);
  if (counts.read > bigEnough) await sql`select messaging.refresh_statistics(false)`.execute(trx);
  if (group.contacts > 0) await replace(trx, account, row.id, groupId);
  // A microsecond a line: the newest-first list shows the file from its first line down.
  const { numAffectedRows: added = 0n } = await sql`
    insert into messaging.group_contacts
      (customer_account, group_id, contact_id, msisdn, email, name, fields, import_id, added_at)
    select ${account}, ${groupId}::bigint, c.id, s.msisdn, s.email, s.name, s.fields, ${row.id}::bigint,
      now() - s.line * interval '1 microsecond'
    from staged s cross join lateral ${contactOf(account)} c
    where s.reason is null order by s.msisdn
    on conflict (customer_account, contact_id, group_id) do nothing`.execute(trx);
  await sql`
    insert into messaging.import_refused (customer_account, import_id, line, reason, cells)
    select ${account}, ${row.id}::bigint, line, reason, cells from staged where reason is not null`.execute(trx);

  const names = row.mapping.columns.flatMap(({ role, field }) =>
    ["field", "first_name", "last_name"].includes(role) ? [field] : [],
  );
  const fresh = names.filter((name) => !group.field_names.includes(name));
  await grow(trx, account, groupId, Number(added), fresh);
  await sql`
    update messaging.imports set rows_read = ${counts.read}, rows_total = ${counts.read}, refused = ${counts.refused},
      added = ${Number(added)}, updated = ${counts.read - counts.refused - Number(added)}, made_fields = ${fresh}
    where customer_account = ${account} and id = ${row.id}`.execute(trx);
  await move(trx, account, { ...row, state: "running" }, "finish");
  if (counts.read > bigEnough) await sql`select messaging.refresh_statistics(true)`.execute(trx);
}

/** A staged row's contact, one look-up a row; the limit keeps it from becoming a join with a table of any size. */
function contactOf(account: string) {
  return sql`(select id from messaging.contacts c
    where c.customer_account = ${account} and c.msisdn = s.msisdn limit 1)`;
}

/** Members that are in the group already keep what the file leaves empty; what changes is put aside first. */
async function replace(trx: Trx, account: string, importId: number, groupId: number): Promise<void> {
  await sql`
    with old as (
      select m.contact_id, m.name, m.email, m.fields, m.import_id,
        coalesce(nullif(s.name, ''), m.name) as new_name, coalesce(s.email, m.email) as new_email,
        m.fields || s.fields as new_fields
      from staged s
      cross join lateral ${contactOf(account)} c
      cross join lateral (select * from messaging.group_contacts m
        where m.customer_account = ${account} and m.group_id = ${groupId} and m.contact_id = c.id limit 1) m
      where s.reason is null
    ), changed as (
      select * from old where (name, email, fields) is distinct from (new_name, new_email, new_fields)
    ), kept as (
      insert into messaging.import_replaced
        (customer_account, import_id, contact_id, name, email, fields, previous_import_id)
      select ${account}, ${importId}::bigint, contact_id, name, email, fields, import_id from changed
    )
    update messaging.group_contacts m
    set name = x.new_name, email = x.new_email, fields = x.new_fields, import_id = ${importId}::bigint
    from changed x
    where m.customer_account = ${account} and m.group_id = ${groupId} and m.contact_id = x.contact_id`.execute(trx);
}

/** What to tell the person, or nothing when trying again may help. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof FileProblem || error instanceof Refused) return `${error.message} Nothing was changed.`;
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
