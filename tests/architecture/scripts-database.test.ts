import { spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { root } from "../../scripts/cli.mjs";
import { type RunningDatabase, startDatabase, temporaryFolder } from "../../scripts/database.mjs";
import { postmaster } from "./scripts/checkout";

const homes: string[] = [];
const open: RunningDatabase[] = [];

function home(name = "jibu-architecture-"): string {
  const folder = mkdtempSync(join(temporaryFolder(), name));
  homes.push(folder);
  return folder;
}

async function started(dataDir: string): Promise<RunningDatabase> {
  const database = await startDatabase({ dataDir });
  open.push(database);
  return database;
}

async function ask<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const database of open.splice(0)) await database.stop();
  for (const folder of homes.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test("what was committed is there after a stop and a start, durable, and no one else may enter the folder", async () => {
  const folder = home();
  const first = await started(folder);
  await ask(first.url, "create table kept (id int); insert into kept values (7)");
  expect(
    await ask(first.url, "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')"),
  ).toEqual([
    { name: "fsync", setting: "on" },
    { name: "synchronous_commit", setting: "on" },
  ]);
  await first.stop();
  expect(postmaster(folder)).toBeUndefined();
  const second = await started(folder);
  expect(await ask(second.url, "select id from kept")).toEqual([{ id: 7 }]);
  for (const inside of ["postgres", "postgres/cluster", "postgres/socket", "users"])
    expect(statSync(join(folder, inside)).mode & 0o077, inside).toBe(0);
});

test("neither role of ours is a superuser or passes by row-level security, and there is no port", async () => {
  const { url, appUrl } = await started(home());
  for (const address of [url, appUrl])
    expect(
      await ask(
        address,
        "select rolsuper or rolbypassrls or rolcreaterole as mighty from pg_roles where rolname = current_user",
      ),
    ).toEqual([{ mighty: false }]);
  expect(await ask(url, "set role jibu_app; show listen_addresses".split(";")[1] ?? "")).toEqual([
    { listen_addresses: "" },
  ]);
  await expect(ask(appUrl, "create table public.mine (id int)")).rejects.toThrow(/permission denied/);
});

test("two users share one postmaster; the first to go leaves it, the last ends it", async () => {
  const folder = home();
  const [one, two] = await Promise.all([started(folder), started(folder)]);
  await one.stop();
  expect(await ask(two.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await two.stop();
  expect(postmaster(folder)).toBeUndefined();
});

test("a user that was killed is not counted", async () => {
  const folder = home();
  const program = `import { startDatabase } from ${JSON.stringify(join(root, "scripts/database.mjs"))};
    await startDatabase({ dataDir: ${JSON.stringify(folder)} }); console.log("up"); setInterval(() => undefined, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => other.stdout.once("data", resolve));
  const mine = await started(folder);
  const closed = new Promise((resolve) => other.once("close", resolve));
  other.kill("SIGKILL");
  await closed;
  expect(await ask(mine.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await mine.stop();
  expect(postmaster(folder)).toBeUndefined();
  expect(readdirSync(join(folder, "users"))).toEqual([]);
});

test("after kill -9 of the postmaster the next start recovers every committed row", async () => {
  const folder = home();
  const first = await started(folder);
  await ask(first.url, "create table kept as select generate_series(1, 1000) as id");
  process.kill(postmaster(folder) ?? 0, "SIGKILL");
  const second = await started(folder);
  expect(await ask(second.url, "select count(*)::int as count from kept")).toEqual([{ count: 1000 }]);
});

test("a postmaster that takes no connections any more, but is not gone yet, is waited for", async () => {
  const folder = home();
  const first = await started(folder);
  const cluster = join(folder, "postgres", "cluster");
  const [, ...lines] = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  await first.stop();
  const leaving = spawn("sleep", ["1"], { cwd: cluster });
  writeFileSync(join(cluster, "postmaster.pid"), [leaving.pid, ...lines].join("\n"));
  const second = await started(folder);
  expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a stale postmaster.pid whose number another process has now does not stop the start", async () => {
  const folder = home();
  const first = await started(folder);
  const file = join(folder, "postgres", "cluster", "postmaster.pid");
  const stale = readFileSync(file, "utf8").split("\n");
  await first.stop();
  writeFileSync(file, [process.ppid, ...stale.slice(1)].join("\n"));
  writeFileSync(join(folder, "postgres", "socket", ".s.PGSQL.5432.lock"), `${process.ppid}\n`);
  writeFileSync(join(folder, "users", "lock"), "999999999 1");
  expect(await ask((await started(folder)).url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a cluster that was cut short while it was made is made again", async () => {
  const folder = home();
  mkdirSync(join(folder, "postgres", "cluster.new"), { recursive: true });
  writeFileSync(join(folder, "postgres", "cluster.new", "PG_VERSION"), "18\n");
  expect(await ask((await started(folder)).url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a folder with a long name, spaces, commas and quotes is as good as any", async () => {
  for (const name of [`jibu-${"long-".repeat(24)}`, 'jibu o\'clock, "quoted" -'])
    expect(await ask((await started(home(name))).url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("files of another version of PostgreSQL are refused in one sentence", async () => {
  const folder = home();
  await (await started(folder)).stop();
  writeFileSync(join(folder, "postgres", "cluster", "PG_VERSION"), "15\n");
  await expect(startDatabase({ dataDir: folder })).rejects.toThrow(/was written by PostgreSQL 15, this is 18: .*\.$/);
});

test.runIf(process.getuid?.() === 0)(
  "root without user namespaces runs it as no one, also in a closed folder",
  async () => {
    for (const way of ["nobody", "nobody-opened"]) {
      vi.stubEnv("JIBU_POSTGRES_AS", way);
      const folder = home();
      const database = await started(folder);
      expect(await ask(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
      expect(statSync(join(folder, "postgres", "cluster")).uid).toBe(65534);
      await database.stop();
      // The same files where namespaces are allowed again.
      vi.unstubAllEnvs();
      expect(await ask((await started(folder)).url, "select 1 as one")).toEqual([{ one: 1 }]);
    }
  },
);

test.runIf(process.getuid?.() === 0)("an ordinary user runs it as themselves", async () => {
  const folder = home();
  chownSync(folder, 12345, 12345);
  const program = `import { startDatabase } from ${JSON.stringify(join(root, "scripts/database.mjs"))};
    const database = await startDatabase({ dataDir: ${JSON.stringify(folder)} }); console.log(database.url); await database.stop();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { uid: 12345, gid: 12345, cwd: "/" });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  expect(await new Promise((resolve) => child.on("close", resolve)), printed).toBe(0);
  expect(printed).toMatch(/^postgres:/);
  expect(statSync(join(folder, "postgres", "cluster")).uid).toBe(12345);
});
