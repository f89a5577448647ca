import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { runChecks } from './lib/checks.mjs';
import { findElectron } from './lib/electron-runtime.mjs';
import { askInspector } from './lib/inspector.mjs';
import { ensureConformance } from './lib/judges.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { describe, runPart, sum } from './lib/parts.mjs';
import { playwright, vitest } from './lib/runners.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { CannotGoOn, runScript, say } from './lib/tell.mjs';
import { startVirtualDesktop, whyNoVirtualDesktop } from './lib/virtual-desktop.mjs';
import { runWindowsTests, whyNoWindows } from './lib/windows-tests.mjs';

/** @typedef {import('./lib/parts.mjs').Result} Result */

const everything = ['unit', 'conformance', 'inspector', 'windows', 'linux', 'e2e'];
/** Only when asked for: what `unit` and `windows` say already, once more. */
const more = ['windows-unit'];

await runScript(async () => {
  const { values, positionals: paths } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  const asked = values.only;
  const known = [...everything, ...more];
  if (asked !== undefined && !known.includes(asked)) {
    throw new CannotGoOn(`--only takes one of ${known.join(', ')}, not "${asked}".`);
  }
  if (asked === undefined && paths.length > 0)
    throw new CannotGoOn('Files are chosen with --only, e.g. --only linux x11.');
  const wanted = asked === undefined ? everything : [asked];
  const results = await runAll(wanted, paths);
  const total = sum(results);
  for (const { name } of results.filter(({ ok }) => !ok)) say(`Failed: ${name}. Output: test-results/`);
  say(describe(total));
  return results.every(({ ok }) => ok) ? 0 : 1;
});

/**
 * @param {readonly string[]} wanted
 * @param {readonly string[]} paths
 * @returns {Promise<Result[]>}
 */
async function runAll(wanted, paths) {
  const complete = wanted === everything;
  await ensurePackages();
  if (!complete && wanted.includes('unit')) return [await runPart(vitest('unit', paths))];
  if (!complete && wanted.includes('conformance')) return conformance(paths);
  if (!complete && wanted.includes('inspector')) return [await inspector()];
  if (!complete && wanted.includes('windows')) return [await windows('windows', paths, complete)];
  if (!complete && wanted.includes('windows-unit')) return [await windows('unit', paths, complete)];
  await ensureSystemPackages(['electron', 'display', 'samples', 'tests']);
  const checked = complete ? await runChecks() : [];
  const judged = complete ? [...(await conformance(paths)), await inspector()] : [];
  const onWindows = complete ? [await windows('windows', paths, complete)] : [];
  return [...checked, ...judged, ...onWindows, ...(await onDesktop(wanted, paths))];
}

/**
 * @param {readonly string[]} paths
 * @returns {Promise<Result[]>}
 */
async function conformance(paths) {
  /** @type {NodeJS.ProcessEnv} */
  let env = {};
  const fetched = await attempt('conformance suite', async () => void (env = await ensureConformance()));
  return fetched.ok ? [await runPart(vitest('conformance', paths, { env }))] : [fetched];
}

/** @returns {Promise<Result>} */
async function inspector() {
  /** @type {Result | undefined} */
  let result;
  const asked = await attempt('MCP Inspector', async () => void (result = await askInspector()));
  return result ?? asked;
}

/**
 * In a complete run they are left out where they cannot be set up; asked for, they then fail.
 * @param {'windows' | 'unit'} project
 * @param {readonly string[]} paths
 * @param {boolean} complete
 * @returns {Promise<Result>}
 */
async function windows(project, paths, complete) {
  const name = 'windows tests';
  try {
    const reason = await whyNoWindows(project);
    if (reason) throw new CannotGoOn(reason);
    return await runWindowsTests(project, paths);
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    return cannotRun(name, error.message, complete);
  }
}

/**
 * @param {string} name
 * @param {string} reason
 * @param {boolean} complete
 * @returns {Result}
 */
function cannotRun(name, reason, complete) {
  say(`${complete ? 'SKIPPED' : 'FAIL'}: the ${name} cannot run here: ${reason}`);
  return { name, ok: complete, passed: 0, failed: complete ? 0 : 1, skipped: complete ? 1 : 0 };
}

/**
 * The tests that need a desktop get one of their own: they move the pointer.
 * @param {readonly string[]} wanted
 * @param {readonly string[]} paths
 */
async function onDesktop(wanted, paths) {
  const built = await attempt('build', ensureBuilt);
  const reason = whyNoVirtualDesktop();
  if (reason) {
    const left = wanted.filter((name) => name === 'linux' || name === 'e2e');
    return [built, ...left.map((name) => cannotRun(`${name} tests`, reason, wanted === everything))];
  }
  const desktop = await startVirtualDesktop();
  const env = { ...desktop.env, DESKSCOPE_TEST_DESKTOP: desktop.display };
  /** @type {Result[]} */
  const results = [built];
  if (wanted.includes('linux'))
    results.push(await runPart(vitest('linux', paths, { env, show: true, timeoutMs: 1_200_000 })));
  if (wanted.includes('e2e') && built.ok) results.push(...(await journeys(env, paths)));
  await desktop.close();
  return results;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} paths
 */
async function journeys(env, paths) {
  const found = await attempt('Electron', async () => say((await findElectron()).why));
  return found.ok ? [await runPart(playwright(paths, { env, show: true, timeoutMs: 900_000 }))] : [found];
}

/**
 * A step that ends with a sentence when it cannot be done; the other tests still run.
 * @param {string} name
 * @param {() => Promise<void>} step
 * @returns {Promise<Result>}
 */
async function attempt(name, step) {
  try {
    await step();
    return { name, ok: true, passed: 1, failed: 0, skipped: 0 };
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    say(error.message);
    return { name, ok: false, passed: 0, failed: 1, skipped: 0 };
  }
}
