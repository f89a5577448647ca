import { readdirSync, readlinkSync } from 'node:fs';
import { descendantsOf } from '../../../../base/processes/descendants.ts';

/**
 * Whether a process holds the master side of a pseudo-terminal (`man 4 pts`), i.e. whether typed text may reach a shell,
 * whatever the program is. Helpers of the same executable are included: an Electron editor keeps its terminals in a separate
 * process. Unknown for other users' processes.
 */
export function runsTerminal(processId: number): Promise<boolean> {
  return Promise.resolve(holdsTerminal(processId) || helpersOf(processId).some(holdsTerminal));
}

function helpersOf(processId: number): readonly number[] {
  const executable = linkTarget(`/proc/${processId}/exe`);
  return executable === '' ? [] : descendantsOf(processId).filter((id) => linkTarget(`/proc/${id}/exe`) === executable);
}

function holdsTerminal(processId: number): boolean {
  const folder = `/proc/${processId}/fd`;
  // Below a changed root, the path begins outside of it.
  return namesIn(folder).some((file) => linkTarget(`${folder}/${file}`).endsWith('/ptmx'));
}

// Synchronously: from a hundred links of the kernel, promises take five times as long as reading.
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkTarget(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}
