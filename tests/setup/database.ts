import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "../../services/kit/database";

const insufficientPrivilege = "42501";

export type TestDatabase = Database & { url: string; drop(): Promise<void> };

/** A database of this file's own, copied from the migrated template. Call in beforeAll, drop in afterAll. */
export async function freshDatabase(template = "jibu_template"): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString("hex")}`;
  await asOwner(addressOf("jibu"), `create database ${name} template ${template} strategy file_copy`);
  const url = addressOf(name);
  const database = openDatabase(url);
  return {
    ...database,
    url,
    async drop() {
      await database.close();
      await dropDatabase(name);
    },
  };
}

/**
 * Drops a database with whoever is still connected. Not `with (force)`: that is refused while autovacuum, which is a
 * superuser's, works in it. A plain drop ends autovacuum by itself.
 */
export async function dropDatabase(name: string): Promise<void> {
  const admin = addressOf("jibu");
  const end = () =>
    asOwner(
      admin,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = '${name}' and backend_type = 'client backend'`,
    );
  // Between its being listed and being ended a process may have gone, and its place may be a new one's that has no role
  // yet: PostgreSQL takes that for a superuser's, and refuses.
  await end().catch((error: { code?: string }) =>
    error.code === insufficientPrivilege ? end() : Promise.reject(error),
  );
  await asOwner(admin, `drop database if exists ${name}`);
}

/** The owner's address of another database of this run's PostgreSQL. */
export function addressOf(name: string): string {
  const address = new URL(inject("template"));
  address.pathname = `/${name}`;
  return address.href;
}

/** The same in one account: row security is on for the owner too. Answers the statement's rows. */
export async function asOwnerOf(url: string, account: string, statement: string): Promise<Record<string, unknown>[]> {
  const answers: unknown = await asOwner(url, `select set_config('app.account', '${account}', false); ${statement}`);
  return (answers as pg.QueryResult<Record<string, unknown>>[])[1]?.rows ?? [];
}

/** Runs statements as the schema's owner; only for arranging a test. */
export async function asOwner(url: string, statements: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statements);
  } finally {
    await client.end();
  }
}
