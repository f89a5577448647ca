import type { KeyChord } from '#contract/model/recordings/action';
import { withMainEnter } from '#contract/model/recordings/chord';

/**
 * The meaning of a key while a field with a readable value has focus.
 * - `text`: a character; included in the value.
 * - `caret`: moves the caret or the selection; irrelevant once a value is being typed.
 * - `edit`: may change the value, which then includes it; kept as a key without a following value.
 * - `other`: Enter, Tab, Escape, shortcuts: kept, and ends the typing.
 */
export type FieldKeyRole = 'text' | 'caret' | 'edit' | 'other';

/** What the engine reports instead of a character typed into a password field. */
export const maskedKey = '•';

const modifierKeys = new Set([
  'ctrl',
  'shift',
  'alt',
  'meta',
  'Control',
  'Shift',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'Fn',
  'FnLock',
  'Hyper',
  'Super',
  'Process',
  'Dead',
  'Compose',
  'Unidentified',
]);

const caretKeys = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);
const lineKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']);
const editingKeys = new Set(['Backspace', 'Delete', 'Insert']);
const editingShortcuts = new Set(['ctrl+v', 'ctrl+shift+v', 'ctrl+x', 'ctrl+z', 'ctrl+y', 'ctrl+shift+z', 'ctrl+a']);
const multilineText = new Set(['Enter', 'shift+Enter', 'Tab']);

/** True for modifiers alone and for keys of an input method, which do nothing by themselves. */
export function isBareModifier(key: KeyChord): boolean {
  return key.split('+').every((part) => modifierKeys.has(part));
}

export function fieldKeyRole(key: KeyChord, text: string | null, multiline: boolean): FieldKeyRole {
  if (key === maskedKey) return 'text';
  // Enter and Tab may come with the control character they type.
  if (text !== null && !/^[\r\n\t\b\u001b\u007f]$/.test(text)) return 'text';
  if (editingShortcuts.has(key)) return 'edit';
  if (multiline && multilineText.has(withMainEnter(key))) return 'edit';
  const named = key.split('+').filter((part) => part !== 'ctrl' && part !== 'shift');
  if (named.length !== 1) return 'other';
  const [name = ''] = named;
  if (editingKeys.has(name)) return 'edit';
  if (caretKeys.has(name)) return 'caret';
  if (lineKeys.has(name)) return multiline ? 'caret' : 'edit';
  return 'other';
}

/** The character that a key types outside a readable field, or null for named keys and shortcuts. */
export function typedCharacter(text: string | null): string | null {
  return text !== null && !/[\u0000-\u001f\u007f]/.test(text) ? text : null;
}
