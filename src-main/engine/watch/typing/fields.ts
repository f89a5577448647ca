import { pastesByKey, splitChord, withMainEnter } from '#contract/model/recordings/chord';
import type { ControlType } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import { isCell, isParagraph } from '#contract/model/elements/element-facts';
import type { RawInput, RawNode } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';
import type { Found } from '../found.ts';
import { dropsForwardedKeys } from '../../windows/answered-keys.ts';
import { type Addition, FieldWatch } from './field-watch.ts';

type RawKey = Extract<RawInput, { type: 'key' }>;

/**
 * A field whose value can be read, or must not be. A paragraph of a document is not a field: the position in it matters, not its
 * text.
 */
export function isField({ node, target, path }: Found): boolean {
  if (!node || node.states.includes('readonly')) return false;
  if (isParagraph(node) && path.some(({ controlType }) => controlType === 'Document')) return false;
  return node.states.includes('password') || (node.states.includes('editable') && target?.element.value !== null);
}

/** After a key press on these, an app may move focus on, as from a choice to the button that confirms it. */
const pressedBySpace: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'Hyperlink', 'MenuItem', 'RadioButton', 'SplitButton', 'TabItem'] as const),
]);

/** Whether a key moves the caret within it; among cells, items, buttons and paragraphs it moves focus. */
export function keepsCaret(found: Found, input: RawKey): boolean {
  if (input.text === ' ') return !found.node || !pressedBySpace.has(found.node.controlType);
  // For any element: only in a sheet does undo lead elsewhere.
  if (!found.node && isEditing(input)) return true;
  if (!found.node || !isField(found) || isCell(found.node)) return false;
  return kindOf(input) === 'moves' || isEditing(input) || found.node.states.includes('multiline');
}

/** The found field; `old` if it is the same one, null if it is not a field. */
export function fieldOf(context: EngineContext, old: FieldWatch | null, found: Found): FieldWatch | null {
  const { window, target, node } = found;
  if (!window || !target || !node || !isField(found)) return null;
  const { runtimeId } = node;
  if (old?.field.runtimeId === runtimeId && old.field.window.id === window.id) return old;
  const hides = node.states.includes('password') ? 'yes' : node.mayHide ? 'maybe' : 'no';
  return new FieldWatch(context, { window, target, runtimeId, hides, isCell: isCell(node) });
}

/** Informs the field of a key. @param early before its first reading */
export function notifyField(field: FieldWatch, { node }: Found, input: RawKey, early: boolean): void {
  const kind = kindOf(input);
  if (kind === 'types') field.typed({ text: input.text ?? '' }, early);
  else if (kind === 'deletes') field.typed(input.key === 'Backspace' ? 'backspace' : 'unknown', early);
  else if (kind === 'breaksLine' && node && breaksLines(node)) field.typed({ text: '\n' }, early);
  else field.unsure();
}

/** Whether Enter breaks a line in it; in a cell it ends editing. */
function breaksLines(node: RawNode): boolean {
  return node.states.includes('multiline') && !isCell(node);
}

/** A shortcut that selects or changes text in a field, and stays there. */
export function isEditing({ key }: Pick<RawKey, 'key'>): boolean {
  return /^ctrl\+(?:[acvxyz]|shift\+z)$/.test(key);
}

/** A key meant for the window, whatever has focus. */
export function isShortcut({ key }: Pick<RawKey, 'key'>): boolean {
  return splitChord(key).modifiers.some((held) => held !== 'shift' && held !== 'altgr');
}

/** What a key that types no character may add to the value of a field. */
export function additionOf(input: RawKey): Addition | null {
  if (pastesByKey(input.key)) return 'text';
  return kindOf(input) === 'breaksLine' || input.key === 'Tab' ? 'space' : null;
}

/** Whether input may enter a text: a key that types, a shortcut or a middle button that may paste. */
export function mayEnterText(input: RawInput): boolean {
  if (input.type === 'button') return input.down && input.button === 'middle';
  return input.type === 'key' && (input.text !== null || isShortcut(input) || /(^|\+)Insert$/.test(input.key));
}

/** Whether an input method sent the key to an app that drops it then. */
export function isDropped(input: RawKey, active: WindowInfo | null): boolean {
  return input.forwarded === true && kindOf(input) !== 'types' && dropsForwardedKeys(active);
}

/** The effect of a key on the focused field. */
type KeyKind = 'types' | 'deletes' | 'breaksLine' | 'moves' | 'leaves';

const moving = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Insert'];

export function kindOf({ key, text }: RawKey): KeyKind {
  if (text !== null && text !== '\n' && text !== '\r' && text !== '\t') return 'types';
  if (key === 'Backspace' || key === 'Delete') return 'deletes';
  if (['Enter', 'shift+Enter'].includes(withMainEnter(key))) return 'breaksLine';
  return moving.includes(key.replace('shift+', '')) ? 'moves' : 'leaves';
}
