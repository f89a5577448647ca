import { isCell, isParagraph } from '#contract/model/elements/element-facts';
import { splitChord } from '#contract/model/recordings/chord';
import { hasState, type ControlType, type ElementId } from '#contract/model/elements/element';
import type { Action } from '#contract/model/recordings/action';
import type { RecordedTarget } from '#contract/model/engine';
import { pastesByKey } from '#contract/model/recordings/chord';
import { copiesByKey } from './clipboard.ts';
import type { DraftQueue } from './draft-queue.ts';
import { setAction, type Draft, type PlacedEvent } from './draft.ts';
import { endInsertion, keepsText } from './insertion.ts';
import { fieldKeyRole, isBareModifier, maskedKey, typedCharacter } from './key-role.ts';

type KeyEvent = Extract<PlacedEvent, { type: 'key' }>;
type FieldKey = KeyEvent & { readonly target: RecordedTarget };

/** Items, whose number may vary, and mere containers: users do not find these by number. */
const countless: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['DataItem', 'ListItem', 'TreeItem', 'Pane', 'Group', 'Custom'] as const),
]);

/** Presses of the same key within this time are one step with a count; milliseconds. */
const repeatMs = 1_000;

/** Adds a key. */
export function mergeKey(queue: DraftQueue, reported: KeyEvent): void {
  if (isBareModifier(reported.key)) return;
  const event = inWalkedCell(queue, reported);
  if (event.editable && event.target) {
    mergeFieldKey(queue, event as FieldKey);
    return;
  }
  const character = typedCharacter(event.text);
  if (event.key === maskedKey) typeMasked(queue, event);
  else if (character === null) pressKey(queue, isForWindow(queue, event) ? { ...event, target: null } : event, 'keys');
  else typeCharacter(queue, event, character);
}

/** The only possibility: keys led to one cell. */
function inWalkedCell({ cellWalk }: DraftQueue, event: KeyEvent): KeyEvent {
  if (typedCharacter(event.text) !== null)
    return cellWalk.denies(event) ? { ...event, target: null, editable: false } : event;
  if (event.key !== maskedKey) cellWalk.key(event, event.key);
  return event;
}

function mergeFieldKey(queue: DraftQueue, event: FieldKey): void {
  const { element } = event.target;
  queue.rememberRead(element);
  const isPasted = pastesByKey(event.key) && queue.hasCopied;
  if (isPasted) queue.rememberPaste(element.id);
  // The text copied another time differs.
  if (isPasted || copiesByKey(event.key)) {
    pressKey(queue, event, 'keys');
    return;
  }
  switch (fieldKeyRole(event.key, event.text, hasState(element, 'multiline') && !isCell(element))) {
    case 'text': {
      expectValue(queue, event);
      return;
    }
    case 'caret':
      endInsertion(queue, element.id, event.at);
      if (queue.lastOf(element.id, 'text')?.closedAt !== null) pressKey(queue, event, 'edit');
      return;
    case 'edit': {
      const text = queue.lastOf(element.id, 'text');
      const textBefore = (text?.heldBefore === undefined && draftText(text)) || (queue.heldIn(element.id) ?? '');
      const draft = pressKey(queue, event, 'edit');
      if (!/^(shift\+)?Enter$/.test(event.key)) return;
      draft.textBefore ??= textBefore;
      if (text?.closedAt !== null) return;
      draft.typedBefore ??= draftText(text) ?? '';
      text.endsInBreak = true;
      return;
    }
    case 'other': {
      pressKey(queue, isWhereItWas(queue, event) ? { ...event, target: null } : event, 'keys');
      return;
    }
  }
}

/** The field's value follows; until then the typed text stands in for it. */
function expectValue(queue: DraftQueue, event: FieldKey): void {
  const { element } = event.target;
  holdTyped(queue, event);
  queue.close(event.at, element.id);
  const open = queue.lastOf(element.id, 'text');
  const draft = open?.closedAt === null ? open : queue.add('text', { type: 'typeText', text: '' }, event);
  const held = draft === open ? '' : (queue.heldIn(element.id) ?? '');
  if (held !== '' && keepsText(queue, element)) draft.heldBefore = held;
  const isFirst = draft !== open && !queue.wasFilled(element.id);
  draft.readLate = event.readLate === true && (isFirst || draft.readLate === true);
  draft.awaitsValue = true;
  draft.grewAt = event.at;
  draft.endsInBreak = false;
  if (hasState(element, 'password')) {
    setAction(draft, { type: 'setText', text: '', secret: queue.secretIn(event.target) });
    return;
  }
  const { action } = draft.step;
  // A field that now shows its password was a password field before: its value stays a secret.
  if ((action.type === 'typeText' || action.type === 'setText') && action.secret === undefined)
    setAction(draft, { ...action, text: action.text + (typedCharacter(event.text) ?? '') });
}

/** Typing continues: the final value may include earlier text. */
function holdTyped(queue: DraftQueue, { window }: KeyEvent): void {
  for (const draft of queue.typedBlindly(window.id)) draft.awaitsValue = true;
}

function isPlainText(action: Action): action is Extract<Action, { type: 'typeText' }> {
  return action.type === 'typeText' && action.secret === undefined;
}

function typeCharacter(queue: DraftQueue, reported: KeyEvent, character: string): void {
  const inDocument = isInDocument(reported);
  const event = inDocument || isUnseen(reported) ? { ...reported, target: null } : reported;
  const last = queue.last;
  if (last?.role === 'typed' && isPlainText(last.step.action) && sameFocus(last, event)) {
    setAction(last, { type: 'typeText', text: last.step.action.text + character });
    last.grewAt = event.at;
    return;
  }
  holdTyped(queue, event);
  queue.close(event.at);
  queue.add('typed', { type: 'typeText', text: character }, event).inDocument = inDocument;
}

/** It may be a password: the text was not reported, and replay prompts for it. */
function typeMasked(queue: DraftQueue, event: KeyEvent): void {
  const { last } = queue;
  if (
    last?.role === 'typed' &&
    last.step.action.type === 'typeText' &&
    last.step.action.secret &&
    sameFocus(last, event)
  ) {
    last.grewAt = event.at;
    last.masked = (last.masked ?? 0) + 1;
    return;
  }
  holdTyped(queue, event);
  queue.close(event.at);
  const secret = queue.secretOf(`typed at ${event.at}`, 'typed text');
  queue.add('typed', { type: 'typeText', text: '', secret }, event).masked = 1;
}

function draftText(draft: Draft | undefined): string | undefined {
  const action = draft?.step.action;
  return action?.type === 'setText' || action?.type === 'typeText' ? action.text : undefined;
}

function pressKey(queue: DraftQueue, event: KeyEvent, role: 'keys' | 'edit'): Draft {
  const draft = repeated(queue.last, event, role) ?? addKey(queue, event, role);
  draft.grewAt = event.at;
  draft.due = role === 'keys' ? event.at + repeatMs : Infinity;
  draft.awaitsValue = role === 'edit';
  return draft;
}

function repeated(last: Draft | undefined, event: KeyEvent, role: 'keys' | 'edit'): Draft | null {
  if (last?.role !== role || last.step.action.type !== 'pressKeys' || last.step.action.keys !== event.key) return null;
  if (!sameFocus(last, event) || event.at - last.grewAt > repeatMs) return null;
  // What the key before it did is no effect of both.
  const { expected: _, ...step } = last.step;
  last.step = { ...step, action: { ...last.step.action, repeat: last.step.action.repeat + 1 } };
  return last;
}

function addKey(queue: DraftQueue, event: KeyEvent, role: 'keys' | 'edit'): Draft {
  queue.close(event.at, role === 'edit' ? focusOf(event) : null);
  return queue.add(role, { type: 'pressKeys', keys: event.key, repeat: 1 }, event);
}

/** An invisible element can have focus, such as the tab of a page without a tab bar: replay cannot wait for it to show. */
function isUnseen({ target }: KeyEvent): boolean {
  return target !== null && !hasState(target.element, 'visible');
}

/**
 * A shortcut outside fields, or any key in an item or container whose position alone identifies the focus: it differs another
 * time, and earlier steps move focus to the right place.
 */
function isForWindow(queue: DraftQueue, event: KeyEvent): boolean {
  const { key, target } = event;
  if (isUnseen(event) || isWhereItWas(queue, event)) return true;
  if (isInDocument(event)) return true;
  if (!target || !(isShortcut(key) || countless.has(target.element.controlType))) return false;
  return target.selectors.every(({ kind }) => kind === 'ordinal' || kind === 'path');
}

/** A cell's editor covers it, and no cell or the next one may be reported: a key after the text goes where that left focus. */
function isWhereItWas({ last }: DraftQueue, { target, window }: KeyEvent): boolean {
  if (!target || !isCell(target.element) || !last || (last.role !== 'text' && last.role !== 'typed')) return false;
  return last.window === window.id;
}

function isShortcut(key: KeyEvent['key']): boolean {
  return splitChord(key).modifiers.some((held) => held !== 'shift');
}

/** Earlier steps led to the position in it: a paragraph is named by its text, which typing changes. */
function isInDocument({ target, editable }: KeyEvent): boolean {
  return target !== null && !editable && isParagraph(target.element);
}

function sameFocus(draft: Draft, event: KeyEvent): boolean {
  return draft.closedAt === null && draft.window === event.window.id && draft.element === focusOf(event);
}

function focusOf(event: KeyEvent): ElementId | null {
  return event.target?.element.id ?? null;
}
