import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import pg from "pg";
import { startDatabase } from "../database.mjs";
import { emptyRemix } from "./empty-remix";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };
type Load = { perSecond: number; p50: number; bad: number };

const account = "100001";
const many = 100_000;

/** Signed-in pages and calls of the whole application, its database on the same machine, load from a second process. */
export default async function bench(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "jibu-bench-"));
  const port = 3400 + Math.floor(Math.random() * 400);
  const url = `http://127.0.0.1:${port}`;
  const app = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error" } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await ready(url);
    await pause(3_000);
    const memory = resident(app);
    const group = await fill(dataDir);
    const cookie = await signIn(url);
    const token = await tokenOf(url);
    const page = `${url}/contacts/contact-group/details?id=${group}&per_page=50`;
    const call = `${url}/api/messaging/contact-groups/${group}/contacts/?per_page=50`;
    await load(page, { headers: { cookie }, seconds: 3 });
    const pages = await load(page, { headers: { cookie } });
    const calls = await load(call, { method: "POST", headers: { authorization: `Bearer ${token}` } });
    const alone = await load(page, { headers: { cookie }, connections: 1 });
    const empty = await emptyRemix();
    const nothing = await load(empty.url, { connections: 1 });
    await empty.close();
    const bare = await bareList(dataDir, group);
    const more = alone.p50 - nothing.p50;
    return [
      row("list page, 50 of 100,000 rows, 8 clients", pages, 250),
      {
        ...row("the same list as a call, 8 clients", calls, 1_500),
        peer: `bare node + pg ${Math.round(bare.perSecond)}/s`,
      },
      {
        name: "the list page over an empty Remix page, one client",
        figure: `+${more.toFixed(2)} ms`,
        limit: "+1.5 ms",
        peer: `empty page ${nothing.p50.toFixed(2)} ms`,
        ok: more <= 1.5,
      },
      { name: "idle memory of the application", figure: `${memory} MB`, limit: "300 MB", ok: memory < 300 },
    ];
  } finally {
    app.kill("SIGTERM");
    await new Promise((resolve) => app.once("exit", resolve));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function row(name: string, { perSecond, bad }: Load, least: number): Row {
  return {
    name,
    figure: `${Math.round(perSecond)}/s${bad ? `, ${bad} bad` : ""}`,
    limit: `${least}/s`,
    ok: perSecond >= least && bad === 0,
  };
}

async function load(
  url: string,
  options: { method?: "GET" | "POST"; headers?: Record<string, string>; connections?: number; seconds?: number },
): Promise<Load> {
  const { method = "GET", headers = {}, connections = 8, seconds = 8 } = options;
  const result = await autocannon({ url, method, headers, connections, duration: seconds });
  const times = result.latency as { p50: number; average: number };
  return {
    perSecond: result.requests.average,
    p50: 1000 / (result.requests.average / connections) || times.p50,
    bad: result.non2xx + result.errors,
  };
}

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error("the application did not become ready");
}

/** Resident memory in MB, as the kernel tells it. */
function resident(child: ChildProcess): number {
  const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
  return Math.round(Number(found) / 1024);
}

/** A group of many contacts, written straight into the tables. */
async function fill(dataDir: string): Promise<number> {
  const database = await startDatabase({ dataDir });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("select set_config('app.account', $1, false)", [account]);
    const { rows } = await client.query(
      "insert into messaging.contact_groups (customer_account, name, contacts, field_names) values ($1, 'Bench', $2, '{town,balance}') returning id",
      [account, many],
    );
    const group = Number(rows[0].id);
    await client.query(
      `with made as (
         insert into messaging.contacts (customer_account, msisdn, name)
         select $1, '+25479' || lpad(n::text, 7, '0'), 'Person ' || n from generate_series(1, $2::int) n
         on conflict do nothing returning id, msisdn, name)
       insert into messaging.group_contacts (customer_account, group_id, contact_id, msisdn, name, fields)
       select $1, $3, id, msisdn, name, jsonb_build_object('town', 'Kisumu', 'balance', id::text) from made`,
      [account, many, group],
    );
    await client.query(
      "update messaging.contact_groups set contacts = (select count(*) from messaging.group_contacts where customer_account = $1 and group_id = $2) where customer_account = $1 and id = $2",
      [account, group],
    );
    await client.query("analyze messaging.group_contacts, messaging.contacts");
    return group;
  } finally {
    await client.end();
    await database.stop();
  }
}

async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams({ email: "owner@savanna.test", password: "karibu-demo-2026" });
  const response = await fetch(`${url}/login`, { method: "POST", body, headers: { origin: url }, redirect: "manual" });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function tokenOf(url: string): Promise<string> {
  const body = new URLSearchParams({
    username: "owner@savanna.test",
    password: "karibu-demo-2026",
    grant_type: "password",
    client_id: "jibu-web",
    scope: "*",
  });
  const response = await fetch(`${url}/api/identity/login/token`, { method: "POST", body });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** The peer: node's own http and one query, nothing else. */
async function bareList(dataDir: string, group: number): Promise<Load> {
  const database = await startDatabase({ dataDir });
  const program = `
    import http from "node:http"; import pg from "pg";
    const pool = new pg.Pool({ connectionString: ${JSON.stringify(database.url)}, max: 8 });
    http.createServer(async (_, answer) => {
      const client = await pool.connect();
      await client.query("select set_config('app.account', '${account}', false)");
      const { rows } = await client.query("select contact_id, msisdn, name, fields, added_at from messaging.group_contacts where customer_account = $1 and group_id = $2 order by added_at desc, contact_id desc limit 50", ["${account}", ${group}]);
      client.release();
      answer.setHeader("content-type", "application/json").end(JSON.stringify(rows));
    }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const port = await new Promise<string>((resolve) =>
      child.stdout.once("data", (chunk: Buffer) => resolve(String(chunk).trim())),
    );
    return await load(`http://127.0.0.1:${port}/`, {});
  } finally {
    child.kill();
    await database.stop();
  }
}
