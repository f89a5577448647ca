import { readlink } from 'node:fs/promises';
import { readKernelFile } from './kernel-file.ts';
import { toolkitsIn, type LoadedToolkit } from './toolkits-of-processes.ts';

/** The kernel's facts about a process; unreadable ones are null or empty. */
export interface ProcessFacts {
  readonly processId: number;
  /** One letter, e.g. `S` sleeping, `T` stopped: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
  readonly state: string;
  /** Milliseconds since it started. */
  readonly ageMs: number;
  /** Path of its executable. */
  readonly executable: string;
  readonly commandLine: string;
  /** Command line as given at the start. */
  readonly environment: ReadonlyMap<string, string> | null;
  /** Its loaded toolkits; the first draws its windows. */
  readonly toolkits: readonly LoadedToolkit[];
}

/** The unit of times that the kernel reports to programs, whatever its own clock: USER_HZ of `include/asm-generic/param.h`. */
const ticksPerSecond = 100;

/** Null if there is no such process. */
export async function readProcess(processId: number): Promise<ProcessFacts | null> {
  const folder = `/proc/${processId}`;
  try {
    const [status, uptime, commandLine, executable, environment, maps] = await Promise.all([
      readStatus(processId),
      readKernelFile('/proc/uptime', 'utf8'),
      readKernelFile(`${folder}/cmdline`, 'utf8'),
      readlink(`${folder}/exe`).catch(() => ''),
      readKernelFile(`${folder}/environ`, 'utf8').catch(() => null),
      readKernelFile(`${folder}/maps`, 'utf8').catch(() => ''),
    ]);
    return {
      processId,
      state: status.state,
      executable,
      ageMs: ageAt(uptime, status),
      commandLine: commandLine.replaceAll('\0', ' ').trim(),
      environment: environment === null ? null : parseEnvironment(environment),
      toolkits: toolkitsIn(maps),
    };
  } catch {
    return null;
  }
}

/** True for a process stopped by a signal or a debugger: it does not answer until it is continued. */
export async function isStopped(processId: number): Promise<boolean> {
  const { state } = await readStatus(processId).catch(() => ({ state: '' }));
  return state === 'T' || state === 't';
}

/** True if the process does not exist, or is a zombie. */
export async function isGone(processId: number): Promise<boolean> {
  const { state } = await readStatus(processId).catch(() => ({ state: 'X' }));
  return state === 'X' || state === 'Z';
}

/** Processor time used so far in hundredths of a second; 0 if it is gone. */
export async function processorTicks(processId: number): Promise<number> {
  return (await readStatus(processId).catch(() => ({ usedTicks: 0 }))).usedTicks;
}

/** Fields of `stat` for a process. */
export interface ProcessStatus {
  readonly state: string;
  readonly parent: number;
  readonly usedTicks: number;
  readonly startTicks: number;
}

export async function startedAgoMs(status: ProcessStatus): Promise<number> {
  return ageAt(await readKernelFile('/proc/uptime', 'utf8'), status);
}

function ageAt(uptime: string, { startTicks }: ProcessStatus): number {
  return 1_000 * (Number.parseFloat(uptime) - startTicks / ticksPerSecond);
}

/** @throws if there is no such process */
export async function readStatus(processId: number): Promise<ProcessStatus> {
  return parseStatus(await readKernelFile(`/proc/${processId}/stat`, 'utf8'));
}

/** @param line the content of `/proc/PID/stat` */
export function parseStatus(line: string): ProcessStatus {
  // The second field is the name in parentheses, which may contain spaces and parentheses itself.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return {
    state: fields[0] ?? '',
    parent: Number(fields[1]),
    usedTicks: Number(fields[11]) + Number(fields[12]),
    startTicks: Number(fields[19]),
  };
}

function parseEnvironment(text: string): ReadonlyMap<string, string> {
  const entries = text.split('\0').filter((entry) => entry.includes('='));
  return new Map(entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]));
}
