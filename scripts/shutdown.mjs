import { readFileSync } from "node:fs";
import { identity } from "./processes.mjs";

const graceForApplication = 2_800;
const oneCtrlC = 1_000;

/**
 * Ctrl-C, SIGTERM and a closed terminal end everything in order and within 5 s; a second one ends it at once.
 * @returns what runs, filled in by whoever starts it: `application` and `database`
 */
export function watchSignals() {
  const running = { application: undefined, database: undefined, stopping: false };
  let first;
  const stop = () => {
    // npm passes on the Ctrl-C that the terminal gave us already: both together are one.
    if (first !== undefined && performance.now() - first > oneCtrlC) process.exit(130);
    if (first !== undefined) return;
    first = performance.now();
    running.stopping = true;
    void shutDown(running);
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, stop);
  // For every way out that waits for nothing, a crash among them.
  process.once("exit", () => running.database?.abandon());
  // Nobody may be left to read what we print.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  if (process.env.npm_lifecycle_event) watchParents(stop);
  return running;
}

/** A signal that ends npm or its shell does not always reach us: we notice that they are gone. */
function watchParents(stop) {
  const parent = process.ppid;
  const above = parentOf(parent);
  const npm = above && /(^|\W)npm\b/.test(commandOf(above)) ? above : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || identity(npm))) return;
    clearInterval(timer);
    stop();
  }, 250);
  timer.unref();
}

function parentOf(pid) {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

async function shutDown({ application, database }) {
  const hurry = new Promise((resolve) => setTimeout(resolve, graceForApplication, "late"));
  try {
    const how = await Promise.race([application?.stop(), hurry]);
    if (how === "late") process.stderr.write("Some requests were still running and were cut off.\n");
  } catch (error) {
    process.stderr.write(`${error.stack}\n`);
  }
  await database?.stop();
  process.exit(0);
}
