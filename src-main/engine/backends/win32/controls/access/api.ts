import { declare } from '../../native/library.ts';
import type { Handle, Hwnd, NativePoint } from '../../native/types.ts';

export const isWindow = declare<(window: Hwnd) => number>('user32', 'int32 IsWindow(HWND window)');
/** `info` is a WINDOWINFO. */
export const getWindowInfo = declare<(window: Hwnd, info: Buffer) => number>(
  'user32',
  'int32 GetWindowInfo(HWND window, void* info)',
);
export const realGetWindowClass = declare<(window: Hwnd, buffer: Uint16Array, size: number) => number>(
  'user32',
  'uint32 RealGetWindowClassW(HWND window, void* buffer, uint32 size)',
);

/** Same for messages with pointers that Windows marshals itself. */
export const sendBuffer = declare<
  (
    window: Hwnd,
    message: number,
    wParam: number,
    lParam: Buffer,
    flags: number,
    timeoutMs: number,
    result: Buffer,
  ) => number
>(
  'user32',
  'intptr_t SendMessageTimeoutW(HWND window, uint32 message, uintptr_t wParam, void* lParam, uint32 flags, uint32 timeoutMs, void* result)',
);
export const sendTwoBuffers = declare<
  (
    window: Hwnd,
    message: number,
    wParam: Buffer,
    lParam: Buffer,
    flags: number,
    timeoutMs: number,
    result: Buffer,
  ) => number
>(
  'user32',
  'intptr_t SendMessageTimeoutW(HWND window, uint32 message, void* wParam, void* lParam, uint32 flags, uint32 timeoutMs, void* result)',
);
export const sendNotifyMessage = declare<(window: Hwnd, message: number, wParam: number, lParam: number) => number>(
  'user32',
  'int32 SendNotifyMessageW(HWND window, uint32 message, uintptr_t wParam, intptr_t lParam)',
);

export const isWow64Process = declare<(process: Handle, answer: Buffer) => number>(
  'kernel32',
  'int32 IsWow64Process(HANDLE process, void* answer)',
);
export const virtualAllocEx = declare<
  (process: Handle, address: number, size: number, type: number, protection: number) => number
>(
  'kernel32',
  'uintptr_t VirtualAllocEx(HANDLE process, uintptr_t address, uintptr_t size, uint32 type, uint32 protection)',
);
export const virtualFreeEx = declare<(process: Handle, address: number, size: number, type: number) => number>(
  'kernel32',
  'int32 VirtualFreeEx(HANDLE process, uintptr_t address, uintptr_t size, uint32 type)',
);
export const writeProcessMemory = declare<
  (process: Handle, address: number, bytes: Buffer, size: number, written: null) => number
>(
  'kernel32',
  'int32 WriteProcessMemory(HANDLE process, uintptr_t address, void* bytes, uintptr_t size, void* written)',
);
export const readProcessMemory = declare<
  (process: Handle, address: number, bytes: Buffer, size: number, read: null) => number
>('kernel32', 'int32 ReadProcessMemory(HANDLE process, uintptr_t address, void* bytes, uintptr_t size, void* read)');
/** `info` is a SCROLLINFO. */
export const getScrollInfo = declare<(window: Hwnd, bar: number, info: Buffer) => number>(
  'user32',
  'int32 GetScrollInfo(HWND window, int32 bar, void* info)',
);
/** `info` is a COMBOBOXINFO. */
export const getComboBoxInfo = declare<(window: Hwnd, info: Buffer) => number>(
  'user32',
  'int32 GetComboBoxInfo(HWND window, void* info)',
);
/** `info` is a TITLEBARINFO. */
export const getTitleBarInfo = declare<(window: Hwnd, info: Buffer) => number>(
  'user32',
  'int32 GetTitleBarInfo(HWND window, void* info)',
);
/** `info` is a MENUBARINFO. */
export const getMenuBarInfo = declare<(window: Hwnd, object: number, item: number, info: Buffer) => number>(
  'user32',
  'int32 GetMenuBarInfo(HWND window, int32 object, int32 item, void* info)',
);
export const getMenu = declare<(window: Hwnd) => Handle>('user32', 'HMENU GetMenu(HWND window)');
export const getSubMenu = declare<(menu: Handle, index: number) => Handle>(
  'user32',
  'HMENU GetSubMenu(HMENU menu, int32 index)',
);
export const getMenuItemCount = declare<(menu: Handle) => number>('user32', 'int32 GetMenuItemCount(HMENU menu)');
export const getMenuItemId = declare<(menu: Handle, index: number) => number>(
  'user32',
  'uint32 GetMenuItemID(HMENU menu, int32 index)',
);
export const getMenuState = declare<(menu: Handle, item: number, how: number) => number>(
  'user32',
  'uint32 GetMenuState(HMENU menu, uint32 item, uint32 how)',
);
export const getMenuString = declare<
  (menu: Handle, item: number, buffer: Uint16Array, size: number, how: number) => number
>('user32', 'int32 GetMenuStringW(HMENU menu, uint32 item, void* buffer, int32 size, uint32 how)');
export const getMenuItemRect = declare<(window: Hwnd, menu: Handle, item: number, rect: Buffer) => number>(
  'user32',
  'int32 GetMenuItemRect(HWND window, HMENU menu, uint32 item, void* rect)',
);
export const isChild = declare<(parent: Hwnd, window: Hwnd) => number>(
  'user32',
  'int32 IsChild(HWND parent, HWND window)',
);
export const setFocus = declare<(window: Hwnd) => Hwnd>('user32', 'HWND SetFocus(HWND window)');
/** `at` in the parent's client area. The parent itself if there is no child there, 0 outside it. */
export const childWindowFromPoint = declare<(parent: Hwnd, at: NativePoint, flags: number) => Hwnd>(
  'user32',
  'HWND ChildWindowFromPointEx(HWND parent, POINT at, uint32 flags)',
);
