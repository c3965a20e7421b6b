import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./cli.mjs";

const library = join(dirname(createRequire(import.meta.url).resolve("lucide-react")), "..", "esm");
const virtual = "\0icon-sprite";

/**
 * A Vite plugin: every icon that app/ imports from lucide-react stands in one file, and a page refers to it by `<use>`.
 * The types and the names stay lucide's.
 */
export function iconSprite() {
  let made;
  const sprite = () => {
    made ??= makeSprite();
    return made;
  };
  return {
    name: "icon-sprite",
    enforce: "pre",
    resolveId: (id) => (id === "lucide-react" ? virtual : undefined),
    load: async (id) => (id === virtual ? moduleText(await sprite()) : undefined),
    async generateBundle() {
      if (this.environment?.config.build.ssr) return;
      const { fileName, text } = await sprite();
      this.emitFile({ type: "asset", fileName, source: text });
    },
  };
}

/** Its own two exports: the icons by name, and the address of their file. */
function moduleText({ icons, fileName }) {
  const made = [...icons].map(
    ([name, { id }]) => `export const ${name} = /*#__PURE__*/ createIcon(${JSON.stringify(`/${fileName}#${id}`)});`,
  );
  const maker = JSON.stringify(join(root, "app", "kit", "ui", "icon.tsx"));
  return [`import { createIcon } from ${maker};`, ...made].join("\n");
}

/**
 * @returns icons: name in the source -> its id in the file and its shapes; text: the file; fileName: below build/client
 */
export async function makeSprite(names = importedNames()) {
  const files = filesByName();
  const icons = new Map();
  for (const name of [...names].sort()) {
    const file = files.get(name);
    if (!file) throw new Error(`lucide-react has no icon named ${name}`);
    const { __iconNode } = await import(pathToFileURL(file).href);
    icons.set(name, { id: file.replace(/^.*[\\/]|\.js$/g, ""), shapes: __iconNode });
  }
  const symbols = new Map([...icons.values()].map(({ id, shapes }) => [id, symbol(id, shapes)]));
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${[...symbols.values()].join("")}</svg>`;
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8).replace(/[-_]/g, "0");
  return { icons, text, fileName: `assets/icons-${hash}.svg` };
}

function symbol(id, shapes) {
  const drawn = shapes.map(([tag, { key: _key, ...attributes }]) => {
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
    return `<${tag}${written.join("")}/>`;
  });
  return `<symbol id="${id}" viewBox="0 0 24 24">${drawn.join("")}</symbol>`;
}

/** The values (no types) that the sources of the pages import from lucide-react, under lucide's names. */
export function importedNames() {
  const names = new Set();
  for (const entry of readdirSync(join(root, "app"), { recursive: true, withFileTypes: true })) {
    if (!/\.tsx?$/.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath ?? entry.path, entry.name), "utf8");
    for (const [, list] of text.matchAll(/import \{([^}]*)\} from "lucide-react"/g))
      for (const part of list.split(",")) {
        const [name = ""] = part.trim().split(/\s+as\s+/);
        if (name && !name.startsWith("type ")) names.add(name);
      }
  }
  return names;
}

/** Lucide's index: many icons have several names. */
function filesByName() {
  const files = new Map();
  const index = readFileSync(join(library, "lucide-react.js"), "utf8");
  for (const [, exported, file] of index.matchAll(/export \{([^}]*)\} from '\.\/(icons\/[^']+)'/g))
    for (const [, name] of exported.matchAll(/default as (\w+)/g)) files.set(name, join(library, file));
  return files;
}
