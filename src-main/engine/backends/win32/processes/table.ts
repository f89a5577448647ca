import { processPipe } from '../../../../base/processes/announce-process.ts';
import type { Handle } from '../native/types.ts';
import { closeHandle, openProcess } from '../native/handles.ts';
import { declare } from '../native/library.ts';
import { processImage, createdAt, nameInSnapshot } from './process-start.ts';
import { integrityOf, ownIntegrity } from './integrity.ts';

/** What is asked of a process once. */
export interface ProcessFacts {
  /** File name of its executable, e.g. `notepad.exe`; empty if unknown. */
  readonly app: string;
  /** The whole path; empty if unknown. */
  readonly executable: string;
  /** It has higher rights than we, or is another user's: Windows lets us neither look into its windows nor drive them. */
  readonly foreign: boolean;
  /** It has announced itself as this user's Deskscope. */
  readonly own: boolean;
  /** As in `WindowInfo`; null if it cannot be looked at. */
  readonly program: string | null;
}

interface Known {
  readonly facts: ProcessFacts;
  /** 0 where we may not even open it. */
  readonly handle: Handle;
  /** Until when that is believed of one that we do not hold, by the clock of `Date.now()`. */
  readonly until: number;
}

/** `PROCESS_QUERY_LIMITED_INFORMATION`: https://learn.microsoft.com/windows/win32/procthread/process-security-and-access-rights */
const queryLimited = 0x1000;
/** To look for the name of one that we may not open takes milliseconds. */
const believedMs = 5_000;

/**
 * The processes that have windows. Each is held by a handle while it is known: Windows gives no process id again as long
 * as somebody holds the process that had it, so what was learnt stays true.
 */
export class ProcessTable {
  #known = new Map<number, Known>();

  of(processId: number): ProcessFacts {
    const known = this.#known.get(processId) ?? learn(processId);
    this.#known.set(processId, known);
    return known.facts;
  }

  /** Lets go of all others. Those that cannot be held are asked again after a while. */
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
  // Its token is kept from those with fewer rights, and from other users.
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
 * Whether a process serves the pipe of its own id, as `announceProcess` opens it. Who serves a pipe is the system's word:
 * https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-getnamedpipeserverprocessid . Waits for nobody.
 */
export function hasAnnounced(processId: number): boolean {
  const pipe = createFile(processPipe(processId), genericRead, 0, null, openExisting, 0, 0);
  if (pipe === 0 || pipe === invalidHandle) return false;
  const server: [number] = [0];
  const known = getNamedPipeServerProcessId(pipe, server) !== 0;
  closeHandle(pipe);
  return known && server[0] === processId;
}
