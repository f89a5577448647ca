import { runPart } from './parts.mjs';
import { vitest } from './runners.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { startVirtualDesktop } from './virtual-desktop.mjs';
import { openWineBed } from './wine/bed.mjs';
import { whyNoWine } from './wine/support.mjs';

/** @typedef {import('./parts.mjs').Result} Result */

const shown = { show: true, timeoutMs: 1_200_000 };
/** In milliseconds: everything takes longer in Wine. */
const patience = ['--testTimeout=30000', '--hookTimeout=60000'];

/** @returns {Promise<string>} why the tests cannot run on this machine, a clause; empty where they can */
export async function whyNoWindows() {
  return process.platform === 'win32' ? '' : whyNoWine();
}

/**
 * The tests of the Windows engine, or the unit tests once more: on Windows itself, elsewhere in Wine on a virtual desktop of their own.
 * @param {'windows' | 'unit'} project
 * @param {readonly string[]} paths parts of the names of their files
 * @returns {Promise<Result>}
 * @throws CannotGoOn when something of it cannot be fetched or started
 */
export async function runWindowsTests(project, paths) {
  if (process.platform === 'win32') return runPart(vitest(project, paths, shown));
  await ensureSystemPackages(['display', 'windows']);
  const bed = await openWineBed();
  const desktop = await startVirtualDesktop();
  const part = vitest(project, paths, shown);
  const env = { DISPLAY: desktop.display, NO_COLOR: '1' };
  const result = await runPart({
    ...part,
    command: bed.node([...part.args, '--no-cache', ...(project === 'unit' ? patience : [])], env),
  });
  await desktop.close();
  bed.close();
  return result;
}
