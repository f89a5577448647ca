import { splitChord } from '#contract/model/recordings/chord';
import type { RawInput } from '../../backend.ts';
import type { EngineContext } from '../../operation.ts';
import { isCell } from '#contract/model/elements/cell';
import { FieldWatch } from './field-watch.ts';
import { kindOf, type KeyKind } from './key-kind.ts';
import type { Found } from '../found.ts';

type RawKey = Extract<RawInput, { type: 'key' }>;

/** A field whose value can be read, or must not be. */
export function isField({ node, target }: Found): boolean {
  if (!node || node.states.includes('readonly')) return false;
  return node.states.includes('password') || (node.states.includes('editable') && target?.element.value !== null);
}

/** Whether a key of that kind moves the caret within it: among cells, items and buttons it is the focus that moves. */
export function keepsCaret(found: Found, kind: KeyKind): boolean {
  if (!found.node || !isField(found) || isCell(found.node)) return false;
  return kind === 'moves' || found.node.states.includes('multiline');
}

/** The field that was found; `old` where that is the same one, null where it is none. */
export function fieldOf(context: EngineContext, old: FieldWatch | null, found: Found): FieldWatch | null {
  const { window, target, node } = found;
  if (!window || !target || !node || !isField(found)) return null;
  const { runtimeId } = node;
  if (old?.field.runtimeId === runtimeId && old.field.window.id === window.id) return old;
  const hides = node.states.includes('password') ? 'yes' : node.mayHide ? 'maybe' : 'no';
  return new FieldWatch(context, { window, target, runtimeId, hides, isCell: isCell(node) });
}

/** Tells the field of a key. @param early before it was first read */
export function notifyField(field: FieldWatch, { node }: Found, input: RawKey, early: boolean): void {
  const kind = kindOf(input);
  if (kind === 'types') field.typed({ text: input.text ?? '' }, early);
  else if (kind === 'deletes') field.typed(input.key === 'Backspace' ? 'backspace' : 'unknown', early);
  else if (kind === 'breaksLine' && node?.states.includes('multiline')) field.typed({ text: '\n' }, early);
  else field.unsure();
}

/** A key that is meant for the window, whatever has the focus. */
export function isShortcut({ key }: Pick<RawKey, 'key'>): boolean {
  return splitChord(key).modifiers.some((held) => held !== 'shift' && held !== 'altgr');
}

/** Whether input may enter a text: a key that types, a shortcut or a middle button that may paste. */
export function mayEnterText(input: RawInput): boolean {
  if (input.type === 'button') return input.down && input.button === 'middle';
  return input.type === 'key' && (input.text !== null || isShortcut(input) || /(^|\+)Insert$/.test(input.key));
}
