import { expect, test } from 'vitest';
import { readPlaywright } from './runners.mjs';

test('a failed Playwright test is reported in a line with its location', () => {
  const failed = {
    ok: false,
    file: 'e2e/a.spec.ts',
    line: 7,
    title: 'opens',
    tests: [{ results: [{ error: { message: 'Timed out' } }] }],
  };
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [{ specs: [], suites: [{ specs: [failed, { ...failed, ok: true }] }] }],
  };
  expect(readPlaywright(report)).toMatchObject({ failures: ['e2e/a.spec.ts:7 › opens: Timed out'] });
});
