import { declare } from '../native/library.ts';
import type { Handle } from '../native/types.ts';

/** Only where it is Wine that runs us. */
export const wineGetVersion = declare<() => string>('ntdll', 'str wine_get_version()');
export const openInputDesktop = declare<(flags: number, inherit: number, access: number) => Handle>(
  'user32',
  'HANDLE OpenInputDesktop(uint32 flags, int32 inherit, uint32 access)',
);
export const closeDesktop = declare<(desktop: Handle) => number>('user32', 'int32 CloseDesktop(HANDLE desktop)');
/** `name` is UTF-16, `size` in bytes. */
export const getUserObjectInformation = declare<
  (object: Handle, what: number, name: Uint16Array, size: number, needed: [number]) => number
>(
  'user32',
  'int32 GetUserObjectInformationW(HANDLE object, int32 what, _Out_ uint16* name, uint32 size, _Out_ uint32* needed)',
);
export const processIdToSessionId = declare<(processId: number, session: [number]) => number>(
  'kernel32',
  'int32 ProcessIdToSessionId(uint32 processId, _Out_ uint32* session)',
);
