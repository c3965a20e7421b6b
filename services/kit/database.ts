import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "../tables";

/** bigint columns come back as numbers: every count and every cent of ours is far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Database = { db: Kysely<DB>; pool: pg.Pool; close(): Promise<void> };
export type Trx = Transaction<DB>;

/** The role that serves requests: owns nothing, no superuser, subject to row-level security. */
export const appRole = "jibu_app";

/**
 * Opens a pool that acts as the application role.
 * @param statementTimeout milliseconds after which a statement is given up
 */
export function openDatabase(
  url: string,
  options: { max?: number; statementTimeout?: number; onError?: (error: Error) => void } = {},
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
  let closed: Promise<void> | undefined;
  return {
    db,
    pool,
    close: () => {
      closed ??= db.destroy();
      return closed;
    },
  };
}

/**
 * Runs `work` in one transaction that sees one account only: row-level security is the second lock behind
 * the account that every query names itself.
 */
export function inAccount<T>(db: Kysely<DB>, account: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('app.account', ${account}, true)`.execute(trx);
    return work(trx);
  });
}
