import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const maxLines = 120;

/** Longer ones that are there already, with their lines: each may only get shorter, and goes from here when it is short. */
const known = new Map<string, number>([
  ["demo/chats.ts makeChats", 131],
  ["sandbox/firebase.ts startFirebase", 142],
  ["sandbox/firestore-channel.ts openChannel", 129],
  ["sandbox/imap.ts serve", 183],
  ["sandbox/messenger.ts startMessenger", 198],
  ["sandbox/mpesa.ts startMpesa", 184],
  ["sandbox/smsc.ts startSmsc", 236],
  ["sandbox/telegram.ts startTelegram", 153],
  ["sandbox/whatsapp.ts startWhatsapp", 135],
  ["widget/chat.ts openChat", 260],
  ["widget/loader.ts", 205],
]);

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

test(`no function is longer than ${maxLines} lines, and those that are known to be do not grow`, () => {
  expect(long.filter(([name, lines]) => lines > (known.get(name) ?? maxLines))).toEqual([]);
});

test("the list of long functions has none that is short by now", () => {
  const names = new Set(long.map(([name]) => name));
  expect([...known.keys()].filter((name) => !names.has(name))).toEqual([]);
});
