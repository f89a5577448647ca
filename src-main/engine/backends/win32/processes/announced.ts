import { processPipe } from '../../../../base/processes/announce-process.ts';
import { declare } from '../native/library.ts';
import type { Handle } from '../native/types.ts';
import { closeHandle } from '../native/handles.ts';

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
 * https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-getnamedpipeserverprocessid . Waits for no one.
 */
export function hasAnnounced(processId: number): boolean {
  const pipe = createFile(processPipe(processId), genericRead, 0, null, openExisting, 0, 0);
  if (pipe === 0 || pipe === invalidHandle) return false;
  const server: [number] = [0];
  const known = getNamedPipeServerProcessId(pipe, server) !== 0;
  closeHandle(pipe);
  return known && server[0] === processId;
}
