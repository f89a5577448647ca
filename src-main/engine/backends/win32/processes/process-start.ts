import type { ProcessStart } from '#contract/model/engine';
import { closeHandle, openProcess } from '../native/handles.ts';
import type { Handle } from '../native/types.ts';
import { lastFailure } from '../native/errors.ts';
import {
  getProcessTimes,
  queryInformationProcess,
  readProcessMemory,
  createToolhelp32Snapshot,
  process32First,
  process32Next,
  processEntrySize,
  type ProcessEntry,
  queryFullProcessImageName,
} from './api.ts';

/** `PROCESS_QUERY_LIMITED_INFORMATION`, and `PROCESS_QUERY_INFORMATION` with `PROCESS_VM_READ`. */
const [queryLimited, queryAndRead] = [0x1000, 0x0410] as const;
/** `ProcessBasicInformation`: the second of six 64-bit words is the address of the PEB. */
const basicInformation = 0;
const basicSize = 48;
const environmentAt = 8;
/**
 * Offset of `RTL_USER_PROCESS_PARAMETERS` in the PEB, and of the folder and the command line in those, each a `UNICODE_STRING`:
 * its length in bytes, and the text's address at 8. As in psutil (psutil/arch/windows/proc_info.c), 64-bit.
 */
const [parametersAt, folderAt, lineAt, textAt] = [0x20n, 0x38n, 0x70n, 8] as const;
/** Milliseconds from the Windows epoch, 1601, to the Unix epoch; Windows counts in tenths of microseconds. */
const epochMs = 11_644_473_600_000;
const ticksInMs = 10_000n;
/** Programs that only Windows itself may start. */
const fromStore = /\\WindowsApps\\/i;

/** Null if there is no such process, its command line is unreadable, or only Windows can start it. */
export function startOf(processId: number): ProcessStart | null {
  return withProcess(processId, queryAndRead, (process) => {
    const parameters = parametersOf(process);
    const line = parameters && readText(process, parameters + lineAt);
    const command = processImage(process);
    if (!parameters || !line || command === '' || fromStore.test(command)) return null;
    const created = createdAt(process);
    return {
      command,
      args: argumentsIn(line),
      folder: readText(process, parameters + folderAt) ?? '',
      ageMs: Math.max(0, Date.now() - created),
      ancestors: ancestorsOf(processId, created),
    };
  });
}

/** In `Date.now()` time; null if there is no such process, or if denied. */
export function startedAt(processId: number): number | null {
  return withProcess(processId, queryLimited, createdAt);
}

function withProcess<T>(processId: number, access: number, work: (process: Handle) => T): T | null {
  const process = openProcess(access, 0, processId);
  if (process === 0) return null;
  try {
    return work(process);
  } finally {
    closeHandle(process);
  }
}

function parametersOf(process: Handle): bigint | null {
  const basic = Buffer.alloc(basicSize);
  if (queryInformationProcess(process, basicInformation, basic, basicSize, [0]) !== 0) return null;
  return readMemory(process, basic.readBigUInt64LE(environmentAt) + parametersAt, 8)?.readBigUInt64LE() ?? null;
}

function readText(process: Handle, at: bigint): string | null {
  const head = readMemory(process, at, 16);
  return head && (readMemory(process, head.readBigUInt64LE(textAt), head.readUInt16LE(0))?.toString('utf16le') ?? null);
}

function readMemory(process: Handle, at: bigint, size: number): Buffer | null {
  const buffer = Buffer.alloc(size);
  return readProcessMemory(process, at, buffer, size, [0n]) === 0 ? null : buffer;
}

/** In `Date.now()` time. */
export function createdAt(process: Handle): number {
  const [created, others] = [Buffer.alloc(8), Buffer.alloc(8)];
  getProcessTimes(process, created, others, others, others);
  return Number(created.readBigUInt64LE() / ticksInMs) - epochMs;
}

/** The id of an exited parent may be reused by another process, which is younger. */
function ancestorsOf(processId: number, created: number): readonly number[] {
  const parents = new Map(listProcesses().map((entry) => [entry.processId, entry.parentProcessId]));
  const found: number[] = [];
  let childCreated = created;
  for (let id = parents.get(processId) ?? 0; id > 0 && !found.includes(id); id = parents.get(id) ?? 0) {
    const parentCreated = withProcess(id, queryLimited, createdAt);
    if (parentCreated === null || parentCreated > childCreated) break;
    found.push(id);
    childCreated = parentCreated;
  }
  return found;
}

/** `TH32CS_SNAPPROCESS` of tlhelp32.h. */
const processes = 0x2;

/** All processes of the machine, including other users'. @throws Win32Failure */
export function listProcesses(): readonly ProcessEntry[] {
  const snapshot = createToolhelp32Snapshot(processes, 0);
  const found: ProcessEntry[] = [];
  try {
    for (let next = process32First; ; next = process32Next) {
      const entry = { size: processEntrySize } as unknown as ProcessEntry;
      if (next(snapshot, entry) === 0) break;
      found.push(entry);
    }
    if (found.length === 0) throw lastFailure('CreateToolhelp32Snapshot');
    return found;
  } finally {
    closeHandle(snapshot);
  }
}

/** File name of a process's executable, empty if there is no such process. */
export function nameInSnapshot(processId: number): string {
  return listProcesses().find((entry) => entry.processId === processId)?.executable ?? '';
}

/** Process ids of all descendants. The id of an exited parent may be reused. */
export function descendantsIn(all: readonly ProcessEntry[], processId: number): readonly number[] {
  const family = new Set([processId]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const entry of all) if (family.has(entry.parentProcessId)) family.add(entry.processId);
  }
  family.delete(processId);
  return [...family];
}

/** The longest path Windows has, in UTF-16 units: https://learn.microsoft.com/windows/win32/fileio/maximum-file-path-limitation */
const longestPath = 32_767;

const buffer = new Uint16Array(longestPath);

/** The path of a process's executable; empty if unknown. */
export function processImage(process: Handle): string {
  const size: [number] = [longestPath];
  if (queryFullProcessImageName(process, 0, buffer, size) === 0) return '';
  return Buffer.from(buffer.buffer, 0, size[0] * 2).toString('utf16le');
}

/**
 * A command line that Microsoft's C runtime parses back to the same arguments:
 * https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments . A backslash is literal unless a quote follows.
 */
export function commandLine(program: string, args: readonly string[]): string {
  return [`"${program}"`, ...args.map(quoted)].join(' ');
}

function quoted(argument: string): string {
  if (argument !== '' && !/[\s"]/.test(argument)) return argument;
  return `"${argument.replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => slashes + slashes + (quote && '\\"'))}"`;
}

/** Parses a command line by the same rules: a doubled quote inside quotes is one, and an unclosed quote ends with the line. */
export function argumentsIn(line: string): readonly string[] {
  const behindProgram = line.replace(/^(?:"[^"]*"?|[^\s"])*/, '');
  const found: string[] = [];
  let current: string | null = null;
  let isQuoted = false;
  let closedAt = -1;
  for (const { 0: text, 1: slashes, index } of behindProgram.matchAll(/(\\*)"|\\+|\s|[^\\"\s]+/g)) {
    if (slashes !== undefined) {
      current = (current ?? '') + '\\'.repeat(slashes.length >> 1);
      const isDouble: boolean = slashes === '' && index === closedAt;
      if (isDouble || slashes.length % 2 === 1) current += '"';
      if (slashes.length % 2 === 0) isQuoted = !isQuoted;
      closedAt = isQuoted ? -1 : index + text.length;
    } else if (isQuoted || text.trim() !== '') {
      current = (current ?? '') + text;
    } else {
      if (current !== null) found.push(current);
      current = null;
    }
  }
  if (current !== null) found.push(current);
  return found;
}
