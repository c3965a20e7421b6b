import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { version as queueVersion } from "graphile-worker/dist/version.js";
import { Kysely, type Migration, type MigrationProvider, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { z } from "zod";
import { appRole } from "./database";
import { enqueueFunctionSql, migrateJobs } from "./jobs";
import { migrationStamp, unlessMigrated } from "./migrated";
import { checkedRows } from "./row-schema";

/** The schemas to bring up to date, and the folder in services/ that has the `migrations` of each. */
type Schemas = Readonly<Record<string, string>>;
type Migrations = Record<string, Record<string, string>>;

/** In the bundle the files stand beside it; in the sources in each service's folder. */
function folderOf(name: string): string {
  const bundled = fileURLToPath(new URL(`./migrations/${name}`, import.meta.url));
  if (existsSync(bundled) && !bundled.includes("services")) return bundled;
  return fileURLToPath(new URL(`../${name}/migrations`, import.meta.url));
}

/** The statements of the migrations in a service's folder, by name. */
function migrationsOf(service: string, wanted: (name: string) => boolean): Record<string, string> {
  const folder = folderOf(service);
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const all = files.sort().map((file) => ({ file, name: file.replace(/\.sql$/, "") }));
  return Object.fromEntries(
    all
      .filter(({ name }) => wanted(`${service}/${name}`))
      .map(({ file, name }) => [name, readFileSync(`${folder}/${file}`, "utf8")]),
  );
}

function providerOf(statements: Record<string, string>): MigrationProvider {
  const migrations = Object.entries(statements).map(([name, text]): [string, Migration] => [
    name,
    { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
  ]);
  return { getMigrations: async () => Object.fromEntries(migrations) };
}

/**
 * Brings every schema up to date as the owner, then grants the application role what it needs. Safe to repeat, and
 * several at once wait for each other; a database that is up to date is asked one question and left alone.
 * @param wanted of which migrations (`chat/001_chat`): all of them, unless a test makes the database of an older version
 * @returns the migrations that were applied
 */
export async function migrateSchemas(
  url: string,
  schemas: Schemas,
  wanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const names = Object.keys(schemas);
  const all: Migrations = Object.fromEntries(
    Object.entries(schemas).map(([schema, folder]) => [schema, migrationsOf(folder, wanted)]),
  );
  const stamp = migrationStamp([
    ...[
      queueVersion,
      enqueueFunctionSql,
      roleWanted,
      grantsOn("any"),
      grantsOn("events"),
      grantsOn("voice"),
      policyOn("any"),
      lockOn("any"),
    ],
    ...Object.entries(all).flatMap(([schema, statements]) => [schema, ...Object.entries(statements).flat()]),
  ]);
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const applied: string[] = [];
  try {
    await unlessMigrated(client, stamp, names, async () => void applied.push(...(await bringUpToDate(url, all))));
  } finally {
    await client.end();
  }
  return applied;
}

async function bringUpToDate(url: string, all: Migrations): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const applied: string[] = [];
  try {
    await sql.raw(roleWanted).execute(db);
    await migrateJobs(url);
    for (const [schema, statements] of Object.entries(all)) {
      await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
      const migrator = new Migrator({
        db,
        provider: providerOf(statements),
        migrationTableSchema: schema,
        migrationTableName: "migration",
        migrationLockTableName: "migration_lock",
      });
      const { error, results = [] } = await migrator.migrateToLatest();
      applied.push(...results.filter((r) => r.status === "Success").map((r) => `${schema}/${r.migrationName}`));
      if (error) throw error;
    }
    // Whatever was applied: the start before may have been killed between its migrations and this.
    await secure(db, Object.keys(all));
  } finally {
    await db.destroy();
  }
  return applied;
}

const roleWanted = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole} nologin; end if;
  exception when duplicate_object or unique_violation then null; end $$;
  do $$ begin
    set role ${appRole};
    reset role;
  exception when insufficient_privilege then execute format('grant ${appRole} to %I', current_user); end $$`;

/** The application adds and reads only; what must go goes through the functions of kit/migrations/006_append_only.sql. */
const appendOnly: { [schema: string]: readonly string[] } = {
  events: ["activities", "log"],
  voice: ["call_events"],
};

function grantsOn(schema: string): string {
  // An older version's database does not have all of them yet.
  const closed = (appendOnly[schema] ?? []).map(
    (table) => `do $$ begin
      if to_regclass('${schema}.${table}') is not null then
        revoke update, delete on ${schema}.${table} from ${appRole};
      end if;
    end $$;`,
  );
  return `grant usage on schema ${schema} to ${appRole};
    grant select, insert, update, delete on all tables in schema ${schema} to ${appRole};
    grant usage, select on all sequences in schema ${schema} to ${appRole};
    revoke all on ${schema}.migration, ${schema}.migration_lock from ${appRole};
    ${closed.join(" ")}`;
}

function lockOn(table: string): string {
  return `alter table ${table} enable row level security; alter table ${table} force row level security`;
}

function policyOn(table: string): string {
  return `create policy account on ${table} using (customer_account = current_setting('app.account', true))
    with check (customer_account = current_setting('app.account', true))`;
}

const SecureRow = z.object({ name: z.string(), locked: z.boolean(), policed: z.boolean() });

/**
 * Grants, and forces row-level security on every table that names an account. A table that must be read before
 * the account is known says so in its comment: `no row security: <reason>`.
 */
async function secure(db: Kysely<unknown>, names: readonly string[]): Promise<void> {
  for (const schema of names) await sql.raw(grantsOn(schema)).execute(db);
  const rows = await checkedRows(
    db,
    SecureRow,
    sql`
    select format('%I.%I', n.nspname, c.relname) as name,
           c.relrowsecurity and c.relforcerowsecurity as locked,
           exists (select from pg_policy p where p.polrelid = c.oid) as policed
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${names}) and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'customer_account' and not a.attisdropped)
      and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'no row security:%'`,
  );
  for (const { name, locked, policed } of rows) {
    if (!locked) await sql.raw(lockOn(name)).execute(db);
    if (!policed) await sql.raw(policyOn(name)).execute(db);
  }
}
