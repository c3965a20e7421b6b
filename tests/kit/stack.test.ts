import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, expect, it } from "vitest";
import { redactValue } from "../../services/kit/redact";
import { inSources } from "../../services/kit/stack";

const folder = mkdtempSync(join(tmpdir(), "jibu-stack-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("an error of a bundle is logged with the file and the line that someone wrote", async () => {
  writeFileSync(
    join(folder, "fault.ts"),
    'type Never = string;\n\nprocess.stdout.write(String(new Error("x").stack));\n',
  );
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const outfile = join(folder, "bundle.js");
  const entryPoints = [join(folder, "fault.ts")];
  await build({ entryPoints, outfile, bundle: true, format: "esm", sourcemap: true, sourcesContent: false });
  // In a process of its own, as the application: the test runner maps stacks itself.
  const error = new Error("x");
  error.stack = execFileSync(process.execPath, [outfile], { encoding: "utf8" });
  expect(error.stack).toContain("bundle.js");
  const { stack } = redactValue(error) as { stack: string };
  expect(stack).toContain(`${pathToFileURL(join(folder, "fault.ts")).href}:3:`);
  expect(stack).not.toContain("bundle.js");
});

it("a stack without a map stays as it is", () => {
  const stack = `Error: x\n    at a (${pathToFileURL(join(folder, "none.js")).href}:1:2)\n    at b (node:net:3:4)`;
  expect(inSources(stack)).toBe(stack);
});
