import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { processName } from '../../../../base/announce-process.ts';

/** The process behind a window. */
export interface WindowProcess {
  /** 0 where unknown. */
  readonly processId: number;
  /** File name of its executable; empty where unknown. */
  readonly app: string;
  /** It belongs to another user. */
  readonly foreign: boolean;
  /** It has announced itself as this user's Deskscope. */
  readonly own: boolean;
}

const unknown: WindowProcess = { processId: 0, app: '', foreign: false, own: false };

/**
 * Whose window it is. `served` is the process the X server itself sees at the other end of the connection, which no
 * client can make up; where the server does not tell, what the client claims has to do. A client on another machine
 * (WM_CLIENT_MACHINE, ICCCM 4.1.2.9) has no process here: the one that is seen only passes on its connection.
 */
export function identifyProcess(served: number, claimed: number, machine: string): WindowProcess {
  const processId = served || claimed;
  if (processId === 0 || !isThisMachine(machine)) return unknown;
  const foreign = isForeign(processId);
  return { processId, app: executableOf(processId), foreign, own: !foreign && commandOf(processId) === processName };
}

function isThisMachine(machine: string): boolean {
  // Some clients give the name with its domain, some without.
  const short = (name: string) => name.toLowerCase().split('.')[0];
  return machine === '' || short(machine) === 'localhost' || short(machine) === short(hostname());
}

/** True where the process runs as another user than this one, also where `/proc` hides it from us. */
function isForeign(processId: number): boolean {
  try {
    return statSync(`/proc/${processId}`).uid !== process.getuid?.();
  } catch {
    return isForbidden(processId);
  }
}

function isForbidden(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** File name of a process's executable, e.g. `galculator`; empty where the process or our right to look is gone. */
function executableOf(processId: number): string {
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
