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
  /** The Flatpak id of its app, else the file name of its executable; empty if unknown. */
  readonly app: string;
  /** The file name of a Flatpak app's command; empty for others. */
  readonly executable: string;
  /** It belongs to another user. */
  readonly foreign: boolean;
  /** Registered as this user's Deskscope. */
  readonly own: boolean;
  /** As in `WindowInfo`: null if the process cannot be inspected. */
  readonly program: string | null;
  /** The process id is only the client's own claim. */
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

/** Facts about the process of a window. */
export interface ProcessClues {
  /**
   * The process that the display server sees at the other end of the connection, which clients cannot forge; 0 if not reported.
   */
  readonly served: number;
  /** The client's claim (_NET_WM_PID), in its own PID namespace; 0 if missing. */
  readonly claimed?: number;
  /** The client's claimed machine (WM_CLIENT_MACHINE, ICCCM 4.1.2.9); empty if missing. */
  readonly machine?: string;
  /** False if the server is in another PID namespace than `/proc` here, e.g. inside a container. */
  readonly isSameCount?: boolean;
}

/**
 * The process of a window. The process seen by the server is authoritative. A client that names another machine is local only
 * if the seen process has the claimed id in one of its namespaces (a container with its own host name, a machine renamed
 * since); otherwise the seen process may only forward the connection, as `ssh` does. If the server reports nothing, a claim
 * counts only for a process of this user, with a program, on this machine.
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

/** The facts for `WindowInfo` besides id and name. */
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

/** A client in its own namespace may claim an id that another process has here: only an X client can be meant. */
function claimedProcess(processId: number): WindowProcess {
  const found = seenProcess(processId);
  return found.program !== null && speaksX(processId) ? { ...found, isClaimed: true } : unknown;
}

/** Whether a process has loaded an X client library. */
function speaksX(processId: number): boolean {
  try {
    return /\/lib(?:X11|xcb)[-.]/.test(readFileSync(`/proc/${processId}/maps`, 'utf8'));
  } catch {
    return false;
  }
}

/** Identifies one run of a process, by id, start time and executable; null if it cannot be inspected. */
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

/** A process's id in each of its namespaces (`NSpid` of `man 5 proc_pid_status`), outermost first. */
function numbersOf(processId: number): readonly number[] {
  try {
    const reported = /^NSpid:\s*(.*)$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1] ?? '';
    return reported.split(/\s+/).map(Number);
  } catch {
    return [];
  }
}

function isThisMachine(machine: string): boolean {
  // Some clients report the name with its domain, some without.
  const short = (name: string) => name.toLowerCase().split('.')[0];
  return machine === '' || short(machine) === 'localhost' || short(machine) === short(hostname());
}

/** True if the process belongs to another user, even if `/proc` hides it from us. */
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

/** File name of a process's executable, e.g. `galculator`; empty if the process is gone or unreadable. */
function executableOf(processId: number): string {
  try {
    // The kernel appends this if the file was replaced, e.g. by an update, while the process runs.
    return basename(readlinkSync(`/proc/${processId}/exe`).replace(/ \(deleted\)$/, ''));
  } catch {
    return commandOf(processId);
  }
}

/** The name in the process table: readable for other users' processes too, but truncated to 15 characters. */
function commandOf(processId: number): string {
  try {
    return readFileSync(`/proc/${processId}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
