import koffi from 'koffi';
import { declare } from '../native/library.ts';
import type { Handle, Hwnd, NativeRect } from '../native/types.ts';

koffi.proto('int32 __stdcall MonitorEnumProc(HMONITOR monitor, HDC dc, RECT* rect, intptr_t data)');
koffi.struct('MONITORINFOEXW', {
  size: 'uint32',
  monitor: 'RECT',
  work: 'RECT',
  flags: 'uint32',
  device: koffi.array('char16', 32, 'String'),
});

export interface MonitorInfo {
  readonly monitor: NativeRect;
  readonly work: NativeRect;
  readonly flags: number;
  readonly device: string;
}
export const monitorInfoSize = koffi.sizeof('MONITORINFOEXW');

export const enumDisplayMonitors = declare<
  (dc: Handle, clip: null, each: (monitor: Handle) => number, data: number) => number
>('user32', 'int32 EnumDisplayMonitors(HDC dc, RECT* clip, MonitorEnumProc* each, intptr_t data)');
export const getMonitorInfo = declare<(monitor: Handle, info: object) => number>(
  'user32',
  'int32 GetMonitorInfoW(HMONITOR monitor, _Inout_ MONITORINFOEXW* info)',
);
/** An HRESULT. From Windows 8.1 on. */
export const getDpiForMonitor = declare<(monitor: Handle, kind: number, x: [number], y: [number]) => number>(
  'shcore',
  'int32 GetDpiForMonitor(HMONITOR monitor, int32 kind, _Out_ uint32* x, _Out_ uint32* y)',
);

/** `context` is a `DPI_AWARENESS_CONTEXT`, a small negative number. From Windows 10 1703 on. */
export const setProcessDpiAwarenessContext = declare<(context: number) => number>(
  'user32',
  'int32 SetProcessDpiAwarenessContext(intptr_t context)',
);
/** From Windows 8.1 on. */
export const setProcessDpiAwareness = declare<(awareness: number) => number>(
  'shcore',
  'int32 SetProcessDpiAwareness(int32 awareness)',
);
export const setProcessDpiAware = declare<() => number>('user32', 'int32 SetProcessDPIAware()');
export const getThreadDpiAwarenessContext = declare<() => number>('user32', 'uintptr_t GetThreadDpiAwarenessContext()');
/** Returns the previous value; 0 if unchanged. */
export const setThreadDpiAwarenessContext = declare<(context: number) => number>(
  'user32',
  'uintptr_t SetThreadDpiAwarenessContext(uintptr_t context)',
);
export const getWindowDpiAwarenessContext = declare<(window: Hwnd) => number>(
  'user32',
  'uintptr_t GetWindowDpiAwarenessContext(HWND window)',
);
export const getAwarenessFromDpiAwarenessContext = declare<(context: number) => number>(
  'user32',
  'int32 GetAwarenessFromDpiAwarenessContext(uintptr_t context)',
);
