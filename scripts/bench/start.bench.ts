import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };

const port = 3400 + Math.floor(Math.random() * 400);
const url = `http://127.0.0.1:${port}/login`;

/** From `npm start` to the first page that answers, with everything installed, built and filled; npm is part of it. */
export default async function bench(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "jibu-bench-"));
  const bare = mkdtempSync(join(tmpdir(), "jibu-bench-"));
  writeFileSync(join(bare, "package.json"), JSON.stringify({ scripts: { start: "node server.cjs" } }));
  writeFileSync(
    join(bare, "server.cjs"),
    'require("node:http").createServer((_, a) => a.end("ok")).listen(process.env.PORT, "127.0.0.1");',
  );
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error" } as NodeJS.ProcessEnv;
  try {
    await timed(process.cwd(), env);
    const second = await median(() => timed(process.cwd(), env));
    const nothing = await median(() => timed(bare, env));
    return [
      {
        name: "a second npm start, until a page answers",
        figure: `${second.toFixed(2)} s`,
        limit: "2 s",
        peer: `npm start of node's own http ${nothing.toFixed(2)} s`,
        ok: second < 2,
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(bare, { recursive: true, force: true });
  }
}

async function median(one: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  while (all.length < 5) all.push(await one());
  return all.sort((a, b) => a - b)[2] ?? Number.NaN;
}

/** Seconds from the command to the answer; the process is ended after it. */
async function timed(cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const begun = performance.now();
  // A group of its own: npm does not always hand a signal on.
  const child = spawn("npm", ["start"], { cwd, env, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.resume();
  // Closed when the last of the group has ended; npm may end before the server does.
  const over = new Promise((resolve) => child.once("close", resolve));
  try {
    for (;;) {
      if ((await fetch(url).catch(() => undefined))?.ok) return (performance.now() - begun) / 1000;
      if (child.exitCode !== null || performance.now() - begun > 300_000) throw new Error("npm start does not answer");
      await pause(10);
    }
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    await over;
  }
}
