import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { Mapping } from "./columns";
import type { Row } from "./delimited";
import type { Expected } from "./expect";
import type { FilePreview } from "./open";
import { FileProblem, type Limits, type ProblemCode } from "./problem";
import type { ReadOptions } from "./read";
import type { Staged } from "./staged";

export type Job =
  | { kind: "look"; path: string; limits: Partial<Limits>; counting: number; reading: Pick<ReadOptions, "byName"> }
  | { kind: "rows"; path: string; limits: Partial<Limits> }
  | {
      kind: "read";
      path: string;
      limits: Partial<Limits>;
      mapping: Mapping;
      options: ReadOptions;
      maxRefused: number;
    };

export type FromWorker =
  | { kind: "look"; look: FilePreview; expected: Expected | null }
  | { kind: "staged"; staged: Staged }
  | { kind: "rows"; rows: Row[] }
  | { kind: "end" }
  | { kind: "problem"; code: ProblemCode; message: string; line: number | undefined };

export type ToWorker = "more";

export type RunOptions = {
  /** The bundled worker; the build's own when not given. */
  workerUrl?: URL;
  limits?: Partial<Limits>;
  signal?: AbortSignal;
  /** How rows are counted that are only looked at. */
  reading?: Pick<ReadOptions, "byName">;
};

/** Where the build puts the bundled worker. */
export function builtWorkerUrl(): URL {
  return pathToFileURL(resolve("build/contact-file-worker.js"));
}

/** Milliseconds that counting a whole file may take while somebody waits for its columns. */
const counting = 4_000;

/** Looks at a file in a worker thread and counts its rows. Throws `FileProblem` for one that cannot be read. */
export async function lookInWorker(
  path: string,
  options: RunOptions = {},
): Promise<FilePreview & { expected: Expected | null }> {
  const { limits = {}, reading = {} } = options;
  for await (const message of run({ kind: "look", path, limits, counting, reading }, options))
    if (message.kind === "look") return { ...message.look, expected: message.expected };
  throw new Error("The contact file reader ended without an answer");
}

/**
 * Reads all rows in a worker thread, ready to be copied into the database. The worker stays at most two batches ahead
 * of the loop that takes them, and ends when that loop is left. Throws `FileProblem` when the file turns out to be broken further down.
 */
export async function* stageInWorker(
  path: string,
  mapping: Mapping,
  options: RunOptions & ReadOptions & { maxRefused: number },
): AsyncGenerator<Staged> {
  const { workerUrl: _url, limits = {}, signal: _signal, reading: _reading, maxRefused, ...reading } = options;
  for await (const message of run({ kind: "read", path, limits, mapping, options: reading, maxRefused }, options))
    if (message.kind === "staged") yield message.staged;
}

/**
 * All rows of a file in a worker thread as they stand in it, headings included: for tables that are no contacts. Throws
 * `FileProblem` for a file that cannot be read, also further down.
 */
export async function* rowsInWorker(path: string, options: RunOptions): AsyncGenerator<Row[]> {
  const { limits = {} } = options;
  for await (const message of run({ kind: "rows", path, limits }, options))
    if (message.kind === "rows") yield message.rows;
}

/** A workbook that needs more memory than this stops its own worker, not the server. */
const heapMegabytes = 256;

async function* run(job: Job, { workerUrl, signal }: RunOptions): AsyncGenerator<FromWorker> {
  signal?.throwIfAborted();
  const worker = new Worker(workerUrl ?? builtWorkerUrl(), {
    workerData: job,
    name: "contact-file",
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const inbox: FromWorker[] = [];
  let failure: unknown;
  let over = false;
  let wake: (() => void) | undefined;
  function arrive(change: () => void): void {
    change();
    wake?.();
  }
  const abort = () =>
    arrive(() => {
      failure = signal?.reason;
      over = true;
    });
  worker.on("message", (message: FromWorker) => arrive(() => inbox.push(message)));
  worker.on("error", (error) =>
    arrive(() => {
      failure = outOfMemory(error) ?? error;
    }),
  );
  worker.on("exit", () =>
    arrive(() => {
      over = true;
    }),
  );
  signal?.addEventListener("abort", abort, { once: true });
  try {
    for (;;) {
      signal?.throwIfAborted();
      const message = inbox.shift();
      if (message?.kind === "problem") throw new FileProblem(message.code, message.message, message.line);
      if (message?.kind === "end") return;
      if (message) {
        yield message;
        worker.postMessage("more" satisfies ToWorker);
      } else if (failure) throw failure;
      else if (over) throw new Error("The contact file reader stopped before the end of the file");
      else
        await new Promise<void>((next) => {
          wake = next;
        });
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    await worker.terminate();
  }
}

function outOfMemory(error: Error): FileProblem | undefined {
  if ((error as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") return undefined;
  return new FileProblem(
    "too-big",
    "The file needs more memory than one upload may take: split it into smaller files.",
  );
}
