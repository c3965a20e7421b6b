// npm run codegen: writes services/tables.ts, the types of every table, from a fresh database with every migration. What
// a CHECK constraint lists is the type of its column (docs/decisions/0079-sql.md).
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { Fault, fail, root, say } from "./cli.mjs";
import { startTestDatabase } from "./database.mjs";
import { importTypescript } from "./import-typescript.mjs";
import { ensureInstalled } from "./install.mjs";
import { run } from "./processes.mjs";

const target = join(root, "services", "tables.ts");

/** bigint columns are read as numbers (services/kit/database.ts), so their type says so. */
function withNumbers(text) {
  return text.replace(/export type Int8 = .*;/, "export type Int8 = ColumnType<number, number, number>;");
}

/** The columns that hold one of a list of texts, each with the list: `check (state in ('open', 'paid'))`. */
async function listedColumns(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`
    select n.nspname || '.' || r.relname as table, pg_get_constraintdef(k.oid) as check
    from pg_constraint k join pg_class r on r.oid = k.conrelid join pg_namespace n on n.oid = r.relnamespace
    where k.contype = 'c' order by 1, 2`);
  await client.end();
  return rows.flatMap(({ table, check }) => {
    const [, column, list] = /^CHECK \(\("?(\w+)"? = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check) ?? [];
    return column ? [{ table, column, values: [...list.matchAll(/'([^']+)'::text/g)].map(([, value]) => value) }] : [];
  });
}

/** The same types, where a column of text that is one of a list has the list as its type. */
function withLists(text, columns) {
  let written = text;
  for (const { table, column, values } of columns) {
    const [, name] = new RegExp(`^  "${table}": (\\w+);$`, "m").exec(text) ?? [];
    const inTable = new RegExp(`(export interface ${name} \\{[^}]*?\\n  ${column}: (?:Generated<)?)string\\b`);
    written = written.replace(inTable, (_, before) => before + values.map((value) => `"${value}"`).join(" | "));
  }
  return written;
}

try {
  await ensureInstalled();
  const database = await startTestDatabase();
  const { migrate } = await importTypescript("services/migrations.ts");
  const applied = await migrate(database.url);
  const cli = join(root, "node_modules", "kysely-codegen", "dist", "cli", "bin.js");
  if (applied.length === 0) throw new Fault("No migration was found: is services/ whole?");
  const fresh = `${target}.new`;
  // The tables of the migrations themselves and of the job queue are nobody's business.
  const skip = "{*.migration,*.migration_lock,graphile_worker.*,public.*}";
  const args = ["--dialect", "postgres", "--url", database.url, "--out-file", fresh, "--log-level", "error"];
  await run(process.execPath, [cli, ...args, "--exclude-pattern", skip], { cwd: root });
  writeFileSync(target, withLists(withNumbers(readFileSync(fresh, "utf8")), await listedColumns(database.url)));
  rmSync(fresh);
  await database.stop();
  say(`services/tables.ts is written from ${applied.length} migrations`);
  process.exit(0);
} catch (error) {
  if (error.output) say(error.output);
  fail(error);
}
