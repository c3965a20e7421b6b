import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const build = join(import.meta.dirname, "../../build");
const shared = readdirSync(build).filter((name) => /^shared-\w+\.js$/.test(name));
/** Everything that a process with pages and services loads of ours. */
const programs = ["jibu.js", "server/index.js", ...shared].map((name) => ({
  name,
  text: readFileSync(join(build, name), "latin1"),
}));

test("the built programs are plain ASCII: Node keeps their text, with two bytes for each character otherwise", () => {
  for (const { name, text } of programs) {
    const at = text.search(/[^\0-\x7f]/);
    expect(at < 0 ? "" : text.slice(Math.max(0, at - 80), at + 20), name).toBe("");
  }
});

test("pages and services have one copy of the contracts, the rules and the library of shapes", () => {
  for (const file of ["services/kit/contract.ts", "services/messaging/contract.ts", "rules/money.ts"]) {
    const having = programs.filter(({ text }) => text.includes(`\n// ${file}\n`));
    expect(having, file).toHaveLength(1);
  }
  const libraries = programs.flatMap(({ text }) => text.match(/^function \$constructor\d*\(/gm) ?? []);
  expect(libraries).toHaveLength(1);
});
