import { existsSync, mkdirSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Something the person at the keyboard can put right: its message is one sentence that says how. */
export class Fault extends Error {}

/** Prints one line for the person who started the command. */
export function say(line = "") {
  process.stdout.write(`${line}\n`);
}

/** Seconds since `from` (a performance.now()), as they are printed. */
export function seconds(from) {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`;
}

/** Runs one step and prints what was done and how long it took; a step that changes nothing may return "quiet". */
export async function step(label, work) {
  const from = performance.now();
  const result = await work();
  if (result !== "quiet") say(`  ${label.padEnd(28)} ${seconds(from).padStart(7)}`);
  return result;
}

/** The program that an npm package brings. */
export function program(name) {
  const file = join(root, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);
  if (!existsSync(file))
    throw new Fault(`node_modules has no "${name}": remove node_modules and run the command again.`);
  return file;
}

const sentences = {
  ENOSPC: (where) => `The disk is full: free some space for ${where} and start again.`,
  EDQUOT: (where) => `Your disk quota is used up: free some space for ${where} and start again.`,
  EROFS: (where) =>
    `${where} is on a read-only disk: set DATA_DIR to a folder that can be written, or use a writable copy.`,
  EACCES: (where) =>
    `${where} cannot be written by this user: change its owner, or set DATA_DIR to a folder of your own.`,
  ENOTDIR: (where) => `${where} is no folder: set DATA_DIR to one that can be written.`,
  EPERM: (where) =>
    `${where} cannot be written by this user: change its owner, or set DATA_DIR to a folder of your own.`,
};

const printedAs = {
  ENOSPC: /ENOSPC|No space left on device/,
  EDQUOT: /EDQUOT|Disk quota exceeded/,
  EROFS: /EROFS|Read-only file system/,
  EACCES: /EACCES|Permission denied/,
};

/** The one sentence for a fault of the machine, found by the error's code or in what a program printed; else undefined. */
export function sentenceFor(error, where) {
  // What programs print; a message of PostgreSQL about the rights of a role is another matter.
  const printed = `${error?.output ?? ""}`;
  const code =
    error?.code in sentences
      ? error.code
      : (Object.keys(printedAs).find((name) => printedAs[name].test(printed)) ??
        (error?.output !== undefined && isFull(where) ? "ENOSPC" : undefined));
  return code ? sentences[code](error?.path ?? where) : undefined;
}

/** Like mkdir -p, and closed to others; node's own says ENOENT where the truth is a read-only disk. */
export function makeFolder(path) {
  if (existsSync(path)) return path;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  return path;
}

/** True when hardly anything fits on the disk of that folder: what failed there may not even have been able to say so. */
export function isFull(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < 32 * 1024 * 1024;
  } catch {
    return false;
  }
}

/** Ends the command with its one sentence; anything unforeseen keeps its stack, because only that helps. */
export function fail(error, where = root) {
  const sentence = error instanceof Fault ? error.message : sentenceFor(error, where);
  process.stderr.write(`\n${sentence ?? error?.stack ?? error}\n`);
  process.exit(1);
}
