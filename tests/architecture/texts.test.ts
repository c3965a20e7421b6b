import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** What no text for people says (GOV.UK style: the common word, no idiom); after it what to write. */
const banned: readonly [RegExp, string][] = [
  [/\bmend(s|ed|ing)?\b/i, "correct"],
  [/\banew\b/i, "again"],
  [/\bonce more\b/i, "again, or check the details"],
  [/\bshall\b/i, "should, will"],
  [/\bstands? (here|there|still|in|on|for|first|above|below|higher)\b/i, "is listed, is shown, pauses"],
  [/(?<![.\w-])(un)?tick(s|ed|ing)?(?![\w-])/i, "select, clear"],
  [/\bg[ai]ve(n|s)? back\b/i, "refund, return"],
  [/\bways? in\b/i, "channel, endpoint"],
  [/\blikest\b/i, "most similar"],
  [/\bby (itself|themselves)\b/i, "automatically"],
  [/\bbecame of\b/i, "outcome, result"],
  [/\b(whoever|whom)\b/i, "the person who, who"],
  [/\b(some|no|every)body\b/i, "someone, no one, everyone"],
  [/\b(is|was|are|were) said\b/i, "is shown"],
  [/\bnot (said|known)\b/i, "not set, not available"],
  [/^(still )?held\b/i, "reserved"],
  [/^go on\b/i, "continue"],
  [/\be-mails?\b/i, "email"],
  [/\bthe clocks\b/i, "timers"],
  [/\bhow pressing\b/i, "priority"],
  [/\b(present|old) password once\b|\bpresent password\b/i, "current password"],
  [/\bdoes? not hold\b|\byou hold\b|\bholds? (more|no|none|the|it)\b/i, "have"],
  [/\bthings? to (correct|mend)\b/i, "There is a problem"],
  [/\bholds for\b/i, "considers"],
  [/(?<!\bthere )\bis no (email )?(address|number)\b/i, "is not a"],
  [/\bmakes? no other\b/i, "count as the same"],
];

/** Attributes that name things for programs. */
const forPrograms = /^(class(Name)?|id|name|href|to|type|kind|variant|action|method|d|key|value|path)$/;
/** What only a log or a developer reads. */
const forDevelopers = /^(log\.\w+|(new )?Error|console\.\w+)$/;

type InterfaceText = { text: string; line: number };

/** The texts of a file that a person may read: JSX text and literals with a space in them or a capital in front. */
function textsOf(path: string): InterfaceText[] {
  const source = readFileSync(path, "utf8");
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false);
  const found: InterfaceText[] = [];
  const keep = (node: ts.Node, text: string) => {
    const plain = text.replace(/\s+/g, " ").trim();
    if (/\s/.test(plain) || /^[A-Z]/.test(plain))
      found.push({ text: plain, line: file.getLineAndCharacterOfPosition(node.end).line + 1 });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTaggedTemplateExpression(node)) return;
    if (ts.isJsxAttribute(node) && forPrograms.test(node.name.getText(file))) return;
    // A call's summary is for those who program against it.
    if (ts.isPropertyAssignment(node) && /^summary$/.test(node.name.getText(file))) return;
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && forDevelopers.test(node.expression.getText(file)))
      return;
    if (ts.isJsxText(node)) keep(node, node.text);
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) keep(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      keep(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…"));
      for (const { expression } of node.templateSpans) visit(expression);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.d\.ts$|tables\.ts$|^migrations/.test(path))
    .map((path) => join(folder, path));
}

test("the texts of pages, messages and mails are plain English: none has a word of the list", () => {
  const wrong = ["app", "services", "front", "rules", "widget"].flatMap(filesIn).flatMap((path) =>
    textsOf(join(root, path)).flatMap(({ text, line }) => {
      const hit = banned.find(([pattern]) => pattern.test(text));
      return hit ? [`${path}:${line} "${text}": ${hit[1]}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});
