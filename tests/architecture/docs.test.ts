import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Environment } from "../../services/kit/environment";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);
const decisions = readdirSync(join(root, "docs/decisions"));

describe("what the documents say is there", () => {
  test("every setting stands in docs/operating.md", () => {
    const named = new Set(read("docs/operating.md").match(/[A-Z][A-Z0-9_]{3,}/g));
    const missing = Object.keys(Environment.shape).filter((name) => name !== "NODE_ENV" && !named.has(name));
    expect(missing).toEqual([]);
  });

  test.each(["README.md", "docs/operating.md"])("%s names commands and files that exist", (file) => {
    const text = read(file);
    const commands = [...text.matchAll(/npm (?:run (?:-s )?)?([\w:]+)/g)].map(([, name]) => name ?? "");
    expect(commands.filter((name) => !scripts.includes(name) && !["install", "ci"].includes(name))).toEqual([]);
    const paths = [...text.matchAll(/`((?:app|rules|services|front|widget|sandbox|demo|scripts|tests|docs)\/[^`]*)`/g)];
    expect(paths.map(([, path]) => path ?? "").filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path ?? "");
    expect(links.filter((path) => !existsSync(join(root, file, "..", path)))).toEqual([]);
  });

  test("decisions have numbers of their own, and theirs is in the title", () => {
    const numbers = decisions.map((file) => file.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
    const wrong = decisions.filter(
      (file) => !read(`docs/decisions/${file}`).startsWith(`# ${Number(file.slice(0, 4))}. `),
    );
    expect(wrong).toEqual([]);
  });
});
