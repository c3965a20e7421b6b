import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** The sources of the services without the kit, which alone may read rows that nothing compares with a schema. */
const sources = readdirSync(join(root, "services"), { recursive: true, encoding: "utf8" })
  .map((file) => `services/${file.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".ts") && !file.startsWith("services/kit/"))
  .map((file) => ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true));

type Rule = (node: ts.Node) => boolean;

function breaches(rule: Rule, within = sources): string[] {
  const found: string[] = [];
  for (const source of within) {
    const visit = (node: ts.Node): void => {
      if (rule(node))
        found.push(`${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

/** `statement.execute(db)`: a raw statement. A query of the query builder is executed without an argument. */
function isRawExecution(node: ts.Node): node is ts.CallExpression & { expression: ts.PropertyAccessExpression } {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "execute" &&
    node.arguments.length > 0
  );
}

/** What an expression is without `await` and brackets. */
function bare(node: ts.Expression): ts.Expression {
  return ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node) ? bare(node.expression) : node;
}

const importsUnchecked: Rule = (node) =>
  ts.isImportDeclaration(node) && /kit\/unchecked-rows"/.test(node.moduleSpecifier.getText());

/** sql<Row>`…`.execute(db) */
const statesType: Rule = (node) =>
  isRawExecution(node) &&
  ts.isTaggedTemplateExpression(node.expression.expression) &&
  node.expression.expression.typeArguments !== undefined;

/** const { rows } = await statement.execute(db), or (await statement.execute(db)).rows */
const readsRows: Rule = (node) => {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === "rows" && isRawExecution(bare(node.expression));
  return (
    ts.isVariableDeclaration(node) &&
    ts.isObjectBindingPattern(node.name) &&
    node.name.elements.some((one) => (one.propertyName ?? one.name).getText() === "rows") &&
    node.initializer !== undefined &&
    isRawExecution(bare(node.initializer))
  );
};

/** z.custom<Row>() without a check. */
const acceptsAll: Rule = (node) =>
  ts.isCallExpression(node) && node.expression.getText() === "z.custom" && node.arguments.length === 0;

/** checkedRows(trx, z.object({ … }), …), which would make the schema anew for each call. */
const buildsSchema: Rule = (node) =>
  ts.isCallExpression(node) &&
  /^(checkedRows?|checked)$/.test(node.expression.getText()) &&
  node.arguments.some(
    (one) => ts.isCallExpression(one) && /^z\.|\.(extend|omit|pick|partial)$/.test(one.expression.getText()),
  );

const runsByItself: Rule = (node) => ts.isPropertyAccessExpression(node) && node.name.text === "executeQuery";

/**
 * select(sql<Row>`…`.as("name")), select((q) => q.fn.sum<number>("cents").as("total")): tables.ts knows the columns, of what is
 * made of them the builder believes what it is told. What a contract answers unchanged is compared with the contract.
 */
const claimsColumn: Rule = (node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === "as" &&
  !answered.has(node.arguments[0]?.getText() ?? "");
const answered = new Set(['"paid_on"', '"networks"']);

const rules: [string, Rule][] = [
  ["no one reads rows without a schema", importsUnchecked],
  ["no statement states the type of its rows", statesType],
  ["no one takes rows from a statement that was executed", readsRows],
  ["no schema accepts whatever comes", acceptsAll],
  ["no schema is made for a call", buildsSchema],
  ["no one executes a compiled query", runsByItself],
  ["no query of the builder selects what is no column", claimsColumn],
];

test.each(rules)("of the services outside of the kit %s (docs/decisions/0079-sql.md)", (_, rule) => {
  expect(sources.length).toBeGreaterThan(500);
  expect(breaches(rule)).toEqual([]);
});

test.each([
  [importsUnchecked, `import { rows } from "../../kit/unchecked-rows";`],
  [statesType, "await sql<{ id: number }>`select 1 as id`.execute(trx);"],
  [readsRows, "const { rows } = await sql`select 1 as id`.execute(trx);"],
  [readsRows, "const { rows: found } = await read(account).execute(trx);"],
  [readsRows, "const first = (await sql`select 1 as id`.execute(trx)).rows[0];"],
  [acceptsAll, "const Row = z.custom<{ id: number }>();"],
  [buildsSchema, "await checkedRow(trx, z.object({ id: z.number() }), sql`select 1 as id`);"],
  [buildsSchema, "await checkedRow(trx, Row.extend({ id: z.number() }), sql`select 1 as id`);"],
  [runsByItself, "await trx.executeQuery(asked);"],
  [claimsColumn, 'trx.selectFrom(t).select(sql<number>`1`.as("one"));'],
  [claimsColumn, 'trx.selectFrom(t).select((q) => q.fn.countAll<number>().as("many"));'],
])("a breach is found, example %#", (rule, text) => {
  expect(breaches(rule, [ts.createSourceFile("sample.ts", text, ts.ScriptTarget.Latest, true)])).toEqual([
    "sample.ts:1",
  ]);
});

test("what the query builder answers, and how many rows a statement changed, need no schema", () => {
  const text =
    "const found = await trx.selectFrom(t).execute(); const { numAffectedRows } = await sql`x`.execute(trx);";
  const sample = [ts.createSourceFile("sample.ts", text, ts.ScriptTarget.Latest, true)];
  expect(rules.flatMap(([, rule]) => breaches(rule, sample))).toEqual([]);
});
