import { existsSync, renameSync } from 'node:fs';
import { describe, logOf } from './parts.mjs';
import { print } from './run-script.mjs';

/** @typedef {import('./parts.mjs').Result} Result */

/**
 * More files than these, of some 700, fail for a reason of the project's own. A machine that stalls for a minute fails up to a
 * dozen at once, in three lanes.
 */
const fewFiles = 16;

/**
 * Files of tests that failed beside others run once more, alone. A file that passes then is flaky, not green: it is named and
 * counted, so that somebody mends it, and does not hold up a change that has nothing to do with it.
 * @param {readonly Result[]} results
 * @param {(stage: string, paths: readonly string[]) => Promise<Result[]>} run
 * @param {(sentence: string) => void} [notify]
 * @returns {Promise<Result[]>} the same results, where something was flaky with that instead of failures
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
 * @param {(stage: string, paths: readonly string[]) => Promise<Result[]>} run
 * @param {(sentence: string) => void} notify
 * @returns {Promise<Result>}
 */
async function again(result, run, notify) {
  const { name, stage, failedFiles: files = [] } = result;
  if (stage === undefined || files.length === 0) return result;
  notify(`Failed beside others, once more alone: ${files.join(', ')}`);
  keepOutput(name);
  const alone = await run(stage, files);
  const passed = filesThatPassed(files, alone);
  if (passed.length === 0) return result;
  notify(`FLAKY: ${passed.join(', ')}: ${describe(result)}; alone passed. The first output: test-results/`);
  const failedFiles = files.filter((file) => !passed.includes(file));
  // What failed in no file, such as an error outside any test, no file clears.
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
 * @param {readonly Result[]} alone what became of them
 */
function filesThatPassed(files, alone) {
  const red = alone.filter(({ ok }) => !ok);
  // One that failed and names no file reports nothing of any.
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
