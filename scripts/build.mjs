import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { inlining } from "./bundled-packages.mjs";
import { Fault, fail, program, root, sentenceFor, step } from "./cli.mjs";
import { ensureInstalled, hydrateEsbuild } from "./install.mjs";
import { run, withLock } from "./processes.mjs";
import { buildWidget } from "./widget.mjs";

const output = join(root, "build");
const stamp = join(output, ".sources.json");
const elsewhere = new Set(["build", "docs", "node_modules", "scripts", "test-results", "tests"]);

/** Everything at the top that a build may read: a new folder is one without being named here. */
function sources() {
  const entries = readdirSync(root, { withFileTypes: true }).filter((entry) => !entry.name.startsWith("."));
  const read = entries.filter((entry) =>
    entry.isDirectory() ? !elsewhere.has(entry.name) : /\.(c|m)?(js|ts|json)$/.test(entry.name),
  );
  return [
    ...read.map((entry) => entry.name).sort(),
    "scripts/build.mjs",
    "scripts/icon-sprite.mjs",
    "scripts/list-in-browser.mjs",
    "scripts/page-program.mjs",
    "scripts/schemas-in-browser.mjs",
    "scripts/shared-halves.mjs",
    "scripts/bundled-packages.mjs",
    "scripts/widget.mjs",
  ];
}

/** Every `worker.ts` of a service is a thread's program, named after its folder. */
function workers() {
  const found = readdirSync(join(root, "services"), { recursive: true, encoding: "utf8" });
  return found
    .filter((file) => basename(file) === "worker.ts" && dirname(file) !== ".")
    .map((file) => `services/${file.replaceAll("\\", "/")}`)
    .sort();
}

/** The programs of ours beside the pages: source and name in build/. */
const programs = {
  ...Object.fromEntries(workers().map((file) => [file, `${file.split("/").at(-2)}-worker`])),
  "front/precompress.ts": "precompress",
  "demo/filler.ts": "demo-fill",
  "sandbox/pbx-customers-process.ts": "sandbox-customers",
};

/** Builds when a source differs from the last complete build; the stamp is written last, so half a build is no build. */
export async function ensureBuilt() {
  if (isFresh()) return;
  mkdirSync(join(root, ".cache"), { recursive: true });
  await withLock(join(root, ".cache", "build.lock"), () =>
    isFresh() ? undefined : step("built the application", build),
  );
}

function* files(path) {
  const full = join(root, path);
  const found = statSync(full, { throwIfNoEntry: false });
  if (found?.isFile()) yield { path, stamp: `${found.size} ${found.mtimeMs}` };
  if (found?.isDirectory()) for (const name of readdirSync(full).sort()) yield* files(`${path}/${name}`);
}

/** `quick` says whether anything was touched, `exact` whether anything was changed. */
function fingerprint() {
  const found = sources().flatMap((source) => [...files(source)]);
  const hash = (line) => createHash("sha256").update(found.map(line).join("\n")).digest("hex");
  return {
    quick: hash((file) => `${file.path} ${file.stamp}`),
    exact: () =>
      hash(
        (file) =>
          `${file.path} ${createHash("sha256")
            .update(readFileSync(join(root, file.path)))
            .digest("hex")}`,
      ),
  };
}

function isFresh() {
  if (!existsSync(stamp)) return false;
  const built = JSON.parse(readFileSync(stamp, "utf8"));
  const { quick, exact } = fingerprint();
  if (built.quick === quick) return true;
  if (built.exact !== exact()) return false;
  writeFileSync(stamp, JSON.stringify({ ...built, quick }));
  return true;
}

/** Says that build/ was made from the sources as they were. */
export function markBuilt({ quick, exact } = fingerprint()) {
  writeFileSync(stamp, JSON.stringify({ quick, exact: typeof exact === "function" ? exact() : exact }));
}

async function build() {
  const { quick, exact } = fingerprint();
  const before = { quick, exact: exact() };
  try {
    rmSync(output, { recursive: true, force: true });
    await hydrateEsbuild();
    const env = { ...process.env, NODE_ENV: "production" };
    const pidFile = join(root, ".cache", "build.pid");
    const vite = run(program("remix"), ["vite:build", "--logLevel", "warn"], {
      cwd: root,
      env,
      pidFile,
      shell: process.platform === "win32",
    });
    // Vite works in one thread, and our own programs need nothing that it makes. Remix empties the folder as it begins.
    const [, written] = await both(vite, bundlePrograms());
    for (const write of written) write();
    await buildWidget(join(output, "client"));
    const { precompress } = await import(pathToFileURL(join(output, "precompress.js")).href);
    const pages = join(output, "server", "index.js");
    // Compressing has threads of its own, and is as long as the rest.
    await both(precompress(join(output, "client")), bundleHalves(pages));
    copyMigrations(output);
    markBuilt(before);
  } catch (error) {
    const sentence = sentenceFor(error, root);
    throw new Fault(sentence ?? `The build failed; this is what it said:\n${`${error.output ?? error.stack}`.trim()}`);
  }
}

/**
 * The services and the pages: two programs, and beside them what both need, so that one process has it once. Vite left
 * `services/` and `rules/` out of the pages (scripts/shared-halves.mjs). A map of the pages would tell of Vite's text,
 * which is not kept.
 */
async function bundleHalves(pages) {
  const server = join(root, "server.ts");
  if (!existsSync(server)) return;
  const entryPoints = { jibu: server, "server/index": pages };
  const write = await bundled({ entryPoints, outdir: output, splitting: true, chunkNames: "shared-[hash]" }, true);
  write((path) => path !== `${pages}.map`);
  rmSync(join(output, "server", "assets"), { recursive: true, force: true });
}

/** Answers what writes each of them. */
async function bundlePrograms() {
  const written = [];
  for (const [source, name] of Object.entries(programs))
    if (existsSync(join(root, source)))
      written.push(await bundled({ entryPoints: [join(root, source)], outfile: join(output, `${name}.js`) }, true));
  return written;
}

/** Waits for both, also when one of them fails: the other must not go on writing into a build that is given up. */
async function both(...works) {
  const ended = await Promise.allSettled(works);
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
  return ended.map(({ value }) => value);
}

/**
 * Node keeps a program's text, with two bytes for each character as soon as one is not Latin: 14 MB more. esbuild
 * escapes those in strings itself; what is left is in comments, regular expressions and tagged templates.
 */
function escapeNonAscii(text) {
  return text.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * One file of our own code; packages stay in node_modules.
 * @param inline takes the packages of scripts/bundled-packages.mjs in
 */
export async function bundle(source, target, { inline = false } = {}) {
  (await bundled({ entryPoints: [source], outfile: target }, inline))();
}

/** The same, up to writing it: answers what writes those of the files that it is to keep. */
async function bundled(what, inline) {
  const esbuild = await import("esbuild");
  const options = {
    ...what,
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    jsx: "automatic",
    allowOverwrite: true,
    write: false,
    ...(inline ? inlining : { packages: "external" }),
    sourcemap: true,
    sourcesContent: false,
    logLevel: "silent",
  };
  try {
    const { outputFiles } = await esbuild.build(options);
    return (keeps = () => true) => {
      for (const { path, text } of outputFiles) {
        if (!keeps(path)) continue;
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, path.endsWith(".js") ? escapeNonAscii(text) : text);
      }
    };
  } catch (error) {
    const sources = Object.values(what.entryPoints).map((source) => relative(root, source));
    throw Object.assign(new Error(`${sources.join(" and ")} could not be bundled`), { output: error.message });
  } finally {
    await esbuild.stop();
  }
}

/** The migrations of every service, where the bundle in that folder looks for them. */
export function copyMigrations(folder) {
  for (const service of readdirSync(join(root, "services"))) {
    const from = join(root, "services", service, "migrations");
    if (existsSync(from)) cpSync(from, join(folder, "migrations", service), { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await ensureInstalled();
    await ensureBuilt();
  } catch (error) {
    fail(error);
  }
}
