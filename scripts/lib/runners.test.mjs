import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './paths.mjs';
import { readPlaywright, readVitest } from './runners.mjs';

test('a failed test of vitest is told in a line, and so is a file that could not be read', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    testResults: [
      {
        name: join(root, 'src-main/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'one' },
          {
            status: 'failed',
            fullName: 'two adds',
            failureMessages: ['\u001B[31mexpected 1\u001B[39m\n  to be 2\n\n at x'],
          },
        ],
      },
      { name: join(root, 'src-main/b.test.ts'), status: 'failed', message: 'No such module', assertionResults: [] },
      { name: join(root, 'src-main/c.test.ts'), status: 'passed', assertionResults: [] },
    ],
  };
  expect(readVitest(report)).toMatchObject({
    failedFiles: ['src-main/a.test.ts', 'src-main/b.test.ts'],
    failures: ['src-main/a.test.ts › two adds: expected 1 to be 2', 'src-main/b.test.ts: No such module'],
  });
});

test('a failed test of Playwright is told in a line, with where it stands', () => {
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
