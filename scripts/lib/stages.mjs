import { ensureBuilt } from './build.mjs';
import { checks } from './checks.mjs';
import { findElectron } from './electron-runtime.mjs';
import { askInspector } from './inspector.mjs';
import { ensureConformance } from './judges.mjs';
import { runPart } from './parts.mjs';
import { hasProgram } from './programs.mjs';
import { playwright, vitest } from './runners.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { CannotGoOn, print } from './run-script.mjs';
import { whyNoVirtualDesktop } from './virtual-desktop.mjs';
import { runWindowsTests, whyNoWindows } from './windows-tests.mjs';

/** @typedef {import('./parts.mjs').Result} Result */

/**
 * How a stage runs.
 * @typedef {object} How
 * @property {readonly string[]} [paths] parts of the names of its files; all if there are none
 * @property {readonly string[]} [titles] of tests in them, if its runner can choose tests by them; all if there are none
 * @property {boolean | string} [show] as in `Part`
 * @property {boolean} [asked] by its name: then it fails if it cannot be set up, else it is left out
 * @property {import('./runners.mjs').AppPart} [part] of the tests of the app
 * @property {string} [shard] of the Linux tests: `1/4`
 */
/** @typedef {(how: How) => Promise<Result[]>} Stage */

/** System packages for tests on a desktop. */
const onDesktop = /** @type {const} */ (['electron', 'display', 'samples', 'tests']);

/**
 * Stages for `--only`.
 * @type {Readonly<Record<string, Stage>>}
 */
export const stages = {
  unit: async ({ paths }) => [await runPart(vitest('unit', paths))],
  conformance,
  inspector,
  windows: (how) => windows('windows', how),
  linux,
  e2e: journeys,
  // On request only: repeats what `unit` and `windows` report.
  'windows-unit': (how) => windows('unit', how),
};

/**
 * All tests, in four lanes. Tests on a desktop and in Wine wait more than half of the time, unit tests compute: the fourth lane
 * begins after those. The app's tests share nothing. The Linux tests take longest: lanes that are done take shards of them. Tests
 * without system requirements begin while packages are installed.
 * @returns {readonly (readonly (() => Promise<Result[]>)[])[]} its jobs throw CannotGoOn when a system requirement is missing
 */
export function everything() {
  const installed = ensureSystemPackages(onDesktop);
  const left = (/** @type {string} */ name) => ({ show: `${name.padEnd(7)} | `, asked: false });
  const ready = (/** @type {() => Promise<Result[]>} */ job) => () => installed.then(job);
  const app = (/** @type {import('./runners.mjs').AppPart} */ part) => ready(() => journeys({ ...left('e2e'), part }));
  const linuxShards = ['1/4', '2/4', '3/4', '4/4'].map((shard) => ready(() => linux({ ...left('linux'), shard })));
  const unit = async () => [await runPart(vitest('unit'))];
  // All that some of them need of the system.
  const units = hasProgram('python3') ? unit : ready(unit);
  let unitsEnd = () => {};
  const afterUnits = /** @type {Promise<void>} */ (new Promise((resolve) => (unitsEnd = resolve)));
  return [
    linuxShards,
    [
      ...checks.map((part) => async () => [await runPart(part)]),
      () => conformance({}),
      inspector,
      () => units().finally(unitsEnd),
      app('others'),
    ],
    [ready(() => windows('windows', left('windows'))), app('corpus')],
    [() => afterUnits.then(() => []), app('journeys-o-z'), app('journeys-a-n')],
  ];
}

/** @type {Stage} */
async function conformance({ paths }) {
  return prepared('conformance suite', async () => {
    const env = await ensureConformance();
    return runPart(vitest('conformance', paths, { env }));
  });
}

function inspector() {
  return prepared('MCP Inspector', askInspector);
}

/**
 * @param {'windows' | 'unit'} project
 * @param {How} how
 */
async function windows(project, { paths, asked = true, show = true }) {
  const name = 'windows tests';
  const reason = await whyNoWindows(project);
  if (reason) return [cannotRun(name, reason, asked)];
  return prepared(name, () => runWindowsTests(project, paths, { show }), asked);
}

/** @type {Stage} */
async function linux({ paths, asked = true, show = true, shard }) {
  const reason = whyNoVirtualDesktop();
  if (reason) return [cannotRun('linux tests', reason, asked)];
  return prepared('linux tests', async () => {
    await ensureSystemPackages(onDesktop);
    // Some of them start the app.
    await ensureBuilt();
    return runPart(vitest('linux', paths, { show }, shard));
  });
}

/** @type {Stage} */
async function journeys({ paths, titles, asked = true, show = true, part }) {
  const reason = whyNoVirtualDesktop();
  if (reason) return [cannotRun('e2e tests', reason, asked)];
  return prepared('e2e tests', async () => {
    await ensureSystemPackages(onDesktop);
    await ensureBuilt();
    print((await findElectron()).why);
    return runPart(playwright(paths, { show }, part, titles));
  });
}

/**
 * @param {string} name
 * @param {string} reason
 * @param {boolean} asked
 * @returns {Result}
 */
function cannotRun(name, reason, asked) {
  print(`${asked ? 'FAIL' : 'SKIPPED'}: the ${name} cannot run here: ${reason}`);
  return { name, ok: !asked, passed: 0, failed: asked ? 1 : 0, skipped: asked ? 0 : 1 };
}

/**
 * A stage that cannot be set up ends with a sentence; the others run in any case.
 * @param {string} name
 * @param {() => Promise<Result>} run
 * @param {boolean} [asked]
 * @returns {Promise<Result[]>}
 */
async function prepared(name, run, asked = true) {
  try {
    return [await run()];
  } catch (error) {
    if (error instanceof CannotGoOn) return [cannotRun(name, error.message, asked)];
    print(`FAIL: ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return [{ name, ok: false, passed: 0, failed: 1, skipped: 0 }];
  }
}
