import { declare } from './library.ts';
import type { Handle } from './types.ts';

/** 0 if denied. */
export const openProcess = declare<(access: number, inherit: number, processId: number) => Handle>(
  'kernel32',
  'HANDLE OpenProcess(uint32 access, int32 inherit, uint32 processId)',
);
export const closeHandle = declare<(handle: Handle) => number>('kernel32', 'int32 CloseHandle(HANDLE handle)');
