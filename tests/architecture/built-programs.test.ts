import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("the built programs are plain ASCII: Node keeps their text, with two bytes for each character otherwise", () => {
  for (const program of ["build/jibu.js", "build/server/index.js"]) {
    const text = readFileSync(join(root, program), "latin1");
    const at = text.search(/[^\0-\x7f]/);
    expect(at < 0 ? "" : text.slice(Math.max(0, at - 80), at + 20), program).toBe("");
  }
});
