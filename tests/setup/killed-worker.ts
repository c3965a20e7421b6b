import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { bundled } from "../../scripts/bench/smsc-process";

/** How often a crash test kills its worker: 5, or what KILLS says. */
export const kills = Number(process.env.KILLS ?? 5);

export type KilledWorker = Awaited<ReturnType<typeof killedWorker>>;

/** A program that sends, in a process of its own that can be killed at any moment. `heard`: what it said of errors. */
export async function killedWorker(source: string) {
  const program = await bundled(source);
  const heard: string[] = [];
  let child: ChildProcess | undefined;

  async function start(args: readonly string[]): Promise<void> {
    const started = spawn(process.execPath, [program.file, ...args]);
    child = started;
    started.stderr.on("data", (data: Buffer) => heard.push(String(data)));
    const ended = once(started, "exit").then(() => Promise.reject(new Error(`the sender ended: ${heard.join("")}`)));
    await Promise.race([once(started.stdout, "data"), ended]);
    ended.catch(() => undefined);
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const over = once(child, "exit");
    child.kill("SIGKILL");
    await over;
  }

  return {
    heard,
    start,
    kill,
    async end() {
      await kill();
      program.remove();
    },
  };
}
