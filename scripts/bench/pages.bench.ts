import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import autocannon from "autocannon";
import { startDatabase } from "../database.mjs";
import { account, bigGroup, resident, signIn, signInForToken, startedApplication, startedNodes } from "./application";
import { listQuery } from "./remix-peer";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };
type Load = { perSecond: number; mean: number; bad: number };

/**
 * Signed-in pages and calls of the whole application, its database on the same machine, load from a second process.
 * The issue's limits come from a machine where bare node and pg make 3,500 lists a second: the peer says what they are
 * on this one.
 */
export default async function bench(): Promise<Row[]> {
  const app = await startedApplication();
  const { url, dataDir } = app;
  try {
    await pause(3_000);
    const memory = resident(app.child);
    const group = await bigGroup(dataDir);
    const token = await signInForToken(url);
    const usual = `/contacts/contact-group/details?id=${group}`;
    const call = `${url}/api/messaging/contact-groups/${group}/contacts/?per_page=50`;
    const cookie = await signIn(url);
    const one = { url: `${url}${usual}&per_page=50`, headers: { cookie } };
    await load([one], { seconds: 3 });
    const pages = await load([one]);
    const calls = await load([{ url: call, headers: { authorization: `Bearer ${token}` } }], { method: "POST" });
    const alone = await load([{ ...one, url: `${url}${usual}` }], { connections: 1 });
    const peer = await peers(dataDir, group);
    const both = await onTwoNodes(dataDir, `${usual}&per_page=50`);
    const more = alone.mean - peer.empty.mean;
    const bare = `bare node + pg ${Math.round(peer.bare.perSecond)}/s`;
    const list = `bare Remix + pg, the same rows in a bare table, ${Math.round(peer.list.perSecond)}/s`;
    return [
      { ...row("list page, 50 of 100,000 rows, 8 clients", pages, 250), peer: `${bare}, ${list}` },
      { ...row("the same page on two nodes, one for each core", both, 250), peer: bare },
      { ...row("the same list as a call, 8 clients", calls, 1_500), peer: bare },
      {
        name: "the list page of 25 rows over an empty Remix page, one client",
        figure: `+${more.toFixed(2)} ms`,
        limit: "+1.5 ms",
        peer: `empty page ${peer.empty.mean.toFixed(2)} ms; bare Remix + pg, the same rows in a bare table, +${(peer.alone.mean - peer.empty.mean).toFixed(2)} ms`,
        ok: more <= 1.5,
      },
      { name: "idle memory of the application", figure: `${memory} MB`, limit: "300 MB", ok: memory < 300 },
    ];
  } finally {
    await app.stop();
  }
}

async function onTwoNodes(dataDir: string, path: string): Promise<Load> {
  const { urls, stop } = await startedNodes(dataDir, 2);
  try {
    const asked = [];
    for (const url of urls) asked.push({ url: `${url}${path}`, headers: { cookie: await signIn(url) } });
    await load(asked, { seconds: 3 });
    return await load(asked);
  } finally {
    await stop();
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

/** The clients are shared out among the addresses. */
async function load(
  asked: { url: string; headers: Record<string, string> }[],
  {
    method = "GET",
    connections = 8,
    seconds = 8,
  }: { method?: "GET" | "POST"; connections?: number; seconds?: number } = {},
): Promise<Load> {
  const each = connections / asked.length;
  const results = await Promise.all(
    asked.map(({ url, headers }) => autocannon({ url, method, headers, connections: each, duration: seconds })),
  );
  const perSecond = results.reduce((sum, { requests }) => sum + requests.average, 0);
  const bad = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
  return { perSecond, mean: 1000 / (perSecond / connections), bad };
}

type Peers = { bare: Load; list: Load; empty: Load; alone: Load };

/** Each peer in a process of its own, as in production: node's own http and one query; Remix with nothing around it. */
async function peers(dataDir: string, group: number): Promise<Peers> {
  const database = await startDatabase({ dataDir });
  const asked = [database.url, account, group].map((one) => JSON.stringify(one)).join(", ");
  try {
    const bare = await measured(bareList(asked), (url) => load([{ url, headers: {} }]));
    const remix = `
      import { importTypescript } from ${JSON.stringify(`${pathToFileURL(process.cwd()).href}/scripts/import-typescript.mjs`)};
      const { serveRemixPeer } = await importTypescript("scripts/bench/remix-peer.tsx");
      process.stdout.write(String(await serveRemixPeer(${asked})));`;
    return await measured(remix, async (url) => {
      const of = (path: string) => [{ url: `${url}${path}`, headers: {} }];
      await load(of("list?per_page=50"), { seconds: 3 });
      const list = await load(of("list?per_page=50"));
      const alone = await load(of("list?per_page=25"), { connections: 1 });
      return { bare, list, alone, empty: await load(of(""), { connections: 1 }) };
    });
  } finally {
    await database.stop();
  }
}

function bareList(asked: string): string {
  return `
    import http from "node:http";
    import pg from "pg";
    const [connectionString, account, group] = [${asked}];
    const pool = new pg.Pool({ connectionString, max: 8 });
    http.createServer(async (_, answer) => {
      const client = await pool.connect();
      await client.query("select set_config('app.account', $1, false)", [account]);
      const { rows } = await client.query(${JSON.stringify(listQuery)}, [account, group, 50]);
      client.release();
      answer.setHeader("content-type", "application/json").end(JSON.stringify(rows));
    }).listen(0, "127.0.0.1", function () { process.stdout.write(String(this.address().port)); });`;
}

/** Runs a program that prints its port, for as long as it is measured. */
async function measured<T>(program: string, measure: (url: string) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const port = await new Promise<string>((resolve, reject) => {
      child.stdout.once("data", (chunk: Buffer) => resolve(String(chunk).trim()));
      child.once("exit", (code) => reject(new Error(`a peer ended with ${code}`)));
    });
    return await measure(`http://127.0.0.1:${port}/`);
  } finally {
    child.kill();
  }
}
