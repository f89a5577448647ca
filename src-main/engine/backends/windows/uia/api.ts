import { declare } from '../native/library.ts';
import type { Hwnd, NativePoint } from '../native/types.ts';

export const windowFromPoint = declare<(at: NativePoint) => Hwnd>('user32', 'HWND WindowFromPoint(POINT at)');
export const getAncestor = declare<(window: Hwnd, which: number) => Hwnd>(
  'user32',
  'HWND GetAncestor(HWND window, uint32 which)',
);
export const getForegroundWindow = declare<() => Hwnd>('user32', 'HWND GetForegroundWindow()');
export const getDesktopWindow = declare<() => Hwnd>('user32', 'HWND GetDesktopWindow()');
const getWindowLong = declare<(window: Hwnd, index: number) => number>(
  'user32',
  'int32 GetWindowLongW(HWND window, int32 index)',
);
export const lcidToLocaleName = declare<(lcid: number, name: Uint16Array, size: number, flags: number) => number>(
  'kernel32',
  'int32 LCIDToLocaleName(uint32 lcid, uint16* name, int32 size, uint32 flags)',
);

/** GA_ROOT and GA_ROOTOWNER of winuser.h: without and with the windows that own it. */
const [root, rootOwner] = [2, 3] as const;

/** Whether a window is the top-level one, in it, or a pop-up of it. */
export function isPartOf(top: Hwnd, window: Hwnd): boolean {
  if (window === 0) return false;
  return window === top || getAncestor(window, root) === top || getAncestor(window, rootOwner) === top;
}

/** GWL_STYLE and ES_MULTILINE of winuser.h. */
const [style, multiline] = [-16, 0x0004] as const;

/** UI Automation does not say it of the system's own edits. */
export function isMultilineEdit(window: Hwnd, className: string): boolean {
  return window !== 0 && /^(Edit|RichEdit\w*)$/i.test(className) && (getWindowLong(window, style) & multiline) !== 0;
}
