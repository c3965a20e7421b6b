import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { appRole } from "./database";
import { migrateJobs } from "./jobs";

/** One schema a service; the kit's own (the event log) is named events. */
export const schemas = { events: "kit", identity: "identity", billing: "billing", messaging: "messaging" } as const;
type Schema = keyof typeof schemas;

/** In the bundle the files stand beside it; in the sources in each service's folder. */
function folderOf(schema: Schema): string {
  const bundled = fileURLToPath(new URL(`./migrations/${schemas[schema]}`, import.meta.url));
  if (existsSync(bundled) && !bundled.includes("services")) return bundled;
  return fileURLToPath(new URL(`../${schemas[schema]}/migrations`, import.meta.url));
}

function migrationsOf(schema: Schema): Record<string, Migration> {
  const folder = folderOf(schema);
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return Object.fromEntries(
    files.map((file) => [
      file.replace(/\.sql$/, ""),
      {
        up: async (db: Kysely<unknown>) => void (await sql.raw(readFileSync(`${folder}/${file}`, "utf8")).execute(db)),
      },
    ]),
  );
}

/** Brings every schema up to date as the owner, then grants the application role what it needs. Safe to repeat. */
export async function migrate(url: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const applied: string[] = [];
  try {
    await ensureRole(db);
    await migrateJobs(url);
    for (const schema of Object.keys(schemas) as Schema[]) {
      await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
      const migrator = new Migrator({
        db,
        provider: { getMigrations: async () => migrationsOf(schema) },
        migrationTableSchema: schema,
        migrationTableName: "migration",
        migrationLockTableName: "migration_lock",
      });
      const { error, results = [] } = await migrator.migrateToLatest();
      applied.push(...results.filter((r) => r.status === "Success").map((r) => `${schema}/${r.migrationName}`));
      if (error) throw error;
    }
    if (applied.length > 0) await secure(db);
  } finally {
    await db.destroy();
  }
  return applied;
}

async function ensureRole(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `do $$ begin
         if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole} nologin; end if;
       exception when duplicate_object or unique_violation then null; end $$;
       do $$ begin
         set role ${appRole};
         reset role;
       exception when insufficient_privilege then execute format('grant ${appRole} to %I', current_user); end $$`,
    )
    .execute(db);
}

/**
 * Grants, and forces row-level security on every table that names an account. A table that must be read before
 * the account is known says so in its comment: `no row security: <reason>`.
 */
async function secure(db: Kysely<unknown>): Promise<void> {
  for (const schema of Object.keys(schemas)) {
    await sql
      .raw(
        `grant usage on schema ${schema} to ${appRole};
         grant select, insert, update, delete on all tables in schema ${schema} to ${appRole};
         grant usage, select on all sequences in schema ${schema} to ${appRole};
         revoke all on ${schema}.migration, ${schema}.migration_lock from ${appRole};`,
      )
      .execute(db);
  }
  const { rows } = await sql<{ name: string; policed: boolean }>`
    select format('%I.%I', n.nspname, c.relname) as name,
           exists (select from pg_policy p where p.polrelid = c.oid) as policed
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${Object.keys(schemas)}) and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'customer_account' and not a.attisdropped)
      and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'no row security:%'`.execute(db);
  for (const { name, policed } of rows) {
    await sql
      .raw(`alter table ${name} enable row level security; alter table ${name} force row level security`)
      .execute(db);
    if (!policed)
      await sql
        .raw(
          `create policy account on ${name} using (customer_account = current_setting('app.account', true))
           with check (customer_account = current_setting('app.account', true))`,
        )
        .execute(db);
  }
}
