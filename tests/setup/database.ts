import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "../../services/kit/database";

export type TestDatabase = Database & { url: string; drop(): Promise<void> };

/** A database of this file's own, copied from the migrated template. Call in beforeAll, drop in afterAll. */
export async function freshDatabase(): Promise<TestDatabase> {
  const template = inject("template");
  const name = `t_${randomBytes(6).toString("hex")}`;
  const admin = new URL(template);
  admin.pathname = "/jibu";
  await asOwner(admin.href, `create database ${name} template jibu_template strategy file_copy`);
  const own = new URL(template);
  own.pathname = `/${name}`;
  const database = openDatabase(own.href);
  return {
    ...database,
    url: own.href,
    async drop() {
      await database.close();
      await asOwner(admin.href, `drop database if exists ${name} with (force)`);
    },
  };
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
