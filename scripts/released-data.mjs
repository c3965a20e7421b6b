import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { root } from "./cli.mjs";
import { startTestDatabase } from "./database.mjs";
import { importTypescript } from "./import-typescript.mjs";

/**
 * The rows of every table of a database that the released version made: the demo accounts, as COPY writes them, tables
 * that are referred to before those that refer to them. tests/architecture/upgrade.test.ts brings them up to date.
 */
const file = join(root, "tests", "architecture", "released-data.gz");

/** Makes the demo accounts with the present version and writes their rows down. */
export async function writeReleasedData() {
  const database = await startTestDatabase();
  const { migrate } = await importTypescript("services/migrations.ts");
  await migrate(database.url);
  const { openDatabase } = await importTypescript("services/kit/database.ts");
  const { fillDemo } = await importTypescript("demo/fill.ts");
  const opened = openDatabase(database.url);
  await fillDemo(opened, () => undefined);
  await opened.close();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const tables = await releasedTables(client);
  for (const { name } of tables) await client.query(`alter table ${name} no force row level security`);
  // A year of messages is nine tenths of the rows, and each is as any other.
  await client.query("delete from messaging.messages where seq % 40 <> 0");
  const parts = [];
  for (const { name, columns } of tables) {
    const lines = await readText(client.query(copyTo(`copy ${name} (${columns.join(", ")}) to stdout`)));
    if (lines) parts.push(JSON.stringify({ table: name, columns, lines }));
  }
  await client.end();
  await database.stop();
  writeFileSync(file, gzipSync(parts.join("\n"), { level: 9 }));
}

/**
 * Fills the tables of a database that the released migrations made, as its owner.
 * @returns the tables that have rows now, with the columns that were written
 */
export async function loadReleasedData(url) {
  const parts = gunzipSync(readFileSync(file))
    .toString("utf8")
    .split("\n")
    .map((part) => JSON.parse(part));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    const tables = await releasedTables(client);
    const locked = tables.filter((table) => table.locked).map(({ name }) => name);
    for (const name of locked) await client.query(`alter table ${name} no force row level security`);
    // Tables may refer to each other, so that no order has every row behind those that it refers to.
    const checkedAtOnce = await constraintsCheckedAtOnce(client);
    for (const { table, name } of checkedAtOnce)
      await client.query(`alter table ${table} alter constraint ${name} deferrable initially deferred`);
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
    // What a migration wrote is among the rows.
    for (const { name } of tables.toReversed()) await client.query(`delete from ${name}`);
    for (const { table, columns, lines } of parts)
      await pipeline([lines], client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`)));
    for (const { name } of tables) await client.query(sequencesBehind(name));
    await client.query("set constraints all immediate");
    for (const { table, name } of checkedAtOnce)
      await client.query(`alter table ${table} alter constraint ${name} not deferrable`);
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
    for (const name of locked) await client.query(`alter table ${name} force row level security`);
    await client.query("commit");
  } finally {
    await client.end();
  }
  return parts.map(({ table, columns }) => ({ table, columns }));
}

/** The foreign keys that are checked with each statement. */
async function constraintsCheckedAtOnce(client) {
  const { rows } = await client.query(`
    select conrelid::regclass::text as table, format('%I', conname) as name from pg_constraint
    where contype = 'f' and not condeferrable and conparentid = 0
      and connamespace::regnamespace::text not in ('public', 'graphile_worker', 'jobs')`);
  return rows;
}

/**
 * Every table of the services with its stored columns, a table that another refers to before that one; of tables that
 * refer to each other the first by name comes first.
 */
async function releasedTables(client) {
  const { rows } = await client.query(`
    select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as locked,
      (select array_agg(format('%I', a.attname) order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct k.confrelid::regclass::text from pg_constraint k
        where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid) as parents
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relname not in ('migration', 'migration_lock')
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'public', 'graphile_worker', 'jobs')
    order by 1`);
  const ordered = [];
  const waiting = new Set(rows);
  while (waiting.size > 0) {
    const next = [...waiting].filter(({ parents }) => ![...waiting].some(({ name }) => parents.includes(name)));
    if (next.length === 0) next.push([...waiting][0]);
    for (const table of next) waiting.delete(table);
    ordered.push(...next);
  }
  return ordered;
}

/** Numbers that are given out go on behind those that the rows have. */
function sequencesBehind(table) {
  return `
    do $$ declare the_column text; declare the_sequence text; begin
      for the_column, the_sequence in
        select attname, pg_get_serial_sequence('${table}', attname) from pg_attribute
        where attrelid = '${table}'::regclass and attnum > 0 and attidentity <> ''
      loop
        execute format('select setval(%L, coalesce(max(%I), 0) + 1, false) from ${table}', the_sequence, the_column);
      end loop;
    end $$`;
}

async function readText(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
