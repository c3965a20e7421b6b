import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const list = "docs/requirements.md";
const folders = ["app", "demo", "docs", "front", "rules", "sandbox", "scripts", "services", "tests", "widget"];
const text = /\.(ts|tsx|mjs|sql|md|css)$/;
const files = [
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  ),
  ...readdirSync(root),
].filter((file) => text.test(file) && file !== list && !file.endsWith("/requirements.test.ts"));

/** R044, Q076, M19, D8, OCC-05. What the drawing of an icon says ("M12 2a10", "M3.2") UTF-16 and CRC-32 are none. */
const id = /\b(?:[RQ]\d{3}|R\d{2}|[MLHD]\d{1,2}(?! ?-?\.?\d)|(?!CRC|UTF)[A-Z]{3}-\d{2})\b(?!\.\d)/g;
const range = /\b([RQ])(\d{3})(?:-| to )\1(\d{3})\b/g;

function idsIn(words: string): string[] {
  const between = [...words.matchAll(range)].flatMap(([, letter = "", first, last]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, at) => `${letter}${String(Number(first) + at).padStart(3, "0")}`,
    ),
  );
  return [...(words.match(id) ?? []), ...between];
}

const cited = new Set(files.flatMap((file) => idsIn(readFileSync(join(root, file), "utf8"))));
const explained = [...readFileSync(join(root, list), "utf8").matchAll(/^- `([^`]+)` \S.*\.$/gm)].map(
  ([, name = ""]) => name,
);

test("ids are found in prose and not in drawings", () => {
  expect(idsIn("(R044; Q032, Q033), statement M18. M2: R018-R020, D8")).toEqual([
    ...["R044", "Q032", "Q033", "M18", "M2", "R018", "R020", "D8", "R018", "R019", "R020"],
  ]);
  expect(idsIn('d="M12 2a10 10 0 1 0" "M3.2" "M18 6 6 18" CRC-32 UTF-16 UTF-8 SHA-256')).toEqual([]);
});

test("every requirement that code, tests and documents cite is explained", () => {
  expect(cited.size).toBeGreaterThan(150);
  expect([...cited].filter((name) => !explained.includes(name)).sort()).toEqual([]);
});

test("every explained requirement is cited, and explained once", () => {
  expect(explained.filter((name) => !cited.has(name))).toEqual([]);
  expect(explained.filter((name, at) => explained.indexOf(name) !== at)).toEqual([]);
});
