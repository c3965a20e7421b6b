import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { bundled } from "../../scripts/bench/smsc-process";
import { migrate, schemas } from "../../services/migrations";
import { asOwner, dropDatabase } from "../setup/database";

const names = Object.keys(schemas);
const made: string[] = [];
let program: Awaited<ReturnType<typeof bundled>>;
let whole: unknown;

beforeAll(async () => {
  program = await bundled("tests/kit/migrate-process.ts");
  for (const folder of Object.values(schemas)) {
    const from = join("services", folder, "migrations");
    if (existsSync(from)) cpSync(from, join(dirname(program.file), "migrations", folder), { recursive: true });
  }
  whole = await shape(elsewhere("jibu_template"));
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  program.remove();
  for (const name of made) await dropDatabase(name);
});

function elsewhere(name: string): string {
  const address = new URL(inject("template"));
  address.pathname = `/${name}`;
  return address.href;
}

async function databaseFrom(template: "template0" | "jibu_template"): Promise<string> {
  const name = `m_${Math.random().toString(36).slice(2, 12)}`;
  made.push(name);
  await asOwner(elsewhere("jibu"), `create database ${name} template ${template} strategy file_copy`);
  return elsewhere(name);
}

/** What migrations leave behind: tables with their locks and grants, what was applied, and the stamp. */
async function shape(url: string): Promise<unknown> {
  const { rows } = await asOwner(
    url,
    `select n.nspname || '.' || c.relname as name, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
       n.nspacl::text, (select count(*) from pg_policy p where p.polrelid = c.oid) as policies,
       obj_description(to_regnamespace('jobs'), 'pg_namespace') as stamp
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any('{${names.join(",")},jobs,graphile_worker}') order by 1`,
  );
  const applied = names.map((schema) => `select '${schema}' as schema, name from ${schema}.migration`);
  return [...rows, ...(await asOwner(url, `${applied.join(" union all ")} order by 1, 2`)).rows];
}

/** A process of its own that migrates. */
function migrating(url: string) {
  const child = spawn(process.execPath, [program.file, url, JSON.stringify(schemas)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, said }));
  return { child, ended };
}

test("a database that is up to date is asked one question", async () => {
  const url = await databaseFrom("jibu_template");
  const asked = vi.spyOn(pg.Client.prototype, "query");
  expect(await migrate(url)).toEqual([]);
  expect(asked).toHaveBeenCalledTimes(1);
});

test("an empty database is brought up to date, and another one is not taken for it", async () => {
  for (const url of [await databaseFrom("template0"), await databaseFrom("template0")]) {
    expect((await migrate(url)).length).toBeGreaterThan(0);
    expect(await shape(url)).toEqual(whole);
  }
});

test("a new migration is applied, with its grants and its row security; a broken one leaves what was there", async () => {
  const url = await databaseFrom("jibu_template");
  const file = join(dirname(program.file), "migrations", "billing", "999_new.sql");
  try {
    writeFileSync(file, "create table billing.fresh (customer_account text primary key); select 1 / 0;");
    const broken = await migrating(url).ended;
    expect(broken).toMatchObject({ code: 1, said: expect.stringContaining("division by zero") });
    expect(await shape(url)).toEqual(whole);
    writeFileSync(file, "create table billing.fresh (customer_account text primary key);");
    expect(await migrating(url).ended).toEqual({ code: 0, said: "" });
    const { rows } = await asOwner(
      url,
      "select relforcerowsecurity as locked, has_table_privilege('jibu_app', oid, 'insert') as granted from pg_class where relname = 'fresh'",
    );
    expect(rows).toEqual([{ locked: true, granted: true }]);
  } finally {
    rmSync(file);
  }
});

test("a start that was killed before its grants and locks is made good by the next", async () => {
  const url = await databaseFrom("jibu_template");
  await asOwner(
    url,
    `comment on schema jobs is null; drop policy account on messaging.contacts;
     alter table messaging.contacts no force row level security; alter table messaging.contacts disable row level security;
     revoke all on messaging.contacts from jibu_app; drop function jobs.send_later`,
  );
  expect(await migrate(url)).toEqual([]);
  expect(await shape(url)).toEqual(whole);
  await asOwner(url, "select 'jobs.send_later'::regproc");
});

test("a copy of a database that came without its grants gets them", async () => {
  const url = await databaseFrom("jibu_template");
  await asOwner(
    url,
    "revoke usage on schema billing from jibu_app; revoke all on all tables in schema billing from jibu_app",
  );
  await migrate(url);
  expect(await shape(url)).toEqual(whole);
});

test("several processes at once migrate it once, and all of them start", async () => {
  const url = await databaseFrom("template0");
  const ends = await Promise.all([1, 2, 3].map(() => migrating(url).ended));
  expect(ends).toEqual([1, 2, 3].map(() => ({ code: 0, said: "" })));
  expect(await shape(url)).toEqual(whole);
});

test("kill -9 at any moment: the next start ends migrated", async () => {
  const url = await databaseFrom("template0");
  // Somewhere in the roles, the queue, the schemas or the grants; the later ones may find everything done.
  for (const wait of [0, 25, 60, 110, 180, 300]) {
    const { child, ended } = migrating(url);
    await once(child.stdout, "data");
    await pause(wait);
    child.kill("SIGKILL");
    await ended;
  }
  await migrate(url);
  expect(await shape(url)).toEqual(whole);
});
