import { existsSync, renameSync } from 'node:fs';
import { describe, logOf } from './parts.mjs';
import { print } from './run-script.mjs';

/** @typedef {import('./parts.mjs').Result} Result */

/**
 * More failed files than this, of some 700, have a common cause in the project. A machine that stalls for a minute fails up to a
 * dozen at once, in four lanes.
 */
const fewFiles = 16;

/**
 * @typedef {(stage: string, paths: readonly string[], titles: readonly string[]) => Promise<Result[]>} RunAlone
 * titles: of the failed tests in those files; empty for all
 */

/**
 * Reruns failed test files alone, or their failed tests. A file that passes then is flaky, not green: it is named and
 * counted, to be fixed, and does not block an unrelated change.
 * @param {readonly Result[]} results
 * @param {RunAlone} run
 * @param {(sentence: string) => void} [notify]
 * @returns {Promise<Result[]>} the same results, with flaky files instead of their failures
 */
export async function runFailedAlone(results, run, notify = print) {
  const failed = results.flatMap(({ failedFiles = [] }) => failedFiles);
  if (failed.length === 0 || failed.length > fewFiles) return [...results];
  const settled = [];
  for (const result of results) settled.push(await again(result, run, notify));
  return settled;
}

/**
 * @param {Result} result
 * @param {RunAlone} run
 * @param {(sentence: string) => void} notify
 * @returns {Promise<Result>}
 */
async function again(result, run, notify) {
  const { name, stage, failedFiles: files = [], failedTitles = [] } = result;
  if (stage === undefined || files.length === 0) return result;
  notify(`Failed beside others, once more alone: ${files.join(', ')}`);
  keepOutput(name);
  const alone = await run(stage, files, failedTitles);
  const passed = filesThatPassed(files, alone);
  if (passed.length === 0) return result;
  notify(`FLAKY: ${passed.join(', ')}: ${describe(result)}; alone passed. The first output: test-results/`);
  const failedFiles = files.filter((file) => !passed.includes(file));
  // No file's pass clears a failure outside files, such as an error outside any test.
  const failures = (result.failures ?? []).filter((line) => !passed.some((file) => line.startsWith(file)));
  if (failedFiles.length === 0 && failures.length === 0)
    return { ...result, ok: true, failed: 0, flaky: result.failed };
  return {
    ...result,
    failed: failures.length,
    flaky: Math.max(result.failed - failures.length, 0),
    failedFiles,
    failures,
  };
}

/**
 * @param {readonly string[]} files
 * @param {readonly Result[]} alone results of their reruns
 */
function filesThatPassed(files, alone) {
  const red = alone.filter(({ ok }) => !ok);
  // A failed run that names no file clears none.
  if (alone.length === 0 || red.some(({ failedFiles = [] }) => failedFiles.length === 0)) return [];
  return files.filter((file) => !red.some(({ failedFiles }) => failedFiles?.includes(file)));
}

/**
 * The second run writes its own.
 * @param {string} name of the part
 */
function keepOutput(name) {
  const log = logOf(name);
  if (existsSync(log)) renameSync(log, log.replace(/\.log$/, '-first.log'));
}
