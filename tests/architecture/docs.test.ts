import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allRoutes } from "../../app/sitemap";
import { contracts } from "../../services/contracts";
import { environmentShape } from "../../services/environment";
import type { Calls, Contract } from "../../services/kit/contract";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const packageJson = JSON.parse(read("package.json")) as { scripts: object; license: string };
const scripts = Object.keys(packageJson.scripts);
const decisions = readdirSync(join(root, "docs/decisions")).filter((file) => file !== "README.md");

const markdown = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(folder, file));
/** Decisions are of their day: what they name may be gone. */
const documents = [...markdown("."), ...markdown("docs"), "docs/decisions/README.md"];

/** What stands in backquotes, and the lines of code blocks. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, code = ""]) => code.split("\n"));
  const spans = [...text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return [...blocks, ...spans];
}

/** A URL as its segments are: what is a parameter there may be anything here. */
function fits(pattern: string, path: string): boolean {
  const wanted = pattern.replace(/^\/|\/$/g, "").split("/");
  const named = path.replace(/^\/|\/$/g, "").split("/");
  const isOpen = (segment: string) => /^[:{<$]/.test(segment);
  return (
    wanted.length === named.length &&
    wanted.every((segment, at) => segment === named[at] || isOpen(segment) || isOpen(named[at] ?? ""))
  );
}

const all: Contract<Calls>[] = Object.values(contracts);
const calls = all.flatMap(({ service, calls }) =>
  Object.values(calls).map(({ method, path }) => ({ method, path: `/api/${service}/${path.replace(/^\/+/, "")}` })),
);
/** Beside the pages and the calls: server.ts and front/ have these. */
const otherAddresses =
  /^\/(api\/(openapi\.json|…|<service>\/?)$|(callbacks|files)(\/|$)|(webchat\/v1|sandbox|live\/socket\/?)(\/…)?$|(healthz|readyz|metrics|robots\.txt|dev\/shm)$)/;
const sandbox = readdirSync(join(root, "sandbox")).map((file) => read(`sandbox/${file}`));
const visitors = [read("front/webchat.ts")];
const routedIn = (sources: string[], path: string) =>
  sources.some((source) => source.includes(`"${path.replace(/\{id\}/, ":id")}`));

function isServed(method: string | undefined, address: string): boolean {
  const path = address.replace(/[?#].*$/, "");
  if (calls.some((call) => (method === undefined || call.method === method) && fits(call.path, path))) return true;
  if (allRoutes.some((line) => fits(line.path, path))) return true;
  if (otherAddresses.test(path)) return true;
  if (path.startsWith("/sandbox/")) return routedIn(sandbox, path.slice("/sandbox".length));
  return routedIn(visitors, path.replace(/^\/webchat\/v1(?=\/)/, ""));
}

describe("what the documents say is there", () => {
  test("every setting stands in docs/operating.md", () => {
    const named = new Set(read("docs/operating.md").match(/[A-Z][A-Z0-9_]{3,}/g));
    const missing = Object.keys(environmentShape.shape).filter((name) => name !== "NODE_ENV" && !named.has(name));
    expect(missing).toEqual([]);
  });

  test.each(documents)("%s names commands, files and links that exist", (file) => {
    const text = read(file);
    const code = codeOf(text);
    const commands = code.flatMap((one) =>
      [...one.matchAll(/\bnpm (?:run (?:-s )?)?([\w:]+)/g)].map(([, name]) => name ?? ""),
    );
    expect(commands.filter((name) => !scripts.includes(name) && !["install", "ci"].includes(name))).toEqual([]);
    const paths = code.flatMap((one) =>
      [
        ...one.matchAll(
          /(?<![\w./<-])((?:app|rules|services|front|widget|sandbox|demo|scripts|tests|docs)\/[^\s`'"]*)/g,
        ),
      ].map(([, path]) => path ?? ""),
    );
    // Of `services/<name>/migrations` the part before what stands for something else.
    const fixed = paths.map((path) => path.replace(/(^|\/)[^/]*(<|\*|NNN).*$/, "$1").replace(/[,;:.]+$/, ""));
    expect(fixed.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path ?? "");
    expect(links.filter((path) => !existsSync(join(root, file, "..", path)))).toEqual([]);
  });

  test.each(documents)("%s names settings that exist", (file) => {
    const assigned = codeOf(read(file)).flatMap((one) => one.match(/\b(?:[A-Z]+_)+[A-Z0-9]+(?==)/g) ?? []);
    const own = ["BASE", "TOKEN", "CHROMIUM_PATH", "POSTGRES_PASSWORD"];
    expect(assigned.filter((name) => !(name in environmentShape.shape) && !own.includes(name))).toEqual([]);
  });

  test.each(documents)("%s names addresses that are served", (file) => {
    const spans = codeOf(read(file)).flatMap((one) => {
      const [, method, path] = /^(?:(GET|POST|PUT|PATCH|DELETE) )?(\/[^\s,`]*)$/.exec(one) ?? [];
      return path === undefined || path === "/" ? [] : [{ method, path }];
    });
    const inCurl = codeOf(read(file)).flatMap((one) =>
      [...one.matchAll(/\$BASE(\/[^\s"'?]*)/g)].map(([, path = ""]) => ({ method: undefined, path })),
    );
    const unknown = [...spans, ...inCurl].filter(({ method, path }) => !isServed(method, path));
    expect(unknown.map(({ method = "", path }) => `${method} ${path}`.trim())).toEqual([]);
  });

  test("an address that nothing serves is found", () => {
    expect(isServed(undefined, "/sms/history/7/messages.csv?status=sent")).toBe(true);
    expect(isServed("POST", "/api/messaging/blasts/{id}/confirm")).toBe(true);
    expect(isServed("DELETE", "/api/messaging/blasts/{id}/confirm")).toBe(false);
    expect(isServed(undefined, "/settings/roles")).toBe(false);
    expect(isServed("POST", "/webchat/v1/prechat")).toBe(true);
    expect(["/webchat/v1/chat", "/sandbox/phones"].filter((path) => isServed(undefined, path))).toEqual([]);
  });

  test("decisions have numbers of their own, and theirs is in the title", () => {
    const numbers = decisions.map((file) => file.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
    const wrong = decisions.filter(
      (file) => !read(`docs/decisions/${file}`).startsWith(`# ${Number(file.slice(0, 4))}. `),
    );
    expect(wrong).toEqual([]);
  });

  test("every decision has one line in the index, in the order of the numbers", () => {
    const index = [...read("docs/decisions/README.md").matchAll(/^\| (\d+) +\| \S.*\| \[(\S+)\]\(\2\) +\|$/gm)];
    expect(index.map(([, , file]) => file)).toEqual(decisions.toSorted());
    expect(index.map(([, number]) => Number(number))).toEqual(
      decisions.toSorted().map((file) => Number(file.slice(0, 4))),
    );
  });

  test("the licence is the same everywhere", () => {
    expect(packageJson.license).toBe("UNLICENSED");
    expect(read("LICENSE")).toMatch(/^All rights reserved\./);
  });
});
