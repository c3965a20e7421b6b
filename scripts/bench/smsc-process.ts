import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";

/** Bundles one source file with everything it needs, so that it runs from anywhere by itself. */
export async function bundled(source: string): Promise<{ file: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "jibu-child-"));
  const file = join(folder, "main.mjs");
  // Some packages look for `require` in a bundle of modules.
  const js =
    'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';
  const banner = { js };
  await build({
    entryPoints: [source],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner,
    external: ["pg-native"],
    logLevel: "error",
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type SmscProcess = {
  port: number;
  /** One question of sandbox/smsc-main.ts, and its answer. */
  ask<T>(question: object): Promise<T>;
  stop(): Promise<void>;
};

/** The sandbox's message centre in a process of its own, or another program that answers as sandbox/smsc-main.ts does. */
export async function startSmscProcess(source = "sandbox/smsc-main.ts"): Promise<SmscProcess> {
  const { file, remove } = await bundled(source);
  const child: ChildProcess = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
  const answers: ((line: string) => void)[] = [];
  const heard: string[] = [];
  if (!child.stdout) throw new Error("the message centre has no output");
  createInterface({ input: child.stdout }).on("line", (line) => {
    const next = answers.shift();
    if (next) next(line);
    else heard.push(line);
  });
  const answer = () =>
    new Promise<string>((resolve) => {
      const line = heard.shift();
      if (line === undefined) answers.push(resolve);
      else resolve(line);
    });
  const { port } = JSON.parse(await answer()) as { port: number };
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    port,
    async ask<T>(question: object) {
      const line = answer();
      child.stdin?.write(`${JSON.stringify(question)}\n`);
      return JSON.parse(await line) as T;
    },
    async stop() {
      child.stdin?.end();
      await ended;
      remove();
    },
  };
}
