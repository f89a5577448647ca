import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runPart } from './parts.mjs';
import { vitest } from './runners.mjs';
import { openWindowsNode } from './windows-node.mjs';
import { whyNoWine } from './wine/support.mjs';

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./parts.mjs').Result} Result */

/**
 * @param {'windows' | 'unit'} project
 * @returns {Promise<string>} why the tests cannot run on this machine, a clause; empty if they can
 */
export async function whyNoWindows(project) {
  if (process.platform !== 'win32') return whyNoWine();
  return project === 'windows' ? whyNoFixtures(process.env) : '';
}

/**
 * On a real Windows these tests move the user's own pointer: setting the variable is the consent.
 * @param {NodeJS.ProcessEnv} variables
 * @returns {string} as {@link whyNoWindows}
 */
export function whyNoFixtures({ DESKSCOPE_WINDOWS_FIXTURES: folder = '' }) {
  if (folder !== '' && existsSync(join(folder, 'deskscope-controls.exe'))) return '';
  const problem = folder === '' ? 'is not set' : `names ${folder}, where there is no deskscope-controls.exe`;
  return `DESKSCOPE_WINDOWS_FIXTURES ${problem}; e2e/target-apps/windows/README.md says how their programs are built`;
}

/**
 * Tests of the Windows engine, or the unit tests on Windows.
 * @param {'windows' | 'unit'} project
 * @param {readonly string[]} [paths] parts of the names of their files
 * @param {Partial<Part>} [more]
 * @returns {Promise<Result>}
 * @throws CannotGoOn when a part of it cannot be fetched or started
 */
export async function runWindowsTests(project, paths, more) {
  const windows = await openWindowsNode();
  const part = vitest(project, paths, more);
  // All runs in Wine share one cache folder.
  const result = await runPart({ ...part, command: windows.command([...part.args, '--no-cache']) });
  await windows.close();
  return result;
}
