import { expect, test } from "vitest";
import {
  countPlaywright,
  countVitest,
  failureLines,
  failuresPlaywright,
  failuresVitest,
  pageLines,
  slowLines,
  sum,
  timesPlaywright,
  timesVitest,
  verdict,
  warningLines,
} from "../../scripts/test-summary.mjs";

function vitest(passed: number, failed: number, unloaded = 0) {
  const files = Array.from({ length: unloaded }, () => ({ status: "failed", assertionResults: [] }));
  return { numPassedTests: passed, numFailedTests: failed, testResults: files };
}
function playwright(expected: number, unexpected = 0, flaky = 0, errors: unknown[] = []) {
  return { stats: { expected, unexpected, flaky, skipped: 0 }, errors };
}

test("the last line adds up what every runner counted", () => {
  expect(countVitest(vitest(12, 0), 0)).toEqual({ passed: 12, failed: 0 });
  expect(countVitest(vitest(10, 2), 1)).toEqual({ passed: 10, failed: 2 });
  expect(countPlaywright(playwright(5), 0)).toEqual({ passed: 5, failed: 0 });
  expect(
    sum([
      { passed: 12, failed: 0 },
      { passed: 5, failed: 1 },
    ]),
  ).toEqual({ passed: 17, failed: 1 });
});

test("a run is never green by accident", () => {
  expect(countVitest(undefined, 0).failed, "no report").toBe(1);
  expect(countVitest(vitest(3, 0, 2), 1).failed, "files that could not be loaded").toBe(2);
  expect(countVitest(vitest(3, 0), 1).failed, "an error outside the tests").toBe(1);
  expect(countVitest(vitest(0, 0), 0).failed, "nothing ran").toBe(1);
  expect(countPlaywright(playwright(0), 0).failed, "nothing ran").toBe(1);
  expect(countPlaywright(playwright(4, 0, 1), 0).failed, "passed when tried again").toBe(1);
  expect(countPlaywright(playwright(0, 0, 0, ["no server"]), 1).failed, "the server did not start").toBe(1);
  expect(verdict({ passed: 0, failed: 0 })).toBe(1);
  expect(verdict({ passed: 9, failed: 1 })).toBe(1);
  expect(verdict({ passed: 9, failed: 0 })).toBe(0);
});

test("the end of a run names the slowest tests of both runners and what an examined page costs", () => {
  const assertionResults = Array.from({ length: 12 }, (_, at) => ({ title: `number ${at}`, duration: at * 1000 }));
  const units = timesVitest({ testResults: [{ name: "/somewhere/tests/kit/a.test.ts", assertionResults }] });
  const page = (seconds: number) => ({
    file: "accessibility-and-layout.spec.ts",
    title: "/dashboard",
    tests: [{ results: [{ duration: seconds * 1000 }] }],
  });
  const browser = timesPlaywright({ suites: [{ specs: [page(1)], suites: [{ specs: [page(2)] }] }] });
  const lines = slowLines([...units, ...browser]);
  expect(lines[0]).toMatch(/^1\.50 s for each of 2 examined pages/);
  expect(lines[2]).toMatch(/11\.0 s {2}kit\/a\.test\.ts: number 11$/);
  expect(lines.filter((line) => line.includes("number"))).toHaveLength(10);
  expect(timesVitest(undefined)).toEqual([]);
  expect(timesPlaywright(undefined)).toEqual([]);
});

test("the end of a run that failed says of both runners which tests failed, where and why", () => {
  const passed = { title: "one", status: "passed", failureMessages: [] };
  const failed = { title: "two", status: "failed", failureMessages: ["expected 1 to be 2\n    at a.test.ts:7:3"] };
  const units = failuresVitest({
    testResults: [
      { name: "/somewhere/tests/kit/a.test.ts", status: "failed", assertionResults: [passed, failed] },
      { name: "/somewhere/tests/kit/b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
    ],
  });
  const errors = [{ message: "\u001b[31mTimed out\u001b[39m\n\nwaiting for a button", location: { line: 33 } }];
  const spec = { file: "crm.spec.ts", title: "a lead", tests: [{ results: [{ errors: [] }, { errors }] }] };
  const browser = failuresPlaywright({ suites: [{ specs: [], suites: [{ specs: [spec] }] }] });
  expect(failureLines([...units, ...browser])).toEqual([
    "FAILED  kit/a.test.ts: two",
    "        expected 1 to be 2",
    "            at a.test.ts:7:3",
    "FAILED  kit/b.test.ts",
    "        no such module",
    "FAILED  crm.spec.ts:33: a lead",
    "        Timed out",
    "        waiting for a button",
  ]);
});

test("a failure in the browser says which page it was and what the page told", () => {
  const record = [
    "Error: no button",
    '- link "Jibu" [ref=e7] [cursor=pointer]:',
    '  - heading "Leads" [level=1] [ref=f2e178]',
    "    - alert [ref=e9]: The page could not be read.",
    '  - status "Page" [ref=f2e350]: Leads - Jibu',
    "  10 | page.getByRole('heading')",
  ].join("\n");
  const held = pageLines(record);
  expect(held).toEqual([
    '- heading "Leads" [level=1]',
    "- alert: The page could not be read.",
    '- status "Page": Leads - Jibu',
  ]);
  expect(failureLines([{ name: "crm.spec.ts:3: a lead", said: "no button", held }])).toEqual([
    "FAILED  crm.spec.ts:3: a lead",
    "        no button",
    "        The page:",
    ...held.map((line) => `          ${line}`),
  ]);
  const attachments = [{ name: "error-context", path: "a.md" }];
  const errors = [{ message: "Timed out" }, { message: "no button" }];
  const spec = { file: "crm.spec.ts", title: "a lead", tests: [{ results: [{ errors, attachments }] }] };
  expect(failuresPlaywright({ suites: [{ specs: [spec] }] }).map(({ page }) => page)).toEqual([undefined, "a.md"]);
});

test("of many failures the first ten are told, each in a few lines, and how many more there are", () => {
  const said = Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\n");
  const lines = failureLines(Array.from({ length: 12 }, (_, at) => ({ name: `test ${at}`, said })));
  expect(lines.filter((line) => line.startsWith("FAILED"))).toHaveLength(10);
  expect(lines).toHaveLength(10 * 13 + 1);
  expect(lines.at(-1)).toBe("and 2 more");
  expect(failuresVitest(undefined)).toEqual([]);
  expect(failuresPlaywright(undefined)).toEqual([]);
});

test("the end of a run that failed tells the last warnings of the applications, each in a line", () => {
  const line = (more: object) => JSON.stringify({ level: "info", time: "10:00", msg: "request", ...more });
  const held = {
    level: "warn",
    msg: "request without an answer yet",
    method: "GET",
    path: "/voice/reports",
    ms: 30_001,
  };
  const failed = { level: "error", msg: "request failed", status: 500, err: { message: "no such column" } };
  const log = [line({ path: "/dashboard" }), line(held), line(failed), '{"level":"error","ti'].join("\n");
  expect(warningLines(log)).toEqual([
    "10:00 | warn | request without an answer yet | GET /voice/reports 30001 ms",
    "10:00 | error | request failed | 500 | no such column",
  ]);
  expect(warningLines(Array.from({ length: 40 }, () => line(held)).join("\n"))).toHaveLength(12);
  expect(warningLines("")).toEqual([]);
});
