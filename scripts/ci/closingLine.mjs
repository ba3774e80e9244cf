// @ts-check

/**
 * The last line of a run of all suites. A suite that could not run at all counts as one failed test: nothing that it
 * should have shown was shown.
 * @param {string | null} report what jest wrote by `--json`; null when it wrote nothing
 */
export function closingLine(report) {
  if (report === null) return '0 passed, 1 failed';
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numRuntimeErrorTestSuites: broken,
  } = JSON.parse(report);
  return `${passed} passed, ${failed + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
