import { Worker } from "node:worker_threads";
import type { Database } from "../services/kit/database";
import { isFilled } from "./filled";

/** What demo/filler.ts is given. */
export type FillJob = { url: string };

/**
 * Fills the demo in a thread of its own, so that the rest of the start goes on meanwhile and the memory that a year of
 * history takes is given back. Does nothing when it is filled.
 * @param worker the bundled demo/filler.ts
 */
export function fillApart(
  database: Database,
  { url, worker: file }: FillJob & { worker: URL },
  say: (line: string) => void,
): { done: Promise<void>; stop(): Promise<void> } {
  let worker: Worker | undefined;
  let isStopped = false;
  async function fill(): Promise<void> {
    if ((await isFilled(database)) || isStopped) return;
    worker = new Worker(file, { workerData: { url } satisfies FillJob, name: "demo-fill", execArgv: [] });
    worker.on("message", say);
    await ended(worker);
  }
  const done = fill();
  // Told to whoever waits for it.
  done.catch(() => undefined);
  return {
    done,
    async stop() {
      isStopped = true;
      await worker?.terminate();
    },
  };
}

function ended(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("the demo could not be filled"))));
  });
}
