import type { Control } from '../../access/control.ts';

/** Longer texts are left out rather than read: they are none. */
const longestText = 100_000;
/** Room for a text that has grown since it was measured, in UTF-16 units: the message takes no limit. */
const slack = 1_000;

/**
 * The text of an item of a list, by the two messages that list boxes and combo boxes have for it; empty where the app
 * draws the items itself and does not say that they are texts.
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
