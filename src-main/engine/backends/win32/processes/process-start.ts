import type { ProcessStart } from '#contract/model/engine';
import { closeHandle, openProcess } from '../native/handles.ts';
import type { Handle } from '../native/types.ts';
import { getProcessTimes, queryInformationProcess, readProcessMemory } from './api.ts';
import { argumentsIn } from './command-line.ts';
import { processImage } from './image.ts';
import { listProcesses } from './snapshot.ts';

/** `PROCESS_QUERY_LIMITED_INFORMATION`, and `PROCESS_QUERY_INFORMATION` with `PROCESS_VM_READ`. */
const [queryLimited, queryAndRead] = [0x1000, 0x0410] as const;
/** `ProcessBasicInformation`: the second of six words of 64 bits is where the process keeps what it was started with. */
const basicInformation = 0;
const basicSize = 48;
const environmentAt = 8;
/**
 * Where that has its `RTL_USER_PROCESS_PARAMETERS`, and where those have the folder and the line, each a `UNICODE_STRING`: its
 * length in bytes, and at 8 where its text is. As psutil reads them (psutil/arch/windows/proc_info.c), in 64 bits.
 */
const [parametersAt, folderAt, lineAt, textAt] = [0x20n, 0x38n, 0x70n, 8] as const;
/** Milliseconds from the beginning of Windows' time, 1601, to that of ours; it counts in tenths of microseconds. */
const epochMs = 11_644_473_600_000;
const ticksInMs = 10_000n;
/** Programs that only Windows itself may start. */
const fromStore = /\\WindowsApps\\/i;

/** Null where there is no such process, what it was started with is not told, or no one else could start it so. */
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

/** By the clock of `Date.now()`; null where there is no such process, or it is not told. */
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

/** By the clock of `Date.now()`. */
export function createdAt(process: Handle): number {
  const [created, others] = [Buffer.alloc(8), Buffer.alloc(8)];
  getProcessTimes(process, created, others, others, others);
  return Number(created.readBigUInt64LE() / ticksInMs) - epochMs;
}

/** A parent that has ended may have given its id to another process, which is younger. */
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
