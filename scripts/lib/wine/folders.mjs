import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder, root } from '../paths.mjs';

/**
 * Cached files of the Wine runs: Debian's and npm's packages, the template of the prefix, and the prefix of each run.
 * It is on the project's file system, see enter.sh.
 */
export function wineCache() {
  const usual = cacheFolder();
  mkdirSync(usual, { recursive: true });
  const isBeside = statSync(usual).dev === statSync(root).dev;
  return join(isBeside ? usual : join(root, 'node_modules', '.cache', 'deskscope'), 'wine');
}

const hour = 3_600_000;
const longestRun = 2 * hour;
const unusedFor = 14 * 24 * hour;

/**
 * A folder for one run, on the template's file system, since the prefixes share its files.
 * @returns {{ folder: string, remove: () => void }} removed with this process at the latest
 */
export function newRunFolder() {
  const runsFolder = join(wineCache(), 'runs');
  mkdirSync(runsFolder, { recursive: true });
  const folder = mkdtempSync(join(runsFolder, 'run-'));
  // The root of the sandbox, see enter.sh.
  mkdirSync(join(folder, 'root'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  return { folder, remove };
}

/** Marks a cache folder as used for {@link sweep}. @param {string} folder */
export function touch(folder) {
  const now = new Date();
  utimesSync(folder, now, now);
}

/** Removes folders unused for two weeks, and leftovers of killed runs. */
export function sweep() {
  for (const path of pathsIn(wineCache())) {
    if (basename(path) !== 'runs') removeIfOlder(path, basename(path).includes('.new-') ? longestRun : unusedFor);
  }
  for (const path of pathsIn(join(wineCache(), 'runs'))) removeIfOlder(path, longestRun);
}

/** @param {string} folder */
function pathsIn(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/**
 * @param {string} path
 * @param {number} age in milliseconds
 */
function removeIfOlder(path, age) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && Date.now() - stat.mtimeMs > age) rmSync(path, { recursive: true, force: true });
}
