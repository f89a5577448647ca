import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a virus scanner may keep thousands of new files open. Milliseconds. */
const scannedWithin = 30_000;

/**
 * Creates a folder atomically: concurrent runs do not conflict, and an aborted one leaves none.
 * @param {string} folder
 * @param {(fresh: string) => void | Promise<void>} fill fills an empty folder beside it; called only if the folder is missing
 * @returns {Promise<string>} the folder
 */
export async function completeFolder(folder, fill) {
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}.new-`);
  const discard = () => rmSync(fresh, { recursive: true, force: true, maxRetries: 10 });
  process.on('exit', discard);
  try {
    await fill(fresh);
    await nameIt(fresh, folder);
  } finally {
    discard();
    process.off('exit', discard);
  }
  return folder;
}

/**
 * Another run may have been first, even just now: then its folder stays. Windows cannot rename a folder with open
 * files (https://github.com/isaacs/node-graceful-fs waits for the same reason).
 * @param {string} fresh
 * @param {string} folder
 */
async function nameIt(fresh, folder) {
  const deadline = Date.now() + scannedWithin;
  for (;;) {
    try {
      renameSync(fresh, folder);
      return;
    } catch (error) {
      if (existsSync(folder)) return;
      if (process.platform !== 'win32' || Date.now() > deadline || !isHeldOpen(error)) throw error;
      await sleep(100);
    }
  }
}

/** @param {unknown} error */
function isHeldOpen(error) {
  return ['EACCES', 'EBUSY', 'EPERM'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '');
}
