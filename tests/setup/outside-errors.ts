import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/**
 * Writes what was thrown outside the tests (a rejected promise that nothing waited for) into the file that
 * OUTSIDE_ERRORS_FILE names: vitest's JSON report leaves these out, although they fail the run.
 */
export default class OutsideErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>) {
    const file = process.env.OUTSIDE_ERRORS_FILE;
    if (!file || errors.length === 0) return;
    const said = errors.map((error) => ({
      name: `outside the tests, in a worker that was running ${String(error.VITEST_TEST_PATH ?? "no file")}`,
      said: `${error.name}: ${error.message}\n${error.stack ?? (error.stacks ?? []).map((at) => `at ${at.file}:${at.line}`).join("\n")}`,
    }));
    writeFileSync(file, JSON.stringify(said));
  }
}
