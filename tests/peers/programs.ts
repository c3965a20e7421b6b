import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Debian's name of this machine's libraries. */
const triplet = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" }[process.arch as string] ?? "";

/** A program of Debian's that is here: as installed, or unpacked (`dpkg -x`) into the folder that PEERS_ROOT names. */
export type Peer = { path: string; libraries: string; env: NodeJS.ProcessEnv };

export function findPeer(path: string): Peer | undefined {
  const root = process.env.PEERS_ROOT ?? "/";
  const found = join(root, path);
  if (!existsSync(found)) return undefined;
  const libraries = join(root, "usr/lib", triplet);
  const own = ["", "kamailio", "../dovecot", "../postfix"].map((name) => join(libraries, name)).join(":");
  return { path: found, libraries, env: root === "/" ? process.env : { ...process.env, LD_LIBRARY_PATH: own } };
}

/** Says in one sentence why the tests of these peers are skipped, once. */
export function explainMissing(what: string, packages: string): void {
  process.stdout.write(
    `${what} can't be had here: install Debian's ${packages}, or name the folder they are unpacked in by PEERS_ROOT.\n`,
  );
}

/** A port of this machine that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export type RunningProgram = { process: ChildProcess; said(): string; stop(): Promise<void> };

/** Runs a program until `stop`, which waits for its end. */
export function runPeer({ path, env }: Peer, args: readonly string[]): RunningProgram {
  const child = spawn(path, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      said = (said + data.toString()).slice(-20_000);
    });
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    process: child,
    said: () => said,
    async stop() {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await gone;
      clearTimeout(late);
    },
  };
}

/** A folder of its own for one peer. */
export function peerFolder(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `jibu-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
