import { sep } from "node:path";
import { root } from "./cli.mjs";

const shared = ["services", "rules"].map((folder) => `${root}${sep}${folder}${sep}`);

/**
 * A Vite plugin: the pages' program for the server imports contracts and rules from where they are written, and
 * scripts/build.mjs bundles them once, for it and for the services. Only then is there one copy of them in memory.
 * @returns {import("vite").Plugin}
 */
export function sharedHalves() {
  return {
    name: "shared-halves",
    enforce: "pre",
    apply: "build",
    async resolveId(source, importer, options) {
      if (!options.ssr || !importer || !/^\.\.?\//.test(source)) return undefined;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!found || !shared.some((folder) => found.id.startsWith(folder)) || !/\.tsx?$/.test(found.id))
        return undefined;
      return { id: found.id, external: "absolute" };
    },
  };
}
