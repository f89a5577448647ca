import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import type { WindowInfo } from '#contract/model/windows/window';
import { processName } from '../../../../base/processes/announce-process.ts';
import { parseStatus } from './process.ts';
import { flatpakAppOf } from './sandbox.ts';

/** The process behind a window. */
export interface WindowProcess {
  /** 0 where unknown. */
  readonly processId: number;
  /** Flatpak's id of its app, else the file name of its executable; empty if unknown. */
  readonly app: string;
  /** The file name of what a Flatpak app runs; empty for others. */
  readonly executable: string;
  /** It belongs to another user. */
  readonly foreign: boolean;
  /** It has announced itself as this user's Deskscope. */
  readonly own: boolean;
  /** As in `WindowInfo`: null if the process cannot be looked at. */
  readonly program: string | null;
  /** Only the client itself reports which process it is. */
  readonly isClaimed: boolean;
}

const unknown: WindowProcess = {
  processId: 0,
  app: '',
  executable: '',
  foreign: false,
  own: false,
  program: null,
  isClaimed: false,
};

/** What is notified of the process behind a window. */
export interface ProcessClues {
  /**
   * The process that the display server sees at the other end of the connection, which no client can make up; 0 if it does not
   * report.
   */
  readonly served: number;
  /** What the client reports (_NET_WM_PID), as its own namespace counts; 0 where it reports nothing. */
  readonly claimed?: number;
  /** Where the client reports that it runs (WM_CLIENT_MACHINE, ICCCM 4.1.2.9); empty if it does not. */
  readonly machine?: string;
  /** False if the server counts processes otherwise than `/proc` here does, as from inside a container. */
  readonly isSameCount?: boolean;
}

/**
 * Whose window it is. The process that the server sees counts. A client that names another machine is on this one only if the
 * process that is seen has the number it claims, in one of the namespaces it is in (a container with a host name of its own, a
 * machine renamed since): else what is seen may only pass on its connection, as `ssh` does. Where the server reports nothing, a
 * claim counts for a process of this user that has a program, and on this machine alone.
 */
export function identifyProcess({
  served,
  claimed = 0,
  machine = '',
  isSameCount = true,
}: ProcessClues): WindowProcess {
  if (served !== 0 && !isSameCount) return { ...unknown, processId: served };
  if (served === 0) return isThisMachine(machine) ? claimedProcess(claimed) : unknown;
  if (!isThisMachine(machine) && !numbersOf(served).includes(claimed)) return unknown;
  return seenProcess(served);
}

/** What `WindowInfo` reports about it beside its number and name. */
export function programFacts({
  executable,
  program,
  isClaimed,
}: WindowProcess): Pick<WindowInfo, 'executable' | 'program' | 'isProcessClaimed'> {
  return {
    ...(executable !== '' && { executable }),
    ...(program !== null && { program }),
    ...(isClaimed && { isProcessClaimed: true }),
  };
}

function seenProcess(processId: number): WindowProcess {
  if (processId === 0) return unknown;
  const foreign = isForeign(processId);
  const executable = executableOf(processId);
  const flatpak = flatpakAppOf(processId);
  return {
    processId,
    app: flatpak?.id ?? executable,
    executable: flatpak ? executable : '',
    foreign,
    own: !foreign && commandOf(processId) === processName,
    program: programOf(processId),
    isClaimed: false,
  };
}

/** A client in a namespace of its own claims a number that another process has here: only who speaks X can be meant. */
function claimedProcess(processId: number): WindowProcess {
  const found = seenProcess(processId);
  return found.program !== null && speaksX(processId) ? { ...found, isClaimed: true } : unknown;
}

/** Whether a process has loaded a library of X's protocol. */
function speaksX(processId: number): boolean {
  try {
    return /\/lib(?:X11|xcb)[-.]/.test(readFileSync(`/proc/${processId}/maps`, 'utf8'));
  } catch {
    return false;
  }
}

/** One process of one program, as its number, start and executable tell; null if it cannot be looked at. */
function programOf(processId: number): string | null {
  try {
    const [executable, status] = [
      readlinkSync(`/proc/${processId}/exe`),
      readFileSync(`/proc/${processId}/stat`, 'utf8'),
    ];
    return `${processId} ${parseStatus(status).startTicks} ${executable}`;
  } catch {
    return null;
  }
}

/** What a process is called in each of the namespaces it is in (`NSpid` of `man 5 proc_pid_status`), the outermost first. */
function numbersOf(processId: number): readonly number[] {
  try {
    const reported = /^NSpid:\s*(.*)$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1] ?? '';
    return reported.split(/\s+/).map(Number);
  } catch {
    return [];
  }
}

function isThisMachine(machine: string): boolean {
  // Some clients give the name with its domain, some without.
  const short = (name: string) => name.toLowerCase().split('.')[0];
  return machine === '' || short(machine) === 'localhost' || short(machine) === short(hostname());
}

/** True if the process runs as another user than this one, even if `/proc` hides it from us. */
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

/** File name of a process's executable, e.g. `galculator`; empty if the process or our right to look is gone. */
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
