import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Fault, root, sentenceFor, step } from "./cli.mjs";
import { postgresHome } from "./cluster.mjs";
import { run, withLock } from "./processes.mjs";

const modules = join(root, "node_modules");
const stamp = join(modules, ".jibu-lock");

/** Installs what package-lock.json names, only when it changed since the last time or an install was cut short. */
export async function ensureInstalled() {
  const wanted = fingerprint();
  if (read(stamp) === wanted) return;
  mkdirSync(join(root, ".cache"), { recursive: true });
  await withLock(
    join(root, ".cache", "install.lock"),
    async () => {
      if (read(stamp) === wanted) return;
      // Somebody ran npm themselves: what is there is complete, it only lacks our mark.
      if (!isComplete()) await step("installed packages", npmCi);
      markInstalled();
    },
    900_000,
  );
}

/** Says that node_modules is what the lock names. */
export function markInstalled() {
  writeFileSync(stamp, fingerprint());
}

/** What makes an install stale: the lock, the platform, and Node's own major version. */
function fingerprint() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  return `${lock} ${process.platform}-${process.arch} node${process.versions.node.split(".")[0]}\n`;
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** npm writes node_modules/.package-lock.json last, so it proves a complete install; it must say what our lock says. */
function isComplete() {
  const hidden = read(join(modules, ".package-lock.json"));
  if (!hidden) return false;
  const there = JSON.parse(hidden).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages);
  return wanted.every(([path, entry]) => {
    if (path === "") return true;
    const found = there[path];
    if (!found) return Boolean(entry.optional || entry.peer);
    return found.version === entry.version && existsSync(join(root, path, "package.json"));
  });
}

/** npm ci first empties node_modules, and follows a link: the packages of another checkout would be gone. */
function refuseLink() {
  if (!lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new Fault(
    `node_modules is a symbolic link to ${readlinkSync(modules)}, whose packages are not those of package-lock.json, and installing them would empty that folder: remove the link and start again.`,
  );
}

async function npmCi() {
  refuseLink();
  const log = join(root, ".cache", "install.log");
  const pidFile = join(root, ".cache", "install.pid");
  const npm = process.env.npm_execpath?.endsWith(".js") ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const shell = npm[0] === "npm" && process.platform === "win32";
  const env = { ...process.env, NODE_ENV: "development", npm_config_omit: "" };
  try {
    accessSync(root, constants.W_OK);
    writeFileSync(
      log,
      await run(npm[0], [...npm.slice(1), "ci", "--no-audit", "--no-fund"], { cwd: root, shell, env, pidFile }),
    );
  } catch (error) {
    const sentence = sentenceFor(error, root);
    if (sentence) throw new Fault(sentence);
    const output = `${error.output ?? error.message}`;
    writeFileSync(log, output);
    throw new Fault(
      `npm could not install the packages; put right what it says and start again (all of it: ${log}):\n${output
        .trim()
        .split("\n")
        .slice(-15)
        .join("\n")}`,
    );
  }
}

/** Install scripts may be switched off: does what those of PostgreSQL and esbuild would have done. */
export async function hydrate() {
  const postgres = postgresHome();
  const links = join(postgres, "native", "pg-symlinks.json");
  if (existsSync(links)) {
    const missing = JSON.parse(readFileSync(links, "utf8")).some(({ target }) => !existsSync(join(postgres, target)));
    if (missing) await run(process.execPath, [join(postgres, "scripts", "hydrate-symlinks.js")], { cwd: postgres });
  }
}

/** esbuild's own install script checks its program and, where npm left it out, fetches it. */
export async function hydrateEsbuild() {
  const folder = dirname(createRequire(join(root, "package.json")).resolve("esbuild/package.json"));
  try {
    await run(process.execPath, [join(folder, "bin", "esbuild"), "--version"]);
  } catch {
    await run(process.execPath, [join(folder, "install.js")], { cwd: folder });
  }
}
