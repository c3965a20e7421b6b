import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/cli.mjs";
import { schemas } from "../../services/migrations";
import { addressOf, asOwner } from "../setup/database";

const source = readFileSync(join(root, "services", "tables.ts"), "utf8");

/** Each table with its columns, as services/tables.ts has them: `"schema.table": Name;` and `interface Name { column: … }`. */
function written(): string[] {
  return [...source.matchAll(/^ {2}"([\w.]+)": (\w+);$/gm)].flatMap(([, table, name]) => {
    const body = new RegExp(`^export interface ${name} \\{\n([\\s\\S]*?)^\\}`, "m").exec(source)?.[1] ?? "";
    return [...body.matchAll(/^ {2}(\w+): /gm)].map(([, column]) => `${table}.${column}`);
  });
}

test("the types of the tables have every column that the migrations make, and no other (npm run codegen)", async () => {
  const { rows } = await asOwner(
    addressOf("jibu_template"),
    `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
     where table_schema in ('${Object.keys(schemas).join("','")}') and table_name not like '%migration%'`,
  );
  const stored = rows.map(({ name }: { name: string }) => name);
  expect(stored.length).toBeGreaterThan(500);
  expect(written().sort()).toEqual(stored.sort());
});
