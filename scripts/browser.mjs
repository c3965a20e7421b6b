import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Fault, fail, root, say } from "./cli.mjs";
import { run } from "./processes.mjs";

const systemNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const systemFiles = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * What a Chromium makes ready for each window although nobody types an address or opens a second page: suggestions
 * below the address, pages themselves, each in a process of its own, and a spare process. It is half of what a window
 * costs.
 */
const unseen = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"];
/** The last list that a Chromium is given replaces those before it: Playwright's own is said again. */
const playwrightsFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];
const args = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  `--disable-features=${[...playwrightsFeatures, ...unseen].join(",")}`,
];

/**
 * A Chromium that starts here: CHROMIUM_PATH, else the one inside an npm package, so that a run says the same on every
 * machine; where that has no build for this one, the system's or Playwright's own.
 * @returns what Playwright's `launchOptions` take
 */
export async function findBrowser(env = process.env) {
  const named = env.CHROMIUM_PATH;
  if (named) {
    const found = await tried(named, env);
    if (!found)
      throw new Fault(`CHROMIUM_PATH is "${named}", which does not start: set it to a Chromium, or unset it.`);
    return found;
  }
  const packed = await fromPackage(env).catch((error) => error);
  if (packed?.executablePath) return packed;
  for (const file of [...onPath(env), ...systemFiles, await playwrightsOwn()]) {
    const found = await tried(file, env);
    if (found) return found;
  }
  const why = packed instanceof Error ? ` (${packed.message.split("\n")[0]})` : "";
  throw new Fault(`No Chromium starts here${why}: install one, or set CHROMIUM_PATH to it, and run the command again.`);
}

function onPath(env) {
  const folders = (env.PATH ?? "").split(delimiter).filter(Boolean);
  return systemNames.flatMap((name) => folders.map((folder) => join(folder, name))).filter((file) => existsSync(file));
}

async function playwrightsOwn() {
  try {
    const { chromium } = await import("@playwright/test");
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** Some systems have a Chromium that only says how to install it: what cannot tell its version is none. */
async function tried(file, env, more = {}) {
  if (!file || !existsSync(file)) return undefined;
  // With a profile of its own, or a running Chrome answers in its place.
  const all = { ...env, ...more };
  try {
    await run(file, process.platform === "win32" ? ["--headless", "--dump-dom", "about:blank"] : ["--version"], {
      env: all,
      timeout: 20_000,
    });
  } catch {
    return undefined;
  }
  const strings = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return { executablePath: file, args, env: strings };
}

/** Unpacks the packed Chromium once, all or nothing, and adds the libraries it brings where the system lacks them. */
async function fromPackage(env) {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const folder = dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")).replace(/\/build\/.*$/, "");
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const place = join(root, ".cache", `chromium-${version}`);
  if (!existsSync(place)) await unpack(folder, place);
  const own = { FONTCONFIG_FILE: env.FONTCONFIG_FILE ?? fontConfiguration(place) };
  const libraries = [join(place, "al2023", "lib"), env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  const file = join(place, "chromium");
  return (await tried(file, env, own)) ?? (await tried(file, env, { ...own, LD_LIBRARY_PATH: libraries }));
}

/**
 * The package's own configuration names folders that only a cloud function has: without a system's fonts Chromium found
 * none and ended itself on the first text. Ours names the fonts beside it first, so that texts have the same width
 * everywhere, then the system's for the characters that those lack.
 * @returns the path of the configuration
 */
function fontConfiguration(place) {
  const file = join(place, "fonts.conf");
  const folders = [join(place, "fonts", "fonts"), "/usr/share/fonts", "/usr/local/share/fonts"];
  const aliases = ["sans-serif", "serif", "system-ui"].map(
    (name) => `  <alias><family>${name}</family><prefer><family>Open Sans</family></prefer></alias>`,
  );
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${asXml(folder)}</dir>`).join("\n")}
  <cachedir>${asXml(join(place, "fonts-cache"))}</cachedir>
${aliases.join("\n")}
</fontconfig>
`;
  if (existsSync(file) && readFileSync(file, "utf8") === text) return file;
  // Another process may read it meanwhile: it gets the old one or the new one, whole.
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, file);
  return file;
}

function asXml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

async function unpack(folder, place) {
  mkdirSync(dirname(place), { recursive: true });
  const fresh = mkdtempSync(`${place}.new-`);
  const entry = pathToFileURL(join(folder, "build", "esm", "index.js")).href;
  const program = `const { default: chromium } = await import(${JSON.stringify(entry)}); await chromium.executablePath();`;
  try {
    // The package unpacks into the temporary folder, and its libraries only where it takes this for a cloud function.
    const env = { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };
    await run(process.execPath, ["--input-type=module", "-e", program], { env, timeout: 120_000 });
    renameSync(fresh, place);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await findBrowser().then(({ executablePath }) => say(executablePath), fail);
