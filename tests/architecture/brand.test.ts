import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { brand } from "../../rules/brand";

const root = resolve(import.meta.dirname, "../..");
const files = ["app", "demo", "front", "rules", "sandbox", "services", "widget"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);
/** The code without its comments, a documented product's name, and the Swahili word for an answer. */
const code = (file: string) =>
  readFileSync(join(root, file), "utf8")
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .replaceAll("Jibu 360", "")
    .replaceAll("Jibu la ujumbe", "")
    .replace(/reply: "Jibu"|Jibu (?:kwa|NDIO|1 |lililo)/g, "");

test("the product's name is in rules/brand.ts alone", () => {
  expect(files.filter((file) => code(file).includes(brand.name))).toEqual(["rules/brand.ts"]);
});

test("nothing decides by the product's name: a customer may have it", () => {
  expect(
    files.filter((file) =>
      /(?:[=!]==?|<>|[^=]=) *(?:\$\{)?brand\.name\}?[^,;]*\?|<> *'?\$\{brand|[=!]== brand\.name/.test(code(file)),
    ),
  ).toEqual([]);
});
