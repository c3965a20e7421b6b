import { createHash } from "node:crypto";
import type pg from "pg";
import { appRole } from "./database";

/** One number of PostgreSQL's advisory locks: who migrates has it alone. */
const migrating = 0x4d696772;

/** What a database was brought up to: a digest of everything that a migration would do to it. */
export function migrationStamp(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return `migrated ${hash.digest("hex")}`;
}

/**
 * Does `work` unless the database bears the stamp, one process at a time. The stamp is the comment of the schema `jobs`
 * and is written last: work that fails or is killed leaves none, and is done again by whoever comes next.
 * @param schemas the application role must be able to enter: a copy of a database may have come without its grants
 */
export async function unlessMigrated(
  client: pg.Client,
  stamp: string,
  schemas: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const bears = async () => {
    const { rows } = await client.query<{ bears: boolean | null }>(
      `select obj_description(to_regnamespace('jobs'), 'pg_namespace') = $1
         and pg_has_role(to_regrole($2)::oid, 'member')
         and not exists (select from unnest($3::text[]) name
           where has_schema_privilege(to_regrole($2)::oid, to_regnamespace(name)::oid, 'usage') is not true) as bears`,
      [stamp, appRole, schemas],
    );
    return rows[0]?.bears === true;
  };
  if (await bears()) return;
  // In a transaction, so that a pooler between us and PostgreSQL keeps the lock ours; it ends with the connection.
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock($1)", [migrating]);
  if (!(await bears())) {
    await work();
    await client.query(`comment on schema jobs is '${stamp}'`);
  }
  await client.query("commit");
}
