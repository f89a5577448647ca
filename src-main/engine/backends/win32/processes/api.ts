import koffi from 'koffi';
import { declare } from '../native/library.ts';
import type { Handle } from '../native/types.ts';

koffi.struct('PROCESSENTRY32W', {
  size: 'uint32',
  usage: 'uint32',
  processId: 'uint32',
  heapId: 'uintptr_t',
  moduleId: 'uint32',
  threads: 'uint32',
  parentProcessId: 'uint32',
  priority: 'int32',
  flags: 'uint32',
  executable: koffi.array('char16', 260, 'String'),
});

/** The used part of `PROCESSENTRY32W`. */
export interface ProcessEntry {
  readonly processId: number;
  readonly parentProcessId: number;
  readonly executable: string;
}
export const processEntrySize = koffi.sizeof('PROCESSENTRY32W');

export const getCurrentProcess = declare<() => Handle>('kernel32', 'HANDLE GetCurrentProcess()');
export const queryFullProcessImageName = declare<
  (process: Handle, flags: number, name: Uint16Array, size: [number]) => number
>(
  'kernel32',
  'int32 QueryFullProcessImageNameW(HANDLE process, uint32 flags, _Out_ uint16* name, _Inout_ uint32* size)',
);
export const createToolhelp32Snapshot = declare<(what: number, processId: number) => Handle>(
  'kernel32',
  'HANDLE CreateToolhelp32Snapshot(uint32 what, uint32 processId)',
);
export const process32First = declare<(snapshot: Handle, entry: object) => number>(
  'kernel32',
  'int32 Process32FirstW(HANDLE snapshot, _Inout_ PROCESSENTRY32W* entry)',
);
export const process32Next = declare<(snapshot: Handle, entry: object) => number>(
  'kernel32',
  'int32 Process32NextW(HANDLE snapshot, _Inout_ PROCESSENTRY32W* entry)',
);

export const queryInformationProcess = declare<
  (process: Handle, what: number, buffer: Buffer, size: number, length: [number]) => number
>(
  'ntdll',
  'int32 NtQueryInformationProcess(HANDLE process, int32 what, _Out_ uint8* buffer, uint32 size, _Out_ uint32* length)',
);
export const readProcessMemory = declare<
  (process: Handle, address: bigint, buffer: Buffer, size: number, read: [bigint]) => number
>(
  'kernel32',
  'int32 ReadProcessMemory(HANDLE process, uintptr_t address, _Out_ uint8* buffer, uintptr_t size, _Out_ uintptr_t* read)',
);
export const getProcessTimes = declare<
  (process: Handle, created: Buffer, ended: Buffer, inKernel: Buffer, inUser: Buffer) => number
>(
  'kernel32',
  'int32 GetProcessTimes(HANDLE process, _Out_ uint8* created, _Out_ uint8* ended, _Out_ uint8* inKernel, _Out_ uint8* inUser)',
);

export const openProcessToken = declare<(process: Handle, access: number, token: [Handle]) => number>(
  'advapi32',
  'int32 OpenProcessToken(HANDLE process, uint32 access, _Out_ HANDLE* token)',
);
export const getTokenInformation = declare<
  (token: Handle, what: number, buffer: Buffer, size: number, length: [number]) => number
>(
  'advapi32',
  'int32 GetTokenInformation(HANDLE token, int32 what, _Out_ uint8* buffer, uint32 size, _Out_ uint32* length)',
);
export const getSidSubAuthority = declare<(sid: bigint, index: number) => bigint>(
  'advapi32',
  'void* GetSidSubAuthority(uintptr_t sid, uint32 index)',
);

export const createProcess = declare<
  (
    program: string,
    commandLine: Buffer,
    processAttributes: null,
    threadAttributes: null,
    inherit: number,
    flags: number,
    environment: Buffer,
    folder: string | null,
    startup: Buffer,
    information: Buffer,
  ) => number
>(
  'kernel32',
  'int32 CreateProcessW(str16 program, _Inout_ uint8* commandLine, void* processAttributes, void* threadAttributes, int32 inherit, uint32 flags, _In_ uint8* environment, str16 folder, _In_ uint8* startup, _Out_ uint8* information)',
);
