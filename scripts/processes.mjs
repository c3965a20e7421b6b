import { spawn } from "node:child_process";
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Who a process is: its number and when it began, so that a number given out again is not taken for the old process.
 * Undefined when it is dead (a zombie is).
 */
export function identity(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return fields[0] === "Z" || fields[0] === "X" ? undefined : `${pid} ${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  try {
    process.kill(pid, 0);
    return `${pid}`;
  } catch (error) {
    return error.code === "EPERM" ? `${pid}` : undefined;
  }
}

export function isAlive(written) {
  const pid = Number.parseInt(written, 10);
  return identity(pid) === written.trim();
}

/** True when the process works in that folder; where the system does not tell, a living process is believed. */
export function worksIn(pid, folder) {
  if (!identity(pid)) return false;
  if (process.platform !== "linux") return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** Sends a signal and forgives a process that is gone already. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Waits until `test` is true; false when the time is over. Milliseconds. */
export async function until(test, limit, every = 10) {
  const end = performance.now() + limit;
  while (!test()) {
    if (performance.now() > end) return false;
    await pause(every);
  }
  return true;
}

/** Lets one process at a time do `work`; a lock left by a dead process is taken over. */
export async function withLock(file, work, limit = 180_000) {
  const mine = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(mine, identity(process.pid));
  try {
    if (!(await until(() => take(file, mine), limit, 50)))
      throw new Error(`${file} is held by process ${readFileSync(file, "utf8")}`);
    try {
      sweep(file);
      return await work();
    } finally {
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Clears the names that killed processes waited under. */
function sweep(file) {
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith(`${basename(file)}.`) && !identity(Number(name.slice(basename(file).length + 1).split(".")[0])))
      rmSync(join(dirname(file), name), { force: true });
}

function take(file, mine) {
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  try {
    const holder = readFileSync(file, "utf8");
    if (isAlive(holder)) return false;
    // Moved aside before it is thrown away: another taker may have put its own lock there in between.
    const aside = `${mine}.old`;
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") !== holder) linkSync(aside, file);
    rmSync(aside, { force: true });
  } catch {
    // Somebody else was quicker: look again.
  }
  return false;
}

/** Ends what an earlier run left going when it was killed itself; only where a number cannot be mistaken for another's. */
function endLeftover(pidFile) {
  if (process.platform !== "linux" || !existsSync(pidFile)) return;
  const left = readFileSync(pidFile, "utf8");
  if (isAlive(left)) signal(Number.parseInt(left, 10), "SIGKILL");
}

/**
 * Runs a program to its end and keeps what it printed.
 * @param pidFile remembers the program, so that the next run can end it when this process is killed
 * @returns what it printed; throws an Error with `output` and `status` when it failed
 */
export function run(command, args, { input, echo = false, timeout, onMessage, pidFile, ...options } = {}) {
  if (pidFile) endLeftover(pidFile);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], ...options });
    if (pidFile && child.pid) writeFileSync(pidFile, identity(child.pid) ?? "");
    if (onMessage) child.on("message", onMessage);
    let output = "";
    const keep = (chunk) => {
      output = (output + chunk).slice(-200_000);
      if (echo) process.stdout.write(chunk);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input ?? "");
    const stop = () => signal(child.pid, "SIGKILL");
    const timer = timeout ? setTimeout(stop, timeout) : undefined;
    process.once("exit", stop);
    const settled = () => {
      clearTimeout(timer);
      process.off("exit", stop);
      if (pidFile) rmSync(pidFile, { force: true });
    };
    child.on("error", (error) => {
      settled();
      reject(Object.assign(error, { output }));
    });
    child.on("close", (status, by) => {
      settled();
      if (status === 0) return resolve(output);
      const why = by ? `was ended by ${by}` : `ended with status ${status}`;
      reject(Object.assign(new Error(`${command} ${why}`), { output, status }));
    });
  });
}
