import { readdir, readlink } from 'node:fs/promises';
import { descendantsOf } from '../../../../base/processes/descendants.ts';

/**
 * Whether a process holds the master side of a pseudo-terminal (`man 4 pts`), i.e. whether typed text may reach a shell,
 * whatever the program is. Helpers of the same executable are included: an Electron editor keeps its terminals in a separate
 * process. Unknown for other users' processes.
 */
export async function runsTerminal(processId: number): Promise<boolean> {
  if (await holdsTerminal(processId)) return true;
  const executable = await executableOf(processId);
  if (executable === '') return false;
  for (const child of descendantsOf(processId)) {
    if ((await executableOf(child)) === executable && (await holdsTerminal(child))) return true;
  }
  return false;
}

async function holdsTerminal(processId: number): Promise<boolean> {
  const folder = `/proc/${processId}/fd`;
  const files = await readdir(folder).catch(() => []);
  const targets = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')));
  // Below a changed root, the path begins outside of it.
  return targets.some((target) => target.endsWith('/ptmx'));
}

function executableOf(processId: number): Promise<string> {
  return readlink(`/proc/${processId}/exe`).catch(() => '');
}
