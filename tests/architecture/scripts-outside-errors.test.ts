import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { failureLines } from "../../scripts/test-summary.mjs";
import OutsideErrors from "../setup/outside-errors";

const folder = mkdtempSync(join(tmpdir(), "jibu-outside-"));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("what was thrown outside the tests is said at the end of a run, with the file that its worker was running", () => {
  const file = join(folder, "outside.json");
  vi.stubEnv("OUTSIDE_ERRORS_FILE", file);
  const error = { name: "Error", message: "the pool has ended", VITEST_TEST_PATH: "/somewhere/tests/kit/a.test.ts" };
  new OutsideErrors().onTestRunEnd([], [error as never], "failed");
  const lines = failureLines(JSON.parse(readFileSync(file, "utf8")));
  expect(lines[0]).toMatch(/^FAILED {2}outside the tests.*kit\/a\.test\.ts$/);
  expect(lines[1]).toContain("Error: the pool has ended");
});
