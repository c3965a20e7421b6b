import generatorModule from "@babel/generator";
import { parse } from "@babel/parser";
import traverseModule from "@babel/traverse";
import { deadCodeElimination, findReferencedIdentifiers } from "babel-dead-code-elimination";

// CommonJS packages, imported as modules.
const generate = generatorModule.default ?? generatorModule;
const traverse = traverseModule.default ?? traverseModule;

/** What only the server asks a list for, and what of a bulk action runs there. */
const onServer = new Set(["search", "facts", "rows"]);
const ofAction = new Set(["run"]);

/**
 * A Vite plugin: the browser's program has of a list (`*.list.tsx`, app/kit/lists/definition.ts) what is drawn, and not
 * how its rows are read; what nothing refers to then goes too, the library that checks forms above all. Remix does the
 * same to the loader and the action of a route module.
 * @returns {import("vite").Plugin}
 */
export function listInBrowser() {
  return {
    name: "list-in-browser",
    enforce: "pre",
    transform(code, id, options) {
      const [file = ""] = id.split("?");
      if (options?.ssr || !/\.list\.tsx?$/.test(file)) return;
      const ast = parse(code, { sourceType: "module", plugins: ["typescript", "jsx"] });
      const referenced = findReferencedIdentifiers(ast);
      traverse(ast, {
        CallExpression(path) {
          const [definition] = path.get("arguments");
          if (path.node.callee.name !== "list" || !definition?.isObjectExpression()) return;
          drop(definition.get("properties"), onServer);
          definition.traverse(bulkActions);
        },
      });
      deadCodeElimination(ast, referenced);
      return generate(ast, { sourceMaps: true, sourceFileName: file }, code);
    },
  };
}

const bulkActions = { ObjectExpression: (action) => drop(action.get("properties"), ofAction) };

function drop(properties, names) {
  for (const property of properties) if (names.has(property.node.key?.name)) property.remove();
}
