import type { Control } from '../../access/control.ts';

const upDownClass = 'msctls_updown32';
/** `SS_TYPEMASK` of winuser.h, and the types that are texts: left, centre, right, simple, no wrap, owner-drawn. */
const typeMask = 0x1f;
const textTypes = new Set([0, 1, 2, 0x0b, 0x0c, 0x0d]);

/**
 * The label of a control. As in screen readers: the preceding sibling in Tab order, if it is a static text.
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

/** A text without its access-key mark and without the part after a tab, and the access key. */
export function plainText(text: string): { readonly text: string; readonly accessKey: string | null } {
  const key = /(?:^|[^&])(?:&&)*&([^&\s])/.exec(text)?.[1] ?? null;
  const [before = ''] = text.split('\t');
  return { text: before.replace(/&(.)/g, '$1').trim(), accessKey: key && `Alt+${key.toUpperCase()}` };
}

/** Longer texts are skipped: they are no labels. */
const longestText = 100_000;

/** Spare space for a text that has grown since it was measured, in UTF-16 units: the message takes no limit. */
const slack = 1_000;

/**
 * An item's text, with the two corresponding messages of list boxes and combo boxes; empty if the app draws the items itself
 * without declaring texts.
 */
export function itemText(
  control: Control,
  index: number,
  messages: { readonly getText: number; readonly getTextLength: number; readonly isDrawn: boolean },
): string {
  const length = messages.isDrawn ? 0 : control.ask(messages.getTextLength, index);
  if (length <= 0 || length > longestText) return '';
  const buffer = Buffer.alloc((length + slack) * 2);
  const read = control.askBuffer(messages.getText, index, buffer);
  return buffer.toString('utf16le', 0, Math.min(Math.max(read, 0), length) * 2);
}
