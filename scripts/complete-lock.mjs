// node scripts/complete-lock.mjs: after an npm install, puts back the lock's entries for other platforms, which npm
// drops when node_modules is there already; without them npm ci refuses the lock elsewhere. Safe to repeat.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail, root, say } from "./cli.mjs";
import { run } from "./processes.mjs";

const file = join(root, "package-lock.json");

/** Where node would find `name` from the package at `path`, or else the place npm would give it. */
export function placeOf(packages, path, name) {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf("node_modules/") - 1))) {
    const place = `${from ? `${from}/` : ""}node_modules/${name}`;
    if (packages[place]) return { place, found: true };
    if (!from) break;
  }
  const top = packages[`node_modules/${name}`];
  return { place: top ? `${path}/node_modules/${name}` : `node_modules/${name}`, found: false };
}

/** The optional packages that the lock's own entries ask for and that have no entry: [owner, name, place]. */
export function missingFrom(packages) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).flatMap((name) => {
      const { place, found } = placeOf(packages, path, name);
      return found ? [] : [{ owner: path, name, place }];
    }),
  );
}

/** Asks npm for a complete lock of just the owners, at the very versions, in a folder without node_modules. */
async function resolveAnew(packages, owners) {
  const folder = mkdtempSync(join(tmpdir(), "jibu-lock-"));
  try {
    const aliases = owners.map((owner, index) => {
      const name = packages[owner].name ?? owner.slice(owner.lastIndexOf("node_modules/") + "node_modules/".length);
      return [`owner-${index}`, `npm:${name}@${packages[owner].version}`];
    });
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ private: true, dependencies: Object.fromEntries(aliases) }),
    );
    const args = ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"];
    await run("npm", args, { cwd: folder, shell: process.platform === "win32" });
    return JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the entry of `name`, and of what it needs itself, from the new lock into ours. */
function take(packages, owner, anew, from, name) {
  const at = placeOf(anew, from, name);
  const to = placeOf(packages, owner, name);
  if (to.found) return;
  if (!at.found) {
    packages[to.place] = derived(packages[owner], name);
    return;
  }
  const { resolved: _host, peer: _peer, ...entry } = anew[at.place];
  packages[to.place] = { ...entry, ...(packages[owner].dev ? { dev: true } : {}), optional: true };
  for (const [path, inside] of Object.entries(anew))
    if (inside.inBundle && path.startsWith(`${at.place}/node_modules/`))
      packages[to.place + path.slice(at.place.length)] = { ...inside, ...(packages[owner].dev ? { dev: true } : {}) };
  for (const needed of Object.keys(entry.dependencies ?? {})) take(packages, to.place, anew, at.place, needed);
}

/**
 * The entry of a package that this registry does not carry, by what its name says; npm then checks the version
 * but no hash on that platform, which is better than a program that is not there.
 */
function derived(owner, name) {
  const version = owner.optionalDependencies[name];
  if (!/^\d/.test(version)) throw new Error(`npm does not know ${name}, and its version (${version}) is no single one`);
  const os = /android|darwin|freebsd|openbsd|openharmony|linux|win32/.exec(name)?.[0];
  const cpu = /arm64|arm(?=-|$)|x64|ia32|ppc64|riscv64|s390x|loong64|wasm32/.exec(name)?.[0];
  const libc = os !== "linux" ? undefined : name.endsWith("musl") ? "musl" : "glibc";
  return {
    version,
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(owner.dev ? { dev: true } : {}),
    ...(libc ? { libc: [libc] } : {}),
    ...(owner.license ? { license: owner.license } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  };
}

export async function completeLock() {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const missing = missingFrom(lock.packages);
  if (missing.length === 0) return 0;
  const owners = [...new Set(missing.map(({ owner }) => owner))];
  const anew = await resolveAnew(lock.packages, owners);
  for (const { owner, name } of missing)
    take(lock.packages, owner, anew, `node_modules/owner-${owners.indexOf(owner)}`, name);
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  return missing.length;
}

if (process.argv[1]?.endsWith("complete-lock.mjs"))
  await completeLock().then((count) => say(`${count} entries were missing and are there now`), fail);
