import { join } from 'node:path';
import { results } from './parts.mjs';
import { tool } from './tools.mjs';

/** @typedef {import('./parts.mjs').Part} Part */

/**
 * A vitest project as a part.
 * @param {string} project
 * @param {readonly string[]} [paths] parts of the names of its files; all where there are none
 * @param {Partial<Part>} [more]
 * @param {readonly string[]} [options] more of them for vitest
 * @returns {Part}
 */
export function vitest(project, paths = [], more = {}, options = []) {
  const file = join(results, `vitest-${project}.json`);
  const args = [
    'run',
    ...paths,
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...options,
  ];
  return { name: `${project} tests`, args: tool('vitest', args), report: { file, read: vitestCounts }, ...more };
}

/**
 * Playwright on the real app.
 * @param {readonly string[]} [paths] parts of the names of its files; all where there are none
 * @param {Partial<Part>} [more]
 * @returns {Part}
 */
export function playwright(paths = [], more = {}) {
  const file = join(results, 'playwright.json');
  return {
    name: 'e2e tests',
    args: tool('playwright', ['test', ...paths, '--reporter=list,json']),
    report: { file, read: playwrightCounts },
    ...more,
    env: { ...more.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  };
}

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests?: number }} report */
function vitestCounts(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report */
function playwrightCounts({ stats }) {
  // A test that passes only sometimes does not pass.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
