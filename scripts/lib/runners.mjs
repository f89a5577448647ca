import { join } from 'node:path';
import { failure } from './failures.mjs';
import { results } from './parts.mjs';
import { tool } from './tools.mjs';

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./parts.mjs').Report} Report */

/**
 * A vitest project as a part.
 * @param {string} project
 * @param {readonly string[]} [paths] parts of the names of its files; all if there are none
 * @param {Partial<Part>} [more]
 * @param {string} [shard] of all files, as vitest writes it: `1/4`
 * @returns {Part}
 */
export function vitest(project, paths = [], more = {}, shard) {
  const name = shard ? `${project}-${shard.replace('/', '-of-')}` : project;
  const file = join(results, `vitest-${name}.json`);
  const args = [
    'run',
    ...paths,
    '--project',
    project,
    '--reporter=default',
    '--reporter=./scripts/lib/vitest-report.mjs',
    `--outputFile.report=${file}`,
    ...(shard ? [`--shard=${shard}`] : []),
  ];
  const report = { file, read: (/** @type {Report} */ written) => written };
  return { name: `${name} tests`, stage: project, args: tool('vitest', args), report, ...more };
}

/**
 * Parts of the app's tests, some three minutes each, as Playwright's file patterns: small ones let two lanes
 * end together.
 */
const appParts = {
  others: 'e2e/(?!journeys/|corpus/)',
  corpus: 'e2e/corpus/',
  'journeys-a-n': 'e2e/journeys/[a-n]',
  'journeys-o-z': 'e2e/journeys/[o-z]',
};

/** @typedef {keyof typeof appParts} AppPart */

/**
 * Playwright on the real app.
 * @param {readonly string[]} [paths] parts of the names of its files; all if there are none
 * @param {Partial<Part>} [more]
 * @param {AppPart} [part] of all files; they can run side by side
 * @param {readonly string[]} [titles] of the tests to run; all if there are none
 * @returns {Part}
 */
export function playwright(paths = [], more = {}, part, titles = []) {
  const name = part ? `e2e-${part}` : 'e2e';
  const file = join(results, `playwright-${name}.json`);
  const chosen = titles.length > 0 ? [`--grep=(${titles.map(escaped).join('|')})$`] : [];
  const options = part ? [appParts[part], `--output=${join(results, name)}`] : chosen;
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
    // A test that passes only sometimes has failed.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failedFiles: [...new Set(failed.map(({ file }) => file))],
    failedTitles: failed.map(({ title }) => title),
    failures: failed.map(({ file, line, title, tests }) => {
      const errors = tests.flatMap((test) => test.results.flatMap(({ error }) => error?.message ?? []));
      return failure(`${file}:${line} › ${title}`, errors[0]);
    }),
  };
}

/** @param {string} text matched as it is by a regular expression */
function escaped(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
