/**
 * Packages of hundreds of small files, which take longer to find than to run: they go into our own files, with what
 * they need themselves. A second start is half as long for it. Anything else stays in node_modules.
 */
const manyFiles =
  /^(@conform-to\/|@hono\/|@nivo\/|email-reply-parser$|hono(\/|$)|kysely(\/|$)|libphonenumber-js(\/|$)|lucide-react$|postal-mime$|prom-client$|qrcode$|temporal-polyfill(\/|$)|zod(\/|$))/;
/** Packages that both halves must have the same copy of, or that bring programs. */
const shared = /^(@node-rs|@remix-run|react|react-dom|scheduler)(\/|$)/;
const inPackage = /[\\/]node_modules[\\/]/;

/** Lets esbuild leave every package outside but those. */
const choosing = {
  name: "inlining",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      if (kind === "entry-point") return undefined;
      const taken = !shared.test(path) && (inPackage.test(importer) || manyFiles.test(path));
      return taken && !path.startsWith("node:") ? undefined : { path, external: true };
    });
  },
};

export const inlining = {
  plugins: [choosing],
  // The halves of packages that say what is not used.
  mainFields: ["module", "main"],
  // What the CommonJS packages among them ask for at run time.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
};
