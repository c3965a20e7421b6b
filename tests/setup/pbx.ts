import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** The program of the sandbox's customers, bundled for a test. */
export async function customersProgram(): Promise<{ path: string; remove(): void }> {
  // Packages are found from the repository.
  const folder = mkdtempSync(join(process.cwd(), "node_modules", ".customers-"));
  const path = join(folder, "customers.mjs");
  await build({
    entryPoints: ["sandbox/pbx-customers-process.ts"],
    ...{ outfile: path, bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "silent" },
  });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
