import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/cli.mjs";
import { loadReleasedData } from "../../scripts/released-data.mjs";
import { presentMigrations, releasedMigrations } from "../../scripts/released-migrations.mjs";
import { migrate } from "../../services/migrations";
import { type People, peopleAt } from "../setup/application";
import { addressOf, asOwner, asOwnerOf, dropDatabase } from "../setup/database";

/**
 * A database that the newest release made, with rows in it, and what the present version makes of it. What a migration
 * since then does on purpose is named here, until the next `npm run migrations:release`.
 */
const renamed: Record<string, string> = {};
/** Columns with another name now, by the table's former name. */
const renamedColumns: Record<string, Record<string, string>> = {};
/** Columns that are gone or have other values now, by the table's former name. */
const changed: Record<string, string[]> = {};

/** As the files are named: the event log's migrations lie in the kit's folder. */
const inFolder = (migration: string) => migration.replace(/^events\//, "kit/");

type Table = { table: string; columns: string[] };
const name = `t_${randomBytes(6).toString("hex")}`;
let url: string;
let tables: Table[];
let applied: string[];
let before: Map<string, string>;
let after: Map<string, string>;
let app: People & { url: string; stop(): Promise<void> };
let dataDir: string;

beforeAll(async () => {
  await asOwner(addressOf("jibu"), `create database ${name}`);
  url = addressOf(name);
  const released = releasedMigrations();
  await migrate(url, (migration) => migration in released);
  tables = await loadReleasedData(url);
  before = await prints();
  applied = await migrate(url);
  after = await prints({ tables: renamed, columns: renamedColumns });
  const { start } = (await import(pathToFileURL(join(root, "build", "jibu.js")).href)) as typeof import("../../server");
  dataDir = mkdtempSync(join(tmpdir(), "jibu-upgrade-"));
  const env = { PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const started = await start({ env, databaseUrl: url, log: () => undefined });
  app = { ...started, ...peopleAt(started.url) };
}, 120_000);
afterAll(async () => {
  await app?.stop();
  await dropDatabase(name);
  rmSync(dataDir, { recursive: true, force: true });
});

/** How many rows each table has, and a digest of the columns that no migration changed on purpose. */
async function prints(
  now: { tables: typeof renamed; columns: typeof renamedColumns } = { tables: {}, columns: {} },
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { table, columns } of tables) {
    const kept = columns
      .filter((column) => !changed[table]?.includes(column))
      .map((column) => now.columns[table]?.[column] ?? column)
      .join(", ");
    const name = now.tables[table] ?? table;
    // Row security would hide every row from the owner; the statement is one transaction, which ends as if it never was.
    const answers = (await asOwner(
      url,
      `begin; alter table ${name} no force row level security;
       select count(*) || ' rows ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print
       from (select ${kept} from ${name}) t; rollback`,
    )) as unknown as { rows: { print: string }[] }[];
    found.set(table, answers[2]?.rows[0]?.print ?? "no answer");
  }
  return found;
}

test("the rows of a release are there to bring up to date", () => {
  expect(tables.length).toBeGreaterThan(60);
  expect([...before.values()].filter((print) => /^[1-9]\d* rows/.test(print)).length).toBe(tables.length);
});

test("every migration since then is applied, and none before it again", () => {
  const released = releasedMigrations();
  const since = Object.keys(presentMigrations()).filter((migration) => !(migration in released));
  expect(applied.map(inFolder).sort()).toEqual(since.sort());
});

test("no row is lost and none changes but on purpose", () => {
  expect(after).toEqual(before);
});

test("people sign in and see what was theirs", async () => {
  const cookie = await app.cookie("owner@savanna.test");
  const [ticket] = await asOwnerOf(url, "100001", "select max(id) as id from ticketing.tickets");
  const shown: [path: string, kept: string][] = [
    ["/contacts/contact-group", "select name as text from messaging.contact_groups order by id desc limit 1"],
    ["/sms/inbox", "select text from messaging.inbox order by id desc limit 1"],
    ["/sms/history", "select name as text from messaging.blasts where name <> '' order by id desc limit 1"],
    [`/ticketing/show/${ticket?.id}`, `select subject as text from ticketing.tickets where id = ${ticket?.id}`],
    ["/settings/users", "select name as text from identity.users order by id limit 1"],
    [
      "/settings/selfcare/invoices",
      "select number as text from billing.invoices order by issued_at desc, id desc limit 1",
    ],
  ];
  for (const [path, kept] of shown) {
    const [row] = await asOwnerOf(url, "100001", kept);
    const page = await fetch(`${app.url}${path}`, { headers: { cookie } });
    expect({ path, status: page.status, shows: (await page.text()).includes(String(row?.text)) }).toEqual({
      path,
      status: 200,
      shows: true,
    });
  }
});
