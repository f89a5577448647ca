import { declare } from './library.ts';
import type { Handle } from './types.ts';

export const createFileMapping = declare<
  (file: number, security: null, protection: number, high: number, size: number, name: string) => Handle
>(
  'kernel32',
  'HANDLE CreateFileMappingW(intptr_t file, void* security, uint32 protection, uint32 high, uint32 size, str16 name)',
);
/** Null on failure. */
export const mapViewOfFile = declare<
  (mapping: Handle, access: number, high: number, low: number, size: number) => unknown
>('kernel32', 'void* MapViewOfFile(HANDLE mapping, uint32 access, uint32 high, uint32 low, uintptr_t size)');
export const unmapViewOfFile = declare<(view: unknown) => number>('kernel32', 'int32 UnmapViewOfFile(void* view)');
