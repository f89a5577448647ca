import { lastFailure } from '../native/failure.ts';
import { closeHandle } from '../native/handles.ts';
import { createToolhelp32Snapshot, process32First, process32Next, processEntrySize, type ProcessEntry } from './api.ts';

/** `TH32CS_SNAPPROCESS` of tlhelp32.h. */
const processes = 0x2;

/** All processes of the machine, those of other users too. @throws Win32Failure */
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

/** File name of a process's executable, empty where there is no such process. */
export function nameInSnapshot(processId: number): string {
  return listProcesses().find((entry) => entry.processId === processId)?.executable ?? '';
}

/** Process ids of all descendants. The id of a parent that has ended may be another process's by now. */
export function descendantsIn(all: readonly ProcessEntry[], processId: number): readonly number[] {
  const family = new Set([processId]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const entry of all) if (family.has(entry.parentProcessId)) family.add(entry.processId);
  }
  family.delete(processId);
  return [...family];
}
