import type { Action } from '#contract/model/recordings/action';
import { sameStay, type DraftQueue } from './draft-queue.ts';
import {
  fillWith,
  holdsLines,
  keepsText,
  insertionOf,
  isAllAdded,
  keepAsDone,
  keepEdits,
  keepWay,
  mayDelete,
  replacementOf,
  replaces,
} from './insertion.ts';
import { setAction, type Draft, type PlacedEvent } from './draft.ts';

type FieldValue = Extract<PlacedEvent, { type: 'fieldValue' }>;

/** Merges everything done to a field during one stay in it into one step: “set the field to this value”. */
export function mergeValue(queue: DraftQueue, event: FieldValue): void {
  if (queue.hasPasted(event.target.element.id)) queue.rememberPasted(event.value ?? '');
  const enter = enterAsCommand(queue, event);
  if (enter && !endAt(queue, event, enter)) return;
  const action = valueAction(queue, event);
  const { element } = event.target;
  let typed = queue.typedBlindly(event.window.id);
  const draft = awaiting(queue, event) ?? addNews(queue, event, action);
  if (draft === null) {
    absorbRead(queue, event, typed);
    return;
  }
  const wasKey = draft.step.action.type === 'pressKeys';
  const blind = typed.filter((each) => each.startedAt <= draft.startedAt);
  const held = draft.heldBefore ?? queue.heldIn(element.id) ?? element.value ?? '';
  let inserted = insertionOf(queue, draft, blind.map(typedText).join(''), event.value);
  if (!inserted && blind.length > 0) {
    inserted = insertionOf(queue, draft, '', event.value);
    if (inserted) typed = leaveElsewhere(typed);
  }
  inserted ??= replacementOf(queue, draft, held, event.value);
  if (!inserted && keepsText(queue, element) && isUntouched(draft, event.value)) {
    goesElsewhere(queue, draft, event);
    return;
  }
  if (!inserted && typed.length === 0 && keepsText(queue, element)) {
    const kept = keepEdits(queue, draft, { held, value: event.value, at: event.at });
    if (kept) {
      draft.valueAt = event.at;
      draft.awaitsValue = false;
      if (draft.closedAt !== null) draft.due = Math.min(draft.due, event.at);
      queue.rememberValue(element.id, action, event.at);
      return;
    }
  }
  if (inserted) {
    keepWay(queue, draft, event.at);
    setAction(draft, inserted);
  } else if (!keepsText(queue, element) || replaces(queue, draft, element.id, { held, value: event.value })) {
    fillWith(draft, action);
    queue.rememberWhole(element.id);
  } else {
    keepAsDone(queue, draft, event.at);
    typed = leaveElsewhere(typed);
  }
  if (wasKey && draft.step.action.type !== 'pressKeys') {
    // What the key did before the text came.
    const { expected: _, ...step } = draft.step;
    draft.step = step;
  }
  if (draft.step.action.type !== 'pressKeys') draft.role = 'text';
  draft.valueAt = event.at;
  draft.awaitsValue = false;
  if (draft.closedAt !== null) draft.due = Math.min(draft.due, event.at);
  absorbTyped(
    queue,
    typed.filter((each) => each.startedAt <= draft.startedAt || goesOn(draft, each, event.value)),
    event.value,
  );
  if (queue.ofStay(draft).some(mayDelete)) draft.isEdited = true;
  // The value includes those keys, and setting it focuses the field.
  queue.remove((d) => d !== draft && (d.role === 'edit' || d.role === 'focusing') && sameStay(d, draft));
  queue.rememberValue(element.id, action, event.at);
}

/** Text typed before the field was known went elsewhere. */
function leaveElsewhere(typed: readonly Draft[]): readonly Draft[] {
  for (const draft of typed) draft.awaitsValue = false;
  return [];
}

/** Text was typed, and the field is unchanged: an unreported element took it, or it was undone. */
function isUntouched({ heldBefore, readLate, step: { action } }: Draft, value: string | null): boolean {
  if (action.type !== 'typeText' || action.secret !== undefined || action.text === '') return false;
  if (readLate && heldBefore?.includes(action.text)) return false;
  return heldBefore !== undefined && heldBefore === value;
}

/** It is typed again into the then focused element, and later keys are kept. */
function goesElsewhere(queue: DraftQueue, draft: Draft, { window, at }: FieldValue): void {
  const edits = queue.ofStay(draft).filter(({ role, startedAt }) => role === 'edit' && startedAt > draft.startedAt);
  draft.step = { ...draft.step, target: null, windowBounds: window.bounds, unseen: true };
  draft.role = 'typed';
  for (const each of edits) each.role = 'keys';
  for (const each of [draft, ...edits]) {
    each.awaitsValue = false;
    each.closedAt ??= at;
    each.due = at;
  }
}

/**
 * The typing that led to this value: ongoing, or just ended, since a value may arrive after the key or click that ended it. It
 * replaces keys without a character (paste, delete).
 */
function awaiting(queue: DraftQueue, { target }: FieldValue): Draft | undefined {
  const ofField = (d: Draft) => d.element === target.element.id && (d.role === 'text' || d.role === 'edit');
  return (
    queue.find((d) => ofField(d) && d.closedAt === null && d.role === 'text') ??
    queue.find((d) => ofField(d) && d.closedAt === null) ??
    queue.find((d) => ofField(d) && d.awaitsValue && d.role === 'text') ??
    queue.find((d) => ofField(d) && d.awaitsValue)
  );
}

/** The value includes the text typed before its field was known: nothing moved focus in between. */
function absorbTyped(queue: DraftQueue, typed: readonly Draft[], value: string | null): void {
  const length = typed.reduce((sum, draft) => sum + (draft.masked ?? textLength(draft)), 0);
  const isIn = value === null || value.length >= length;
  if (isIn) queue.remove((draft) => typed.includes(draft));
  else for (const draft of typed) draft.awaitsValue = false;
}

/** The recorded value was read after those keys came, and ends with them. */
function absorbRead(queue: DraftQueue, { target, value }: FieldValue, typed: readonly Draft[]): void {
  const text = typed.map(typedText).join('');
  const isBefore = typed.every(({ grewAt }) => grewAt <= queue.valueReadAt(target.element.id));
  if (text !== '' && isBefore && value?.endsWith(text) === true) absorbTyped(queue, typed, value);
}

/** Its field stopped responding midway, so the rest had no known field: the value ends with it. */
function goesOn(draft: Draft, { startedAt, step: { action } }: Draft, value: string | null): boolean {
  const rest = action.type === 'typeText' && action.secret === undefined ? action.text : '';
  return draft.closedAt === startedAt && rest !== '' && value !== null && value.endsWith(rest);
}

function typedText({ step: { action } }: Draft): string {
  return action.type === 'typeText' ? action.text : '';
}

function textLength({ step: { action } }: Draft): number {
  return action.type === 'typeText' ? action.text.length : 0;
}

/** Enter that broke no line in a multi-line field: there it sends, searches or calculates. */
function enterAsCommand(queue: DraftQueue, { target, value }: FieldValue): Draft | undefined {
  const enter = queue.find((d) => d.role === 'edit' && d.element === target.element.id && d.textBefore !== undefined);
  const action = enter?.step.action;
  if (action?.type !== 'pressKeys' || value === null || enter === undefined) return undefined;
  const edited = queue.find((d) => d.role === 'edit' && d.element === enter.element && d.startedAt > enter.startedAt);
  const isCarried = linesOf(value) - linesOf(enter.textBefore ?? '') >= action.repeat;
  return edited || isCarried ? undefined : enter;
}

function linesOf(text: string): number {
  return text.split(/\r\n?|\n/).length;
}

/** The text before such an Enter is a separate step. True if more was typed after it, which is the value. */
function endAt(queue: DraftQueue, event: FieldValue, enter: Draft): boolean {
  const text = queue.lastOf(event.target.element.id, 'text');
  const goesOn = text?.closedAt === null && text.grewAt > enter.grewAt;
  if (goesOn) splitAt(queue, event, enter, text);
  if (text?.closedAt === null && text.startedAt <= enter.startedAt) {
    if (text.step.action.type === 'setText' && text.step.action.secret === undefined)
      setAction(text, { type: 'setText', text: enter.textBefore ?? '' });
    text.awaitsValue = false;
    text.closedAt = enter.startedAt;
    text.due = enter.startedAt;
  }
  enter.role = 'keys';
  enter.awaitsValue = false;
  enter.closedAt = event.at;
  enter.due = event.at;
  delete enter.textBefore;
  // The app did that, not the user.
  if (!goesOn && event.value !== null)
    queue.rememberValue(event.target.element.id, { type: 'setText', text: event.value }, event.at);
  return goesOn;
}

/** The field lacks the text before the Enter, and contains only the text typed after it. */
function splitAt(queue: DraftQueue, event: FieldValue, { typedBefore = '' }: Draft, text: Draft): void {
  const { heldBefore, step } = text;
  if (step.action.type !== 'typeText' || heldBefore === undefined || typedBefore === '' || event.value === null) return;
  const rest = step.action.text.slice(typedBefore.length);
  if (!isAllAdded(rest, heldBefore, event.value)) return;
  setAction(text, { type: 'typeText', text: typedBefore });
  goesElsewhere(queue, text, event);
  const after = queue.add('text', { type: 'typeText', text: rest }, event);
  Object.assign(after, { heldBefore, awaitsValue: true, grewAt: text.grewAt });
}

function addNews(queue: DraftQueue, event: FieldValue, action: Action): Draft | null {
  const { element } = event.target;
  if (queue.isKnownValue(element.id, action)) return null;
  if (event.composed || (!followsCommand(queue, event) && !isOwnEdit(queue, event))) return addText(queue, event);
  queue.rememberValue(element.id, action, event.at);
  return null;
}

/**
 * If Escape empties or restores a field, or a non-editing shortcut writes into it, the app does that: the key alone repeats it.
 * Earlier changes by a press are reported with that key, too.
 */
function followsCommand({ latest }: DraftQueue, { target }: FieldValue): boolean {
  const action = latest?.step.action;
  if (latest?.role !== 'keys' || latest.element !== target.element.id || action?.type !== 'pressKeys') return false;
  return action.keys === 'Escape' || /(^|\+)(ctrl|alt|meta)\+/.test(action.keys);
}

/** The app itself changed a text of several lines: the keys and clicks before it, which are steps, do so again. */
function isOwnEdit(queue: DraftQueue, { target: { element } }: FieldValue): boolean {
  return keepsText(queue, element) && holdsLines(queue, element.id, queue.heldIn(element.id) ?? element.value ?? '');
}

function addText(queue: DraftQueue, event: FieldValue): Draft {
  queue.close(event.at, event.target.element.id);
  return queue.add('text', valueAction(queue, event), event);
}

function valueAction(queue: DraftQueue, { target, value }: FieldValue): Action {
  return value === null
    ? { type: 'setText', text: '', secret: queue.secretIn(target) }
    : { type: 'setText', text: value };
}
