import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A folder that gets its name when it is complete: two runs at once do not meet, and one that breaks off leaves none.
 * @param {string} folder
 * @param {(fresh: string) => void | Promise<void>} fill of an empty folder beside it; called only where the folder is missing
 * @returns {Promise<string>} the folder
 */
export async function completeFolder(folder, fill) {
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}.new-`);
  const discard = () => rmSync(fresh, { recursive: true, force: true });
  process.on('exit', discard);
  try {
    await fill(fresh);
    nameIt(fresh, folder);
  } finally {
    discard();
    process.off('exit', discard);
  }
  return folder;
}

/**
 * Another run may have been first, since or at this moment: then its folder stays.
 * @param {string} fresh
 * @param {string} folder
 */
function nameIt(fresh, folder) {
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
