import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '../../base/processes/is-alive.ts';
import { makeFolder } from '../../base/files/make-folder.ts';

/** More processes than a person runs at once are not audited, and the log says so. */
const maxChains = 64;

export interface ClaimedChain {
  readonly folder: string;
  release(): void;
}

/**
 * A chain has one writer. The app, the command line and servers that clients start may run at once with one profile: each
 * takes the first chain (`audit/1`, `audit/2`, …) that no living process holds, and goes on with it.
 * @throws where the disk does not let it, or all chains are taken
 */
export function claimChain(root: string): ClaimedChain {
  makeFolder(root);
  for (let number = 1; number <= maxChains; number++) {
    const folder = path.join(root, String(number));
    makeFolder(folder);
    const lock = path.join(folder, 'writer');
    if (take(lock)) return { folder, release: () => rmSync(lock, { force: true }) };
  }
  throw new Error(`All ${maxChains} chains in ${root} are being written.`);
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = read(lock);
  if (isAlive(Number(holder))) return false;
  return takeOver(lock, holder);
}

/** Only one of several that find a dead writer's lock can move it away. */
function takeOver(lock: string, holder: string): boolean {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return false;
  }
  if (read(aside) !== holder) {
    // Another process was quicker, and this is its own.
    renameSync(aside, lock);
    return false;
  }
  rmSync(aside, { force: true });
  return take(lock);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
