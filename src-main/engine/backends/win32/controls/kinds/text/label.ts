import type { Control } from '../../access/control.ts';

const upDownClass = 'msctls_updown32';
/** `SS_TYPEMASK` of winuser.h, and the types that are texts: left, centre, right, simple, no wrap, owner-drawn. */
const typeMask = 0x1f;
const textTypes = new Set([0, 1, 2, 0x0b, 0x0c, 0x0d]);

/**
 * The text that stands before a control and names it. As screen readers take it: the sibling before it in the order of
 * Tab, where that is a static text.
 * https://learn.microsoft.com/windows/win32/winauto/exposing-names-of-user-interface-elements (“Static text before a control”)
 */
export function labelOf(control: Control): Control | null {
  const { parent, reading } = control;
  if (!parent) return null;
  if (parent.base === 'combobox' || parent.base === 'comboboxex32') return labelOf(parent);
  const siblings = reading.childWindows(parent.window);
  for (let at = siblings.indexOf(control.window) - 1; at >= 0; at--) {
    const before = reading.control(siblings[at] as number);
    if (before.base === upDownClass || !before.isVisible) continue;
    return isText(before) && before.text.trim() !== '' ? before : null;
  }
  return null;
}

function isText({ base, style }: Control): boolean {
  return base === 'static' && textTypes.has(style & typeMask);
}

/** A text without the mark of its access key, and without what comes after a tab, and the key. */
export function plainText(text: string): { readonly text: string; readonly accessKey: string | null } {
  const key = /(?:^|[^&])(?:&&)*&([^&\s])/.exec(text)?.[1] ?? null;
  const [before = ''] = text.split('\t');
  return { text: before.replace(/&(.)/g, '$1').trim(), accessKey: key && `Alt+${key.toUpperCase()}` };
}
