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
