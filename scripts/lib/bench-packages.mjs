import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { run } from './run.mjs';
import { CannotGoOn, print } from './run-script.mjs';

const folder = join(root, 'bench');

/**
 * Installs what benchmarks and the scoreboard compare with. It has its own manifest, so that nothing else installs it.
 * @throws CannotGoOn if npm fails
 */
export async function ensurePeers() {
  const { devDependencies = {} } = manifestIn(folder);
  const isThere = ([name = '', version = '']) => manifestIn(join(folder, 'node_modules', name)).version === version;
  if (Object.entries(devDependencies).every(isThere)) return;
  print('Installing what the benchmarks compare with…');
  // Scripts are for other platforms; what Linux needs comes prebuilt. Without a lock file: one of the packages names
  // optional parts that were never published, which `npm ci` refuses.
  const args = ['install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run('npm', args, { cwd: folder });
  if (code !== 0) throw new CannotGoOn(`npm install in bench/ failed:\n${output.slice(-2_000)}`);
}

/**
 * @param {string} where
 * @returns {{ version?: string, devDependencies?: Record<string, string> }}
 */
function manifestIn(where) {
  const file = join(where, 'package.json');
  if (!existsSync(file)) return {};
  return /** @type {{ version?: string }} */ (JSON.parse(readFileSync(file, 'utf8')));
}
