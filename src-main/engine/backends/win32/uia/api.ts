import { controlTypes, type ControlType } from '#contract/model/elements/element';
import { declare } from '../native/library.ts';
import type { Hwnd } from '../native/types.ts';
import { ancestor, getAncestor, getWindowLong, longOf } from '../native/window.ts';
import { controlTypeIds } from '../com/generated/ids.ts';

export const lcidToLocaleName = declare<(lcid: number, name: Uint16Array, size: number, flags: number) => number>(
  'kernel32',
  'int32 LCIDToLocaleName(uint32 lcid, uint16* name, int32 size, uint32 flags)',
);

/** Whether a window is the top-level one, a descendant, or a pop-up of it. */
export function isPartOf(top: Hwnd, window: Hwnd): boolean {
  if (window === 0) return false;
  return (
    window === top || getAncestor(window, ancestor.root) === top || getAncestor(window, ancestor.rootOwner) === top
  );
}

/** ES_MULTILINE of winuser.h. */
const multiline = 0x0004;

/** UI Automation does not report it for the system's own edits. */
export function isMultilineEdit(window: Hwnd, className: string): boolean {
  return (
    window !== 0 && /^(Edit|RichEdit\w*)$/i.test(className) && (getWindowLong(window, longOf.style) & multiline) !== 0
  );
}

/** UI Automation's control type ids, whose names are also the contract's vocabulary. */
const byNumber = new Map<unknown, ControlType>(controlTypes.map((type) => [controlTypeIds[type], type]));

/** `Custom` if the provider reports none, or one newer than this version. */
export function controlTypeOf(number: unknown): ControlType {
  return byNumber.get(number) ?? 'Custom';
}

/** Normalised line breaks: Windows' own edits have two characters for one, rich edits a single return. */
export function withPlainBreaks(words: string): string {
  return words.replaceAll(/\r\n?/g, '\n');
}
