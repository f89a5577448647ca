import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeFolder } from './complete-folder.mjs';
import { npm } from './npm.mjs';
import { sha256 } from './paths.mjs';
import { readJson } from './read-json.mjs';
import { run } from './run.mjs';
import { CannotGoOn, print } from './run-script.mjs';

/**
 * The npm packages of a lock file, in a cache: installed on first use.
 * @param {string} manifest folder with package.json and package-lock.json
 * @param {string} target the folder to create, suffixed with the version of the lock file
 * @param {{ what?: string, args?: readonly string[] }} [options] its name; more arguments for `npm ci`
 * @returns {Promise<string>} their node_modules
 * @throws CannotGoOn when npm fails
 */
export async function ensureNpmPackages(manifest, target, options = {}) {
  const version = sha256(readFileSync(join(manifest, 'package-lock.json'))).slice(0, 12);
  const folder = await completeFolder(`${target}-${version}`, async (fresh) => {
    print(`Fetching ${options.what ?? dependencies(manifest).join(', ')}…`);
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(manifest, file), join(fresh, file));
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...(options.args ?? [])];
    const { code, output } = await run(...npm(args), { cwd: fresh, timeoutMs: 600_000 });
    if (code === 0) return;
    throw new CannotGoOn(`npm ci failed:\n${output.slice(0, 2_000)}\nCheck the connection to the npm registry.`);
  });
  return join(folder, 'node_modules');
}

/** @param {string} manifest */
function dependencies(manifest) {
  const read = /** @type {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} */ (
    readJson(join(manifest, 'package.json'))
  );
  return Object.keys({ ...read.dependencies, ...read.optionalDependencies });
}
