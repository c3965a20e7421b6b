import { stripVTControlCharacters } from "node:util";

/**
 * The count of a vitest run. A file that could not be loaded, an error outside the tests and a run that left no
 * report are failures too: none of them may end as "0 failed".
 */
export function countVitest(report, status) {
  if (!report) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const counted = { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
  return blamed(counted, status);
}

/** The count of a Playwright run; a test that passed only when tried again failed. */
export function countPlaywright(report, status) {
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  return blamed(
    { passed: expected, failed: unexpected + flaky + (unexpected === 0 ? report.errors.length : 0) },
    status,
  );
}

function blamed(counted, status) {
  const nothing = counted.passed + counted.failed === 0;
  return counted.failed === 0 && (status !== 0 || nothing) ? { ...counted, failed: 1 } : counted;
}

export function sum(counts) {
  return counts.reduce((all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}

/** The exit status: nothing failed, and something ran. */
export function verdict({ passed, failed }) {
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** @returns every test that ran: name and seconds */
export function timesVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      name: `${name.replace(/^.*\/tests\//, "")}: ${test.title}`,
      seconds: (test.duration ?? 0) / 1000,
    })),
  );
}

export function timesPlaywright(report) {
  const within = ({ suites = [], specs = [] }) => [
    ...suites.flatMap(within),
    ...specs.flatMap(({ file, title, tests }) =>
      tests.flatMap(({ results }) =>
        results.map(({ duration }) => ({ name: `${file}: ${title}`, seconds: duration / 1000 })),
      ),
    ),
  ];
  return within(report ?? {});
}

/** What an examined page may cost in both themes and both widths, in seconds on a quiet machine. */
const pageBudget = 1.2;

/** The lines for the end of a run: what an examined page costs, beside its budget, and the ten slowest tests. */
export function slowLines(times) {
  const lines = [];
  const pages = times.filter(({ name }) => name.startsWith("accessibility-and-layout.spec.ts"));
  if (pages.length > 0) {
    const mean = pages.reduce((sum, { seconds }) => sum + seconds, 0) / pages.length;
    lines.push(`${mean.toFixed(2)} s for each of ${pages.length} examined pages (budget ${pageBudget.toFixed(2)} s)`);
  }
  const slowest = [...times].sort((one, other) => other.seconds - one.seconds).slice(0, 10);
  return [
    ...lines,
    "the slowest tests:",
    ...slowest.map((test) => `${test.seconds.toFixed(1).padStart(7)} s  ${test.name}`),
  ];
}

/** @returns of every test that failed its name and what it said */
export function failuresVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(/^.*\/tests\//, "");
    if (status === "failed" && assertionResults.length === 0) return [{ name: file, said: message ?? "" }];
    return assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => ({ name: `${file}: ${test.title}`, said: (test.failureMessages ?? []).join("\n") }));
  });
}

export function failuresPlaywright(report) {
  const within = ({ suites = [], specs = [] }) => [
    ...suites.flatMap(within),
    ...specs.flatMap(({ file, title, tests }) =>
      tests.flatMap(({ results }) =>
        results.flatMap(({ errors = [], attachments = [] }) =>
          errors.map(({ message = "", location }, at) => ({
            name: `${file}${location ? `:${location.line}` : ""}: ${title}`,
            said: message,
            // Once for a test: it is the page as it was when the test ended.
            ...(at === errors.length - 1
              ? { page: attachments.find(({ name }) => name === "error-context")?.path }
              : {}),
          })),
        ),
      ),
    ),
  ];
  return within(report ?? {});
}

const mostFailures = 10;
const mostLines = 12;

/** @returns the headings, dialogs and messages in Playwright's record of a page on which a test failed */
export function pageLines(record) {
  const found = record.match(/^ *- '?(?:heading|dialog|alert|status) .*$/gm) ?? [];
  return found.slice(0, mostLines).map((line) => line.trim().replaceAll(/ \[(?:ref|cursor)=[^\]]*\]/g, ""));
}

/** @returns the last warnings and errors in an application's log (JSON lines): when, what, and about which request */
export function warningLines(log) {
  const found = log.split("\n").flatMap((line) => {
    if (!/"level":"(?:warn|error|fatal)"/.test(line)) return [];
    try {
      const { time, level, msg, method = "", path = "", status = "", ms, err } = JSON.parse(line);
      const request = [method, path, status, ms === undefined ? "" : `${ms} ms`].filter(Boolean).join(" ");
      return [[time, level, msg, request, err?.message].filter(Boolean).join(" | ")];
    } catch {
      // The last line of a process that was killed.
      return [];
    }
  });
  return found.slice(-mostLines);
}

/** The lines for the end of a run that failed: who reads only the end of a long log sees which tests and why. */
export function failureLines(failures) {
  const shown = failures.slice(0, mostFailures).flatMap(({ name, said, held = [] }) => {
    const lines = stripVTControlCharacters(said).split("\n");
    return [
      `FAILED  ${name}`,
      ...lines
        .filter((line) => line.trim())
        .slice(0, mostLines)
        .map((line) => `        ${line}`),
      ...(held.length > 0 ? ["        The page:", ...held.map((line) => `          ${line}`)] : []),
    ];
  });
  const more = failures.length - mostFailures;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}
