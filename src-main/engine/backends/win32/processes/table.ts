import { processPipe } from '../../../../base/processes/announce-process.ts';
import type { Handle } from '../native/types.ts';
import { closeHandle, openProcess } from '../native/handles.ts';
import { declare } from '../native/library.ts';
import { processImage, createdAt, nameInSnapshot } from './process-start.ts';
import { integrityOf, ownIntegrity } from './integrity.ts';

/** Facts about a process, read once. */
export interface ProcessFacts {
  /** File name of its executable, e.g. `notepad.exe`; empty if unknown. */
  readonly app: string;
  /** The full path; empty if unknown. */
  readonly executable: string;
  /** It has higher rights or another user: Windows does not allow access to its windows. */
  readonly foreign: boolean;
  /** Registered as this user's Deskscope. */
  readonly own: boolean;
  /** As in `WindowInfo`; null if it cannot be inspected. */
  readonly program: string | null;
}

interface Known {
  readonly facts: ProcessFacts;
  /** 0 if it cannot be opened. */
  readonly handle: Handle;
  /** Expiry of facts about a process without a handle, in `Date.now()` time. */
  readonly until: number;
}

/** `PROCESS_QUERY_LIMITED_INFORMATION`: https://learn.microsoft.com/windows/win32/procthread/process-security-and-access-rights */
const queryLimited = 0x1000;
/** Looking up the name of a process that cannot be opened takes milliseconds. */
const believedMs = 5_000;

/**
 * The processes that have windows. Each is held by a handle while it is known: Windows does not reuse an id while a handle to
 * its process is open, so facts stay valid.
 */
export class ProcessTable {
  #known = new Map<number, Known>();

  of(processId: number): ProcessFacts {
    const known = this.#known.get(processId) ?? learn(processId);
    this.#known.set(processId, known);
    return known.facts;
  }

  /** Releases all others. Those without a handle are read again after a while. */
  keep(processIds: ReadonlySet<number>): void {
    for (const [processId, { handle, until }] of this.#known) {
      if (processIds.has(processId) && Date.now() < until) continue;
      if (handle !== 0) closeHandle(handle);
      this.#known.delete(processId);
    }
  }

  close(): void {
    this.keep(new Set());
  }
}

function learn(processId: number): Known {
  const handle = openProcess(queryLimited, 0, processId);
  if (handle === 0) {
    const facts = { app: nameInSnapshot(processId), executable: '', foreign: true, own: false, program: null };
    return { handle, facts, until: Date.now() + believedMs };
  }
  const executable = processImage(handle);
  const app = executable.slice(executable.lastIndexOf('\\') + 1);
  // Its token is inaccessible to processes with fewer rights, and to other users.
  const integrity = integrityOf(handle);
  const foreign = integrity === null || integrity > ownIntegrity();
  const own = !foreign && hasAnnounced(processId);
  const program = `${processId} ${createdAt(handle)} ${executable}`;
  return { handle, facts: { app, executable, foreign, own, program }, until: Infinity };
}

const createFile = declare<
  (
    name: string,
    access: number,
    share: number,
    security: null,
    disposition: number,
    flags: number,
    template: 0,
  ) => Handle
>(
  'kernel32',
  'HANDLE CreateFileW(str16 name, uint32 access, uint32 share, void* security, uint32 disposition, uint32 flags, intptr_t template)',
);

const getNamedPipeServerProcessId = declare<(pipe: Handle, processId: [number]) => number>(
  'kernel32',
  'int32 GetNamedPipeServerProcessId(HANDLE pipe, _Out_ uint32* processId)',
);

/** `GENERIC_READ` and `OPEN_EXISTING` of winnt.h and fileapi.h. */
const [genericRead, openExisting] = [0x80000000, 3] as const;

const invalidHandle = -1;

/**
 * Whether a process serves the pipe named after its own id, as opened by `announceProcess`. The server's id comes from the
 * system: https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-getnamedpipeserverprocessid . Does not wait.
 */
export function hasAnnounced(processId: number): boolean {
  const pipe = createFile(processPipe(processId), genericRead, 0, null, openExisting, 0, 0);
  if (pipe === 0 || pipe === invalidHandle) return false;
  const server: [number] = [0];
  const known = getNamedPipeServerProcessId(pipe, server) !== 0;
  closeHandle(pipe);
  return known && server[0] === processId;
}
