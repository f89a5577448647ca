import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder, root } from '../paths.mjs';

/**
 * Everything that the Wine runs keep: what Debian and npm give, the template of the prefix, and the prefix of each run.
 * It is on the file system of the project, see enter.sh.
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
 * A folder for one run, on the file system of the template, whose files the prefixes share.
 * @returns {{ folder: string, remove: () => void }} it is removed with this process at the latest
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

/** Tells {@link sweep} that a folder of the cache is in use. @param {string} folder */
export function touch(folder) {
  const now = new Date();
  utimesSync(folder, now, now);
}

/** Removes what no run has used for two weeks, and what runs that were killed left behind. */
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
