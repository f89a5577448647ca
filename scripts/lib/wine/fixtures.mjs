import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { commandFor, targets } from '../../../e2e/target-apps/windows/build.mjs';
import { completeFolder } from '../complete-folder.mjs';
import { root, sha256 } from '../paths.mjs';
import { print } from '../run-script.mjs';
import { wineCache } from './folders.mjs';
import { stepOf } from './step.mjs';

const sources = join(root, 'e2e', 'target-apps', 'windows');

/**
 * The Windows programs used by the tests, built when their sources have changed.
 * @param {string} headers folder with the UI Automation headers
 * @returns {Promise<string>} their folder
 * @throws CannotGoOn with the compiler's output
 */
export function ensureFixtures(headers) {
  return completeFolder(join(wineCache(), `fixtures-${hashOf(sources).slice(0, 12)}`), async (fresh) => {
    print('Building Windows programs for the tests…');
    const build = async (/** @type {(typeof targets)[number]} */ target) => {
      const [compiler = '', ...args] = commandFor(target, { outputFolder: fresh, headers });
      await stepOf(`building ${target.output}`, compiler, args);
    };
    await Promise.all(targets.map(build));
  });
}

/**
 * @param {string} path a file, or a folder with everything below it
 * @returns {string}
 */
function hashOf(path) {
  if (!statSync(path).isDirectory()) return sha256(readFileSync(path));
  return sha256(
    readdirSync(path)
      .sort()
      .map((name) => `${name} ${hashOf(join(path, name))}`)
      .join('\n'),
  );
}
