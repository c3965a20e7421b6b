import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { startDatabase } from "../database.mjs";
import { account, bigGroup, signIn, startedApplication } from "./application";
import { emptyRemix } from "./empty-remix";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };
type Load = { perSecond: number; p50: number; bad: number };

/** Signed-in pages and calls of the whole application, its database on the same machine, load from a second process. */
export default async function bench(): Promise<Row[]> {
  const app = await startedApplication();
  const { url, dataDir } = app;
  try {
    await pause(3_000);
    const memory = resident(app.child);
    const group = await bigGroup(dataDir);
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
    await app.stop();
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

/** Resident memory in MB, as the kernel tells it. */
function resident(child: ChildProcess): number {
  const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
  return Math.round(Number(found) / 1024);
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
    import http from "node:http";
    import pg from "pg";
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
