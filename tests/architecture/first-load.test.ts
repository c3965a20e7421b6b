import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { programLast } from "../../app/shell/program-last";
import { allRoutes } from "../../app/sitemap";

const root = resolve(import.meta.dirname, "../..");
const build: ServerBuild = await import(resolve(root, "build/server/index.js"));

/** The files that the page of a route loads for its program. */
function files(id: string): string[] {
  const route = build.assets.routes[id];
  return route ? [route.module, ...(route.imports ?? [])] : [];
}

test("only pages of chat load the chat desk", () => {
  const desk = readFilesWith("Write a reply");
  const others = Object.keys(build.assets.routes).filter((id) => !id.startsWith("chat/"));
  expect(others.length).toBeGreaterThan(100);
  expect(files("chat/inbox").some((file) => desk(file))).toBe(true);
  expect(others.filter((id) => files(id).some((file) => desk(file)))).toEqual([]);
});

test("no page comes with the phone or its recorder: they are loaded by those who have one, beside the page", () => {
  const dock = readFilesWith("Phone ready");
  const status = readFilesWith("Voice status");
  const pages = Object.keys(build.assets.routes).filter((id) => files(id).some((file) => dock(file) || status(file)));
  expect(pages).toEqual([]);
  const entry = [build.assets.entry.module, ...build.assets.entry.imports];
  expect(entry.filter((file) => dock(file) || status(file))).toEqual([]);
});

test("no list and no page of a record comes with the library that checks forms, or all that is known of numbers", () => {
  const checks = readFilesWith("invalid_union");
  const numbers = readFilesWith("PhoneNumber");
  const ids = Object.keys(build.assets.routes);
  // These have a form above the list, which is checked while it is typed.
  const withForms = ["sms/template", "settings/selfcare.topup"];
  const lists = ids.filter((id) => /<ListPage\b/.test(readSource(id)) && !withForms.includes(id));
  const records = ids.filter((id) => /^(crm|voice)\/.*\$/.test(id) || /^ticketing\/ticket\b/.test(id));
  expect(lists.length).toBeGreaterThan(60);
  expect(records.length).toBeGreaterThan(10);
  expect([...lists, ...records].filter((id) => files(id).some((file) => checks(file) || numbers(file)))).toEqual([]);
});

test("pages have the library that checks forms only where a form is checked while it is typed", () => {
  const checks = readFilesWith("invalid_union");
  expect(files("login/index").some((file) => checks(file))).toBe(true);
  const others = ["crm/lead.$index", "crm/leads.new", "voice/reports", "survey/new", "voice/robocalls.new"];
  expect(others.filter((id) => files(id).some((file) => checks(file)))).toEqual([]);
});

test("no page comes with the table of all pages: what may be opened is decided on the server", () => {
  const written = new Set(Object.keys(build.assets.routes).flatMap((id) => files(id)));
  const paths = allRoutes.map(({ path }) => `"${path}"`);
  const tables = [...written].filter((file) => {
    const text = readFileSync(resolve(root, `build/client${file}`), "utf8");
    return paths.filter((path) => text.includes(path)).length > 100;
  });
  expect(written.size).toBeGreaterThan(300);
  expect(tables).toEqual([]);
});

test("only the page for it comes with the form that reports an issue", () => {
  const drawer = readFilesWith("REPORT AN ISSUE");
  expect(Object.keys(build.assets.routes).filter((id) => files(id).some((file) => drawer(file)))).toEqual([
    "issues/create",
  ]);
});

test("no page comes with the calendar: it is loaded when somebody turns to a day", () => {
  const calendar = readFilesWith("Previous month");
  const pages = Object.keys(build.assets.routes).filter((id) => files(id).some((file) => calendar(file)));
  expect(pages).toEqual([]);
});

/** The text of a route's module. */
function readSource(id: string): string {
  const file = ["tsx", "ts"].map((ending) => resolve(root, `app/${id}.${ending}`)).find((path) => existsSync(path));
  return file ? readFileSync(file, "utf8") : "";
}

/** Whether a file of the build has a text in it. */
function readFilesWith(text: string): (file: string) => boolean {
  const known = new Map<string, boolean>();
  return (file) => {
    const has = known.get(file) ?? readFileSync(resolve(root, `build/client${file}`), "utf8").includes(text);
    known.set(file, has);
    return has;
  };
}

const page = `<!DOCTYPE html><html><head><link rel="stylesheet" href="/a.css"/></head><body><p>$&amp; </p>
<link rel="modulepreload" href="/b.js"/><script nonce="n">x</script><script nonce="n" type="module" async="">import "/b.js";</script></body></html>`;

test("a page asks for its style sheet at once and for its program when that is there", () => {
  const served = programLast(page, "n");
  expect(served).toContain('<link rel="stylesheet" href="/a.css"/>');
  expect(served).not.toMatch(/ href="\/b\.js"/);
  expect(served).not.toContain('type="module"');
  // A preload without an address is complained of in the console of every page.
  expect(served).not.toContain('rel="modulepreload"');
  expect(served).toContain('import "/b.js";');
  expect(served).toMatch(/<script nonce="n">\(function start.*<\/script><\/body>/s);
  expect(served).toContain("<p>$&amp; </p>");
});
