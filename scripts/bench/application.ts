import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startDatabase } from "../database.mjs";

/** The demo account that the benchmarks measure. */
export const account = "100001";
const many = 100_000;

/** What npm start gives Node: the figures are those of a process that people run. */
const flags = String(JSON.parse(readFileSync("package.json", "utf8")).scripts.start)
  .split(" ")
  .filter((word) => word.startsWith("--"));

export type Application = {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** Ends the server and starts it again at once, with the same data at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** The whole application as npm start makes it, in a data folder and on a port of its own. */
export async function startedApplication(settings: Record<string, string> = {}): Promise<Application> {
  const dataDir = mkdtempSync(join(tmpdir(), "jibu-bench-"));
  const port = 3400 + Math.floor(Math.random() * 400);
  const url = `http://127.0.0.1:${port}`;
  const own = { ...settings, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const started = () =>
    spawn(process.execPath, [...flags, "scripts/start.mjs"], {
      env: { ...process.env, ...own } as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "inherit"],
    });
  let child = started();
  const stop = async () => {
    await ended(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  const restart = async () => {
    await ended(child);
    child = started();
    await ready(url);
  };
  try {
    await ready(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, dataDir, child, restart, stop };
}

/** Nodes as compose.yaml runs them, each with pages and services, over the database of an application that runs. */
export async function startedNodes(dataDir: string, count: number): Promise<{ urls: string[]; stop(): Promise<void> }> {
  const database = await startDatabase({ dataDir });
  const from = 3400 + Math.floor(Math.random() * 400);
  const urls = Array.from({ length: count }, (_, at) => `http://127.0.0.1:${from + at}`);
  const nodes = urls.map((url, at) => {
    const own = {
      DATABASE_URL: database.url,
      PUBLIC_URL: url,
      PORT: String(from + at),
      DATA_DIR: join(dataDir, `node-${at}`),
      ROLES: "web,services",
      SESSION_SECRET: randomBytes(32).toString("hex"),
      SERVICE_SECRET: randomBytes(32).toString("hex"),
      LOG_LEVEL: "error",
    };
    const env = { ...process.env, ...own } as NodeJS.ProcessEnv;
    return spawn(process.execPath, [...flags, "scripts/run.mjs"], { env, stdio: ["ignore", "pipe", "inherit"] });
  });
  const stop = async () => {
    for (const node of nodes) await ended(node);
    await database.stop();
  };
  try {
    await Promise.all(urls.map(ready));
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls, stop };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await over;
}

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error("the application did not become ready");
}

/** A group of 100,000 contacts, written straight into the tables. Answers its id. */
export async function bigGroup(dataDir: string): Promise<number> {
  return inDemoAccount(dataDir, async (client) => {
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
  });
}

/** Works as the database's owner in the demo account of an application that runs; `url` is the database's. */
export async function inDemoAccount<T>(
  dataDir: string,
  work: (client: pg.Client, url: string) => Promise<T>,
): Promise<T> {
  const database = await startDatabase({ dataDir });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("select set_config('app.account', $1, false)", [account]);
    return await work(client, database.url);
  } finally {
    await client.end();
    await database.stop();
  }
}

/**
 * The cookies of a person of the demo, its owner if nobody is named: the session, and that this browser has the style
 * sheet, as one has that came by the page for signing in.
 */
export async function signIn(url: string, email = "owner@savanna.test"): Promise<string> {
  const form = await fetch(`${url}/login`);
  const body = new URLSearchParams({ email, password: "karibu-demo-2026" });
  const response = await fetch(`${url}/login`, { method: "POST", body, headers: { origin: url }, redirect: "manual" });
  return [...form.headers.getSetCookie(), ...response.headers.getSetCookie()]
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** A bearer token of the demo owner. */
export async function signInForToken(url: string): Promise<string> {
  const grant = { grant_type: "password", client_id: "jibu-web", scope: "*" };
  const body = new URLSearchParams({ ...grant, username: "owner@savanna.test", password: "karibu-demo-2026" });
  const response = await fetch(`${url}/api/identity/login/token`, { method: "POST", body });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Resident memory in MB, as the kernel tells it. */
export function resident({ pid }: ChildProcess): number {
  const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(found) / 1024);
}
