import { declare } from '../native/library.ts';
import type { Hwnd } from '../native/types.ts';
import { ancestor, getAncestor, getWindowLong, longOf } from '../native/window.ts';

export const lcidToLocaleName = declare<(lcid: number, name: Uint16Array, size: number, flags: number) => number>(
  'kernel32',
  'int32 LCIDToLocaleName(uint32 lcid, uint16* name, int32 size, uint32 flags)',
);

/** Whether a window is the top-level one, in it, or a pop-up of it. */
export function isPartOf(top: Hwnd, window: Hwnd): boolean {
  if (window === 0) return false;
  return (
    window === top || getAncestor(window, ancestor.root) === top || getAncestor(window, ancestor.rootOwner) === top
  );
}

/** ES_MULTILINE of winuser.h. */
const multiline = 0x0004;

/** UI Automation does not say it of the system's own edits. */
export function isMultilineEdit(window: Hwnd, className: string): boolean {
  return (
    window !== 0 && /^(Edit|RichEdit\w*)$/i.test(className) && (getWindowLong(window, longOf.style) & multiline) !== 0
  );
}
