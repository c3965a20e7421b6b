// npm run codegen: writes services/tables.ts, the types of every table, from a fresh database with every migration.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
  writeFileSync(target, withNumbers(readFileSync(fresh, "utf8")));
  rmSync(fresh);
  await database.stop();
  say(`services/tables.ts is written from ${applied.length} migrations`);
  process.exit(0);
} catch (error) {
  if (error.output) say(error.output);
  fail(error);
}
