import { expect, test } from '@jest/globals';
import { closingLine } from '../../scripts/ci/closingLine.mjs';

const report = (numPassedTests: number, numFailedTests: number, numPendingTests = 0, numRuntimeErrorTestSuites = 0) =>
  JSON.stringify({ numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites });

test.each([
  ['all passed', report(12, 0), '12 passed, 0 failed'],
  ['some failed', report(12, 3), '12 passed, 3 failed'],
  ['some skipped', report(12, 0, 2), '12 passed, 0 failed, 2 skipped'],
  ['a suite that did not load', report(12, 0, 0, 1), '12 passed, 1 failed'],
  ['jest died', null, '0 passed, 1 failed'],
])('%s', (_case, text, line) => expect(closingLine(text)).toBe(line));
