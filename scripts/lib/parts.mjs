import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';
import { print } from './run-script.mjs';

/**
 * One thing that passes or fails: a checker, or a runner with many tests.
 * @typedef {object} Part
 * @property {string} name
 * @property {readonly string[]} args for `node`
 * @property {readonly string[]} [command] instead of `node` with these arguments
 * @property {string} [logs] folder for the output of a failure; test-results/ where not given
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeoutMs]
 * @property {boolean | string} [show] passes its output on while it runs; a text goes before each line
 * @property {{ file: string, read: (report: any) => Report }} [report] where a runner leaves its counts
 * @property {string} [stage] what `--only` calls it, where its files can run alone
 */

/** @typedef {{ passed: number, failed: number, skipped: number, flaky?: number }} Counts flaky: failed, and passed alone */
/**
 * Failures: a line for each. Failed titles: of the tests, if the runner can choose tests by them. Tests: all of them.
 * @typedef {Counts & { failedFiles?: readonly string[], failedTitles?: readonly string[], failures?: readonly string[], tests?: readonly import('./desktops/abilities.mjs').Test[] }} Report
 */
/** @typedef {Report & { name: string, ok: boolean, stage?: string | undefined }} Result */

/** Runners' reports, and the output of failures. */
export const results = join(root, 'test-results');

/** Milliseconds, several times the duration of the slowest part beside others: ends hanging parts. */
const defaultTimeout = 1_800_000;

/**
 * @param {Part} part
 * @param {(sentence: string) => void} [notify]
 * @returns {Promise<Result>} a part without a report counts as one
 */
export async function runPart(part, notify = print) {
  const began = Date.now();
  const log = logOf(part.name, part.logs);
  mkdirSync(dirname(log), { recursive: true });
  for (const old of [log, part.report?.file]) if (old) rmSync(old, { force: true });
  const [program = '', ...args] = part.command ?? [process.execPath, ...part.args];
  const { code, output } = await run(program, args, {
    env: { ...process.env, ...part.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    timeoutMs: part.timeoutMs ?? defaultTimeout,
    ...(part.show === undefined ? {} : { show: part.show }),
  });
  const counts = count(part, code);
  const result = { name: part.name, stage: part.stage, ok: code === 0 && counts.failed === 0, ...counts };
  const seconds = ((Date.now() - began) / 1000).toFixed(1).padStart(6);
  notify(`${result.ok ? 'ok  ' : 'FAIL'} ${seconds} s  ${part.name}${part.report ? `  (${describe(result)})` : ''}`);
  if (!result.ok) {
    writeFileSync(log, output);
    if (code === 124)
      notify(`     It did not end within ${(part.timeoutMs ?? defaultTimeout) / 1000} s and was stopped.`);
    if (!part.show) notify(indent(output));
  }
  return result;
}

/**
 * Path of a failure's output.
 * @param {string} name of the part
 * @param {string} [folder]
 */
export function logOf(name, folder = results) {
  return join(folder, `${name.replaceAll(/\W+/g, '-')}.log`);
}

/** @param {readonly Counts[]} counts */
export function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  for (const { passed, failed, skipped, flaky = 0 } of counts) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.flaky += flaky;
  }
  return total;
}

/**
 * `3 passed, 0 failed`, and skipped or flaky ones if any.
 * @param {Counts} counts
 */
export function describe({ passed, failed, skipped, flaky = 0 }) {
  const more = [skipped > 0 ? `, ${skipped} skipped` : '', flaky > 0 ? `, ${flaky} flaky` : ''].join('');
  return `${passed} passed, ${failed} failed${more}`;
}

/**
 * The runner's report; a failure it does not count, such as a crash, adds one.
 * @param {Part} part
 * @param {number} code
 * @returns {Report}
 */
function count(part, code) {
  const one = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  if (!part.report) return one;
  const counts = readCounts(part.report);
  if (!counts) return { passed: 0, failed: 1, skipped: 0 };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {NonNullable<Part['report']>} report */
function readCounts({ file, read }) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** @param {string} text */
function indent(text) {
  return text.trimEnd().replaceAll(/^/gm, '     ');
}
