import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle, copyMigrations } from "./build.mjs";
import { Fault, root } from "./cli.mjs";
import { hydrateEsbuild } from "./install.mjs";

/**
 * Imports a TypeScript file of ours without a build. Its bundle lies in the repository while it runs, because
 * packages are found from there.
 */
export async function importTypescript(source) {
  if (!existsSync(join(root, source)))
    throw new Fault(`${source} is missing: this copy of the repository is not whole.`);
  await hydrateEsbuild();
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "module-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const target = join(folder, "module.js");
  await bundle(join(root, source), target);
  copyMigrations(folder);
  return import(pathToFileURL(target).href);
}
