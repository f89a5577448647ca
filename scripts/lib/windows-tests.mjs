import { runPart } from './parts.mjs';
import { vitest } from './runners.mjs';
import { openWindowsNode } from './windows-node.mjs';
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
 * The tests of the Windows engine, or the unit tests once more.
 * @param {'windows' | 'unit'} project
 * @param {readonly string[]} paths parts of the names of their files
 * @returns {Promise<Result>}
 * @throws CannotGoOn when something of it cannot be fetched or started
 */
export async function runWindowsTests(project, paths) {
  const windows = await openWindowsNode();
  const part = vitest(project, paths, shown);
  const more = ['--no-cache', ...(project === 'unit' ? patience : [])];
  const result = await runPart({ ...part, command: windows.command([...part.args, ...more]) });
  await windows.close();
  return result;
}
