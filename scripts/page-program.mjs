import { createHash } from "node:crypto";
import { oldBrowsers } from "./widget.mjs";

const suffix = ".ts?url";

/**
 * A Vite plugin: `import url from "./program.ts?url"` is the address of that program as one classic script, with all
 * that it imports. Pages without the program of the application load it.
 */
export function pageProgram() {
  const made = new Map();
  const programOf = (file) => {
    if (!made.has(file)) made.set(file, makeProgram(file));
    return made.get(file);
  };
  return {
    name: "page-program",
    enforce: "pre",
    async resolveId(id, importer) {
      if (!id.endsWith(suffix)) return undefined;
      const found = await this.resolve(id.slice(0, -"?url".length), importer, { skipSelf: true });
      return found && `\0page-program:${found.id}`;
    },
    async load(id) {
      if (!id.startsWith("\0page-program:")) return undefined;
      const { fileName } = await programOf(id.slice("\0page-program:".length));
      return `export default ${JSON.stringify(`/${fileName}`)};`;
    },
    async generateBundle() {
      if (this.environment?.config.build.ssr) return;
      for (const program of made.values()) {
        const { fileName, text } = await program;
        this.emitFile({ type: "asset", fileName, source: text });
      }
    },
  };
}

async function makeProgram(file) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    ...{ entryPoints: [file], bundle: true, minify: true, format: "iife", target: oldBrowsers, charset: "utf8" },
    ...{ write: false, logLevel: "silent", legalComments: "none" },
  });
  const text = outputFiles[0].text;
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8).replace(/[-_]/g, "0");
  return { text, fileName: `assets/respond-${hash}.js` };
}
