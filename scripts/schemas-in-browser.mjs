import generatorModule from "@babel/generator";
import { parse } from "@babel/parser";

// A CommonJS package, imported as a module.
const generate = generatorModule.default ?? generatorModule;

const contract = /\/services\/[\w-]+\/(?:[\w-]+\/)*contract[\w.-]*\.ts$/;
const ours = /\/(?:app|rules|services)\/.*\.tsx?$/;
/** A module that may make schemas imports the library, be it for a type alone, or values of a contract. */
const hasSchemas = / from "zod";|^import (?!type\b)[^;]*? from "[^"]*\/contract[\w.-]*";/m;

/**
 * A Vite plugin: what a module makes with the library that checks forms and calls (`const Shape = z.object({ … })`) is
 * part of the browser's program only where something uses it. Rollup has to keep a call whose result nobody uses, since
 * it can't know that it does nothing else; a page that needed one name out of a contract loaded the library with it, and
 * all that is known of telephone numbers.
 * @returns {import("vite").Plugin}
 */
export function schemasInBrowser() {
  return {
    name: "schemas-in-browser",
    enforce: "pre",
    transform(code, id, options) {
      const [file = ""] = id.split("?");
      if (options?.ssr || !ours.test(file) || file.includes("/node_modules/")) return;
      if (!contract.test(file) && !hasSchemas.test(code)) return;
      const ast = parse(code, { sourceType: "module", plugins: ["typescript", "jsx"] });
      if (!markUnused(ast)) return;
      return generate(ast, { sourceMaps: true, sourceFileName: file }, code);
    },
  };
}

/** Says of each constant that is made by a call that making it has no effect. Answers whether there was one. */
function markUnused(ast) {
  let found = false;
  for (const statement of ast.program.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") continue;
    for (const one of declaration.declarations) {
      if (one.id.type !== "Identifier" || !one.init || !acts(one.init)) continue;
      one.init = madeWithoutEffect(one.init);
      found = true;
    }
  }
  return found;
}

/** `/*#__PURE__*\/ (() => value)()`: one call, whatever is called while the value is made. */
function madeWithoutEffect(value) {
  const callee = { type: "ArrowFunctionExpression", params: [], body: value, expression: true };
  const leadingComments = [{ type: "CommentBlock", value: "#__PURE__" }];
  return { type: "CallExpression", callee, arguments: [], leadingComments };
}

const acting = new Set([
  ...["CallExpression", "NewExpression", "TaggedTemplateExpression"],
  ...["MemberExpression", "OptionalMemberExpression", "OptionalCallExpression", "SpreadElement"],
]);

/** Whether something is called or read while the value is made, and not only in functions inside it. */
function acts(node) {
  if (!node || typeof node.type !== "string" || node.type.includes("Function")) return false;
  if (acting.has(node.type)) return true;
  return Object.entries(node).some(
    ([key, child]) => key !== "leadingComments" && (Array.isArray(child) ? child.some(acts) : acts(child)),
  );
}
