import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../../scripts/cli.mjs";

const modules = join(root, "node_modules");

/** Stands in for the built application: it answers on its port, says what is in the database, and stops as told. */
const standIn = `
  import { createServer } from "node:http";
  import pg from "pg";
  export async function start({ env, databaseUrl, log }) {
    const pool = new pg.Pool({ connectionString: databaseUrl });
    pool.on("error", () => undefined);
    await pool.query("create table if not exists rows (id bigint generated always as identity)");
    const server = createServer(async (request, response) => {
      if (request.method === "POST") await pool.query("insert into rows default values");
      const { rows } = await pool.query("select count(*)::int as count, current_user as role from rows");
      response.end(JSON.stringify(rows[0]));
    });
    await new Promise((resolve, reject) => server.once("error", reject).listen(env.PORT, env.HOST ?? "127.0.0.1", resolve));
    log("stand-in");
    return {
      url: "http://127.0.0.1:" + server.address().port,
      signIns: [{ email: "owner@savanna.test", what: "Owner" }],
      stop: async () => {
        if (env.STAND_IN === "never stops") await new Promise(() => undefined);
        server.closeAllConnections();
        server.close();
        await pool.end();
      },
    };
  }`;

/** A copy of the repository with a stand-in for the built application, marked as installed and built. */
export function makeCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), "jibu-checkout-"));
  cpSync(join(root, "scripts"), join(folder, "scripts"), { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(root, file), join(folder, file));
  mkdirSync(join(folder, "node_modules"));
  // Its own folder of links: the commands write their mark there.
  for (const name of readdirSync(modules))
    if (!name.startsWith(".") || name === ".bin") symlinkSync(join(modules, name), join(folder, "node_modules", name));
  mkdirSync(join(folder, "services"));
  writeFileSync(join(folder, "server.ts"), "export {};\n");
  mkdirSync(join(folder, "build"));
  writeFileSync(join(folder, "build", "jibu.js"), standIn);
  const marks = `for (const [file, mark] of [["install", "markInstalled"], ["build", "markBuilt"]])
    (await import("./scripts/" + file + ".mjs"))[mark]();`;
  execFileSync(process.execPath, ["--input-type=module", "-e", marks], { cwd: folder });
  return folder;
}

export type Command = {
  child: ChildProcess;
  printed: () => string;
  /** Resolves with the address of the ready line; rejects when the command ends before it. */
  ready: Promise<string>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

const running = new Set<ChildProcess>();

/** Starts a command of the checkout, in a process group of its own. */
export function command(folder: string, words: string[], env: Record<string, string> = {}): Command {
  const [program = "", ...rest] = words;
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_ENV|DATABASE_URL)/.test(name));
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...env } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  running.add(child);
  let text = "";
  let found: (url: string) => void;
  let lost: (error: Error) => void;
  const ready = new Promise<string>((resolve, reject) => {
    found = resolve;
    lost = reject;
  });
  ready.catch(() => undefined);
  const keep = (chunk: Buffer) => {
    text += chunk;
    const url = /Jibu is ready on (\S+)/.exec(text)?.[1];
    if (url) found(url);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.on("close", (code, signal) => {
      running.delete(child);
      lost(new Error(`ended before it was ready:\n${text}`));
      resolve({ code, signal });
    }),
  );
  return { child, printed: () => text, ready, ended };
}

/** Ends what a test left running, by the processes it started. */
export function clear(folder: string): void {
  for (const child of running) if (child.pid) signalGroup(child.pid, "SIGKILL");
  const pid = postmaster(join(folder, ".data"));
  if (pid) process.kill(pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Gone already.
  }
}

/** The number of the living postmaster of a data folder. */
export function postmaster(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8").split("\n")[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || !address) throw new Error("no port");
  return address.port;
}
