import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { root } from './paths.mjs';
import { readJson } from './read-json.mjs';
import { run } from './run.mjs';
import { CannotGoOn, print } from './run-script.mjs';

const wantedFile = join(root, 'package-lock.json');
/** npm's own record of what it installed. */
const installedFile = join(root, 'node_modules', '.package-lock.json');

/**
 * Installs the npm packages if missing or if the lock file has changed.
 * @throws CannotGoOn when npm fails
 */
export async function ensurePackages() {
  if (isInstalled()) return;
  print(
    existsSync(installedFile) ? 'The lock file asks for other npm packages: installing…' : 'Installing npm packages…',
  );
  const { code, output } = await run(...npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']));
  if (code === 0) return;
  throw new CannotGoOn(
    `npm ci failed:\n${firstLines(output)}\nCheck the connection to the npm registry and start again.`,
  );
}

/**
 * The error comes first; npm's manual follows.
 * @param {string} output
 */
function firstLines(output) {
  return output.split('\n').slice(0, 15).join('\n');
}

function isInstalled() {
  if (!existsSync(installedFile)) return false;
  const installed = readLock(installedFile);
  return Object.entries(readLock(wantedFile)).every(([path, { version, optional }]) => {
    // Optional packages may be for another platform.
    if (path === '' || (optional && !installed[path])) return true;
    return installed[path]?.version === version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readLock(file) {
  const lock = /** @type {{ packages: Record<string, { version?: string, optional?: boolean }> }} */ (readJson(file));
  return lock.packages;
}
