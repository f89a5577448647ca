import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** File name of a process's executable, e.g. `galculator`; empty where the process or our right to look is gone. */
export function executableOf(processId: number): string {
  if (processId === 0) return '';
  try {
    // The kernel appends this where the file was replaced, e.g. by an update, while the process runs.
    return basename(readlinkSync(`/proc/${processId}/exe`).replace(/ \(deleted\)$/, ''));
  } catch {
    return commandOf(processId);
  }
}

/** The name in the process table: readable for other users' processes too, but cut off at 15 characters. */
function commandOf(processId: number): string {
  try {
    return readFileSync(`/proc/${processId}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
