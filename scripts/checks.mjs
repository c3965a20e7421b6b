import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { Fault, fail, root, say, seconds } from "./cli.mjs";
import { ensureInstalled } from "./install.mjs";
import { run } from "./processes.mjs";
import {
  countPlaywright,
  countVitest,
  failureLines,
  failuresPlaywright,
  failuresVitest,
  pageLines,
  slowLines,
  sum,
  timesPlaywright,
  timesVitest,
  verdict,
  warningLines,
} from "./test-summary.mjs";

const minutes = 60_000;
const node = process.execPath;
/** Far above what they need on a slow machine: they end a run that hangs, and time nothing. */
const limits = { unit: 38 * minutes, browser: 58 * minutes };
const unitFolders = ["tests/rules", "tests/kit", "tests/connectors"];

/** Runs the checks; with --unit only the unit tests: no build and no browser (vitest always starts a PostgreSQL). */
export async function check(words) {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(name, () => process.exit(130));
  const from = performance.now();
  const counts = [];
  const kept = { times: [], failures: [], warnings: [] };
  try {
    await ensureInstalled();
    mkdirSync(join(root, ".cache"), { recursive: true });
    const results = mkdtempSync(join(root, ".cache", "results-"));
    process.once("exit", () => rmSync(results, { recursive: true, force: true }));
    if (words.includes("--unit")) counts.push(await vitest(results, kept, unitFolders));
    else await all(results, counts, kept);
  } catch (error) {
    fail(error);
  }
  const total = sum(counts);
  if (kept.times.length > 0) say(`\n${slowLines(kept.times).join("\n")}`);
  if (kept.failures.length > 0) {
    say(`\n${failureLines(kept.failures).join("\n")}`);
    if (kept.warnings.length > 0) say(`\nthe applications warned:\n${kept.warnings.join("\n")}`);
  }
  say(`\nin ${seconds(from)}`);
  say(`${total.passed} passed, ${total.failed} failed`);
  process.exit(verdict(total));
}

async function all(results, counts, kept) {
  const modules = join(root, "node_modules");
  const lint = [join(modules, "@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."];
  const remembered = ["--incremental", "--tsBuildInfoFile", join(root, ".cache", "types.tsbuildinfo")];
  // The rest of what only reads is done beside the types. Each checker makes for itself what all files share: four of
  // them, as by default, take 151 s of processor time, two 101 s and one 88 s.
  const checkers = ["--checkers", String(Math.max(1, availableParallelism() >> 1))];
  const types = stage("types", [join(modules, "typescript-7/bin/tsc"), "--noEmit", ...checkers, ...remembered]);
  counts.push(await stage("format and lint", lint));
  if (existsSync(join(root, "knip.json"))) counts.push(await stage("unused code", [join(modules, "knip/bin/knip.js")]));
  counts.push(await one("build", ensureBuilt));
  counts.push(await types);
  counts.push(await vitest(results, kept));
  counts.push(await playwright(results, kept));
}

/** One check that passes or fails as a whole; what it printed is shown only when it fails. */
function stage(name, args) {
  return one(name, () => run(node, args, { cwd: root, timeout: 5 * minutes }));
}

async function one(name, work) {
  const from = performance.now();
  try {
    await work();
    say(`ok      ${name.padEnd(20)} ${seconds(from)}`);
    return { passed: 1, failed: 0 };
  } catch (error) {
    say(`${error.output ?? (error instanceof Fault ? error.message : error.stack)}`);
    say(`FAILED  ${name.padEnd(20)} ${seconds(from)}`);
    return { passed: 0, failed: 1 };
  }
}

async function vitest(results, kept, folders = []) {
  const report = join(results, "vitest.json");
  const program = join(root, "node_modules", "vitest", "vitest.mjs");
  const outside = join(results, "outside.json");
  const reporters = ["--reporter=default", "--reporter=json", "--reporter=./tests/setup/outside-errors.ts"];
  const args = [program, "run", ...folders, ...reporters, `--outputFile.json=${report}`];
  const env = { ...plain(), NODE_ENV: "test", OUTSIDE_ERRORS_FILE: outside };
  const name = folders.length > 0 ? "unit" : "unit and services";
  return tests(name, { args, env, report, limit: limits.unit }, countVitest, (found) => {
    kept.times.push(...timesVitest(found));
    kept.failures.push(...failuresVitest(found), ...readReport(outside, []));
  });
}

async function playwright(results, kept) {
  const config = join(root, "tests", "browser", "playwright.config.ts");
  if (!existsSync(config))
    return one("browser", () => Promise.reject(new Fault("tests/browser/playwright.config.ts is missing")));
  const report = join(results, "playwright.json");
  const program = join(root, "node_modules", "@playwright", "test", "cli.js");
  const args = [program, "test", "-c", config, "--reporter=list,json"];
  // Not below this checkout: the path of a socket of PostgreSQL has at most 107 bytes.
  const data = mkdtempSync(join(tmpdir(), "jibu-browser-"));
  process.once("exit", () => removeData(data));
  const env = { ...plain(), NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_FILE: report, BROWSER_TEST_DATA: data };
  return tests("browser", { args, env, report, limit: limits.browser }, countPlaywright, (found) => {
    kept.times.push(...timesPlaywright(found));
    kept.failures.push(...failuresPlaywright(found).map((failure) => ({ ...failure, held: readPage(failure) })));
    kept.warnings.push(...readWarnings(data));
  });
}

/** A database that is still ending writes beside this; what is left then is the system's to clear. */
function removeData(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    say(`${folder} could not be removed: ${error.message}`);
  }
}

/** What the applications of the browser's tests warned of; they keep their logs in folders of their own. */
function readWarnings(data) {
  const logs = readdirSync(data).map((name) => join(data, name, "jibu.log"));
  return logs.filter((log) => existsSync(log)).flatMap((log) => warningLines(readFileSync(log, "utf8")));
}

/** What the page held on which a test failed; nothing where there is no record of it. */
function readPage({ page }) {
  return page && existsSync(page) ? pageLines(readFileSync(page, "utf8")) : [];
}

/** The environment, with colours only where somebody looks on. */
function plain() {
  const { FORCE_COLOR: _forced, NO_COLOR: _none, ...rest } = process.env;
  return process.stdout.isTTY ? { ...rest, FORCE_COLOR: "1" } : { ...rest, NO_COLOR: "1" };
}

/** Runs a test runner with its output shown as it comes, and counts by its JSON report and its status. */
async function tests(name, { args, env, report, limit }, count, keep) {
  const from = performance.now();
  say(`        ${name} …`);
  let status = 0;
  try {
    await run(node, args, { cwd: root, env, echo: true, timeout: limit });
  } catch (error) {
    status = error.status ?? 1;
    if (performance.now() - from >= limit) say(`${name} hung: it was ended after ${limit / minutes} minutes.`);
    else if (error.status === undefined || error.status === null) say(error.message);
  }
  const written = readReport(report);
  keep(written);
  const found = count(written, status);
  say(`${found.failed > 0 ? "FAILED  " : "ok      "}${name.padEnd(20)} ${seconds(from)}`);
  return found;
}

function readReport(file, none) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : none;
}
