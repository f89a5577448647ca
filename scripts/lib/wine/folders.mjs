import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../paths.mjs';

/** Everything that the Wine runs keep: what Debian and npm give, the template of the prefix, and the prefix of each run. */
export const wineCache = join(cacheFolder(), 'wine');
const runsFolder = join(wineCache, 'runs');

const hour = 3_600_000;
const longestRun = 2 * hour;
const unusedFor = 14 * 24 * hour;

/**
 * A folder for one run, on the file system of the template, whose files the prefixes share.
 * @returns {{ folder: string, remove: () => void }} it is removed with this process at the latest
 */
export function newRunFolder() {
  mkdirSync(runsFolder, { recursive: true });
  const folder = mkdtempSync(join(runsFolder, 'run-'));
  // The root of the sandbox, see enter.sh.
  mkdirSync(join(folder, 'root'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  return { folder, remove };
}

/** Tells {@link sweep} that a folder of the cache is in use. @param {string} folder */
export function touch(folder) {
  const now = new Date();
  utimesSync(folder, now, now);
}

/** Removes what no run has used for two weeks, and what runs that were killed left behind. */
export function sweep() {
  for (const name of namesIn(wineCache)) {
    if (name !== 'runs') removeIfOlder(join(wineCache, name), name.includes('.new-') ? longestRun : unusedFor);
  }
  for (const name of namesIn(runsFolder)) removeIfOlder(join(runsFolder, name), longestRun);
}

/** @param {string} folder */
function namesIn(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/**
 * @param {string} path
 * @param {number} age in milliseconds
 */
function removeIfOlder(path, age) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && Date.now() - stat.mtimeMs > age) rmSync(path, { recursive: true, force: true });
}
