import { join, posix } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { results } from './parts.mjs';
import { root } from './paths.mjs';
import { tool } from './tools.mjs';

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./parts.mjs').Report} Report */

/** Characters of an error that the summary tells; the rest is in the output. */
const longestReason = 300;

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
  const report = { file, read: readVitest };
  return { name: `${project} tests`, stage: project, args: tool('vitest', args), report, ...more };
}

/**
 * Two halves of the tests of the app, about as long, each as Playwright chooses files.
 * @type {Readonly<Record<'journeys' | 'others', string>>}
 */
const halves = { journeys: 'e2e/journeys/', others: 'e2e/(?!journeys/)' };

/**
 * Playwright on the real app.
 * @param {readonly string[]} [paths] parts of the names of its files; all where there are none
 * @param {Partial<Part>} [more]
 * @param {'journeys' | 'others'} [half] of all files; the two can run side by side
 * @returns {Part}
 */
export function playwright(paths = [], more = {}, half) {
  const name = half ? `e2e-${half}` : 'e2e';
  const file = join(results, `playwright-${name}.json`);
  const options = half ? [halves[half], `--output=${join(results, name)}`] : [];
  return {
    name: `${name} tests`,
    stage: 'e2e',
    args: tool('playwright', ['test', ...paths, '--reporter=list,json', ...options]),
    report: { file, read: readPlaywright },
    ...more,
    env: { ...more.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  };
}

/**
 * @typedef {{ name: string, status: string, message?: string,
 *   assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} File
 */

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests?: number,
 *   testResults: File[] }} report
 * @returns {Report}
 */
export function readVitest(report) {
  const files = report.testResults.filter(({ status }) => status === 'failed');
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failedFiles: files.map(({ name }) => fromRoot(name)),
    failures: files.flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      // A file that could not be read, or whose hooks failed, has no test that did.
      if (tests.length === 0) return [failure(fromRoot(name), message)];
      return tests.map((test) => failure(`${fromRoot(name)} › ${test.fullName}`, test.failureMessages?.[0]));
    }),
  };
}

/**
 * @typedef {{ ok: boolean, file: string, line: number, title: string,
 *   tests: { results: { error?: { message?: string } }[] }[] }} Spec
 */
/** @typedef {{ specs: Spec[], suites?: Suite[] }} Suite */

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: Suite[] }} report
 * @returns {Report}
 */
export function readPlaywright({ stats, suites }) {
  /** @type {(suite: Suite) => Suite['specs']} */
  const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
  const failed = suites.flatMap(specs).filter(({ ok }) => !ok);
  return {
    passed: stats.expected,
    // A test that passes only sometimes does not pass.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failedFiles: [...new Set(failed.map(({ file }) => file))],
    failures: failed.map(({ file, line, title, tests }) => {
      const errors = tests.flatMap((test) => test.results.flatMap(({ error }) => error?.message ?? []));
      return failure(`${file}:${line} › ${title}`, errors[0]);
    }),
  };
}

/**
 * One line for what failed and why.
 * @param {string} test
 * @param {string} [message] of any length, with colours
 */
function failure(test, message = '') {
  const lines = stripVTControlCharacters(message).split('\n', 3);
  const why = lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
  return why ? `${test}: ${why.slice(0, longestReason)}` : test;
}

/**
 * A file as `--only` takes it: in Wine its path has a drive.
 * @param {string} path
 */
function fromRoot(path) {
  return posix.relative(slashes(root), slashes(path));
}

/** @param {string} path */
function slashes(path) {
  return path.replaceAll('\\', '/').replace(/^[A-Za-z]:/, '');
}
