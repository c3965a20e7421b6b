import { setTimeout } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type Transaction,
} from "kysely";
import pg from "pg";
import type { DB } from "../tables";
import { isError, leadFor, readTogether, type Statement } from "./batched-read";

/** bigint columns come back as numbers: every count and every cent of ours is far below 2^53. So do arrays of them. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
type TypeNumber = Parameters<typeof pg.types.setTypeParser>[0];
/** PostgreSQL's own numbers of the types integer[] and bigint[], which pg has no names for. */
const [integers, bigints] = [1007 as TypeNumber, 1016 as TypeNumber];
pg.types.setTypeParser(bigints, pg.types.getTypeParser(integers));

export type Database = { db: Kysely<DB>; pool: pg.Pool; close(): Promise<void> };
export type Trx = Transaction<DB>;

/** Two wrote the same at once and the other was first (PostgreSQL 23505). */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "23505";
}

/** It met a change made in the same moment: the same key (23505), what it is of is gone (23503), or each waited for the other. */
export function isCollision(error: unknown): boolean {
  return ["23505", "23503", "40P01", "40001"].includes((error as { code?: string } | null)?.code ?? "");
}

/** Each waited for the other (40P01), or a serialization failure (40001): the transaction was undone and may be repeated. */
function isRepeatable(error: unknown): boolean {
  return ["40P01", "40001"].includes((error as { code?: string } | null)?.code ?? "");
}

/** The role that serves requests: owns nothing, no superuser, subject to row-level security. */
export const appRole = "jibu_app";

/**
 * Opens a pool that acts as the application role.
 * @param statementTimeout milliseconds after which a statement is given up
 * @param batchedReads false: what is read of an account is an ordinary read-only transaction, by pg's public interface
 *   alone (docs/decisions/0057-the-switch-of-batched-reads.md)
 */
export function openDatabase(
  url: string,
  options: { max?: number; statementTimeout?: number; batchedReads?: boolean; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 12,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    options: `-c role=${appRole} -c statement_timeout=${options.statementTimeout ?? 30_000} -c timezone=UTC`,
  });
  pool.on("error", (error) => options.onError?.(error));
  // A connection that breaks while somebody holds it tells its holder; without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const views = { known: new Map(), readers: new Map(), batched: options.batchedReads !== false };
  accounts.set(db, { pool, ...views });
  let closed: Promise<void> | undefined;
  return {
    db,
    pool,
    close: () => {
      // Kysely ends the pool only when it was asked itself: accounts are served by the views, which share the pool.
      closed ??= db.destroy().then(() => (pool.ending ? undefined : pool.end()));
      return closed;
    },
  };
}

/** In place of an account: for reads that need none, or find it themselves. */
const nobody = "";

/** For each opened database, a view of it for each account that was asked for lately. */
type Views = Map<string, Kysely<DB>>;
type OpenDatabase = { pool: pg.Pool; known: Views; readers: Views; batched: boolean };
const accounts = new WeakMap<Kysely<DB>, OpenDatabase>();
const maxKnown = 1_000;

/**
 * Begins and sets the account in one round trip: a second one would be a fifth of a call's time. (An AsyncLocalStorage
 * would say the same with less, and cost every promise of the process a third of its speed on Node 20.)
 */
class AccountDriver extends PostgresDriver {
  readonly #begin: CompiledQuery;
  constructor(pool: pg.Pool, account: string, access: "read write" | "read only") {
    super({ pool });
    this.#begin = CompiledQuery.raw(`begin ${access}; select set_config('app.account', '${account}', true)`);
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(this.#begin);
  }
}

function viewOf(db: Kysely<DB>, account: string, kind: "known" | "readers"): Kysely<DB> | undefined {
  const opened = accounts.get(db);
  if (!opened) return undefined;
  const views = opened[kind];
  const driver = () => {
    if (kind === "known") return new AccountDriver(opened.pool, account, "read write");
    return opened.batched ? reader(opened.pool, account) : new AccountDriver(opened.pool, account, "read only");
  };
  const view = views.get(account) ?? new Kysely<DB>({ dialect: dialectFor(driver) });
  views.delete(account);
  views.set(account, view);
  const [oldest] = views.keys();
  if (views.size > maxKnown && oldest !== undefined) views.delete(oldest);
  return view;
}

/** Runs every statement as a transaction of its own, the account set in front of it in the same round trip. */
function reader(pool: pg.Pool, account: string): Driver {
  type WaitingRead = { statement: Statement; resolve(rows: unknown[]): void; reject(error: Error): void };
  let waiting: WaitingRead[] = [];

  const send = async (asked: readonly WaitingRead[]): Promise<void> => {
    const client = await pool.connect();
    const statements = asked.map(({ statement }) => statement);
    const led = account === nobody ? [] : [leadFor(account, statements)];
    const all = await readTogether(client, [...led, ...statements]).finally(() => client.release());
    const outcomes = all.slice(led.length);
    for (const [at, one] of asked.entries()) {
      const outcome = outcomes[at];
      if (outcome && outcome !== "skipped") "rows" in outcome ? one.resolve(outcome.rows) : one.reject(outcome.error);
      else if (asked.length > 1) send([one]).catch(one.reject);
      else one.reject(all.find(isError)?.error ?? new Error("nothing was read"));
    }
  };
  const start = (asked: readonly WaitingRead[]) => {
    send(asked).catch((error: Error) => {
      for (const { reject } of asked) reject(error);
    });
  };
  const connection: DatabaseConnection = {
    async executeQuery<R>(statement: CompiledQuery & Statement): Promise<QueryResult<R>> {
      const rows = await new Promise<unknown[]>((resolve, reject) => {
        const asked = { statement, resolve, reject };
        if (!statement.batched) start([asked]);
        // After this turn's promises: the loaders of a page have all asked by then.
        else if (waiting.push(asked) === 1)
          process.nextTick(() => {
            start(waiting);
            waiting = [];
          });
      });
      return { rows: rows as R[] };
    },
    streamQuery: () => refuse(),
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
  };
}

function refuse(): never {
  throw new Error("a read has no transaction of its own: use inAccount");
}

function dialectFor(createDriver: () => Driver): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/**
 * Runs `work` in one transaction that sees one account only: row-level security is the second lock behind
 * the account that every query names itself. One that PostgreSQL undid because it met another is repeated, three times
 * at most, so `work` must leave nothing behind but its statements. Throws when the account is no account number.
 * @param options.collisions repeat after a collision of keys too: the next time the other's row is found
 */
export async function inAccount<T>(
  db: Kysely<DB>,
  account: string,
  work: (trx: Trx) => Promise<T>,
  options: { collisions?: boolean } = {},
): Promise<T> {
  checkAccount(account);
  const view = viewOf(db, account, "known");
  const run = () => {
    if (view) return view.transaction().execute(work);
    return db.transaction().execute(async (trx) => {
      await sql`select set_config('app.account', ${account}, true)`.execute(trx);
      return work(trx);
    });
  };
  const mayRepeat = options.collisions ? isCollision : isRepeatable;
  for (let repeats = 0; ; repeats++) {
    try {
      return await run();
    } catch (error) {
      if (repeats === maxRepeats || !mayRepeat(error)) throw error;
      // Two that met would meet again if both began at once.
      await setTimeout(Math.random() * 10 * 2 ** repeats);
    }
  }
}

/** How often a transaction is repeated that met another. */
const maxRepeats = 3;

/**
 * Like `inAccount`, for work that only reads: each statement is one round trip and sees what is committed when it runs
 * (as in READ COMMITTED anyway); those read with `{ batched: true }`
 * share one. A statement that writes fails (25006). Throws when the account is no account number.
 */
export async function readAccount<T>(db: Kysely<DB>, account: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  checkAccount(account);
  const view = viewOf(db, account, "readers");
  if (!view) return inAccount(db, account, work);
  return accounts.get(db)?.batched ? work(view as Trx) : view.transaction().execute(work);
}

/**
 * A view for reads without an account, each a prepared statement in a transaction of its own: for what every request
 * asks, such as who is asking.
 */
export function preparedReads(db: Kysely<DB>): Kysely<DB> {
  return accounts.get(db)?.batched ? (viewOf(db, nobody, "readers") ?? db) : db;
}

function checkAccount(account: string): void {
  if (!/^[\w-]{1,32}$/.test(account)) throw new Error("this is no account number");
}
