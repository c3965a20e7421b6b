import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const maxLines = 120;

/** Every function with its number of lines, as "file name". */
function functionsOf(file: string): [name: string, lines: number][] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true, kind);
  const found: [string, number][] = [];
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body) {
      const name = node.name?.getText(source) ?? "";
      found.push([`${file} ${name}`.trim(), lineOf(node.end) - lineOf(node.getStart(source)) + 1]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const long = ["app", "demo", "front", "rules", "sandbox", "services", "widget"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
  )
  .concat("server.ts")
  .flatMap(functionsOf)
  .filter(([, lines]) => lines > maxLines);

test(`no function is longer than ${maxLines} lines`, () => {
  expect(long).toEqual([]);
});
