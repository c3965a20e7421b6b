import { parentPort, workerData } from "node:worker_threads";
import { countExpected } from "./expect";
import { openContactFile } from "./open";
import { FileProblem } from "./problem";
import { readContacts } from "./read";
import type { FromWorker, Job, ToWorker } from "./run";
import { staged } from "./staged";

/** Batches ahead of the reader: enough to keep both sides busy, few enough to bound the memory. */
const ahead = 2;

if (!parentPort) throw new Error("This file runs in a worker thread only");
const port = parentPort;
let credits = ahead;
let wake: (() => void) | undefined;

port.on("message", (_more: ToWorker) => {
  credits++;
  wake?.();
});

function post(message: FromWorker, moved: ArrayBuffer[] = []): void {
  port.postMessage(message, moved);
}

/** Waits until the reader takes another batch. */
async function waitForCredit(): Promise<void> {
  while (credits === 0) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  credits--;
}

async function work(job: Job): Promise<void> {
  const file = await openContactFile(job.path, job.limits);
  try {
    if (job.kind === "look") {
      const { format, bytes, mapping, sample } = file;
      const expected = await countExpected(file, job.counting, job.reading);
      post({ kind: "look", look: { format, bytes, mapping, sample }, expected });
      return;
    }
    if (job.kind === "rows") {
      for await (const rows of file.rows()) {
        await waitForCredit();
        post({ kind: "rows", rows });
      }
      post({ kind: "end" });
      return;
    }
    for await (const rows of staged(readContacts(file, job.mapping, job.options), job.maxRefused)) {
      await waitForCredit();
      post({ kind: "staged", staged: rows }, [rows.text.buffer as ArrayBuffer]);
    }
    post({ kind: "end" });
  } finally {
    await file.close();
  }
}

work(workerData as Job)
  .catch((error: unknown) => {
    if (!(error instanceof FileProblem)) throw error;
    post({ kind: "problem", code: error.code, message: error.message, line: error.line });
  })
  .finally(() => port.close());
