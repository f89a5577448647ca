import { unknownCharacter, type Action } from '#contract/model/recordings/action';
import { withMainEnter } from '#contract/model/recordings/chord';
import { isCell } from '#contract/model/elements/element-facts';
import { hasState, type ElementDetails, type ElementId } from '#contract/model/elements/element';
import { pastesByKey } from '#contract/model/recordings/chord';
import { setAction, type Draft } from './draft.ts';
import type { DraftQueue } from './draft-queue.ts';
import { fieldKeyRole } from './key-role.ts';

/** Keys that move the caret to a fixed place of the text. */
const absolute = new Set(['ctrl+Home', 'ctrl+End']);
const lineBreaks = new Set(['Enter', 'shift+Enter']);

/** Whether text is added to a field's content, as in an editor, whose other content may differ another time. */
export function holdsText(element: ElementDetails): boolean {
  return hasState(element, 'multiline') && !isCell(element) && !hasState(element, 'password');
}

/** The same, or other content was pasted, which may differ too. */
export function keepsText(queue: DraftQueue, element: ElementDetails): boolean {
  return holdsText(element) || queue.hasPasted(element.id);
}

/**
 * The text typed into earlier content that is kept; null if some of that went.
 * @param blind text typed before its field was known
 * @param value the field's current value
 */
export function insertionOf(queue: DraftQueue, draft: Draft, blind: string, value: string | null): Action | null {
  const { heldBefore: before, step } = draft;
  if (before === undefined || value === null || step.action.type !== 'typeText' || step.action.secret) return null;
  const typed = unbroken(blind + step.action.text);
  // A field that was read late contains the text typed until then, and nothing from before.
  if (isRead(unbroken(value), typed)) return null;
  if (draft.readLate && value === before && value.includes(step.action.text)) return step.action;
  const isEdited = draft.isEdited === true || queue.ofStay(draft).some(mayDelete);
  // Some editors end the last line on saving.
  for (const shown of [value, value.replace(/\n$/, ''), `${value}\n`]) {
    const added = addedTo(before, shown);
    const isTyped = added !== null && isRead(unbroken(added.text), typed);
    const text = added && (isTyped ? added.text : withFirst(added, typed));
    if (text) return asTyped(draft, text);
    if (added && isEdited && unbroken(added.text)[0] === typed[0]) return asTyped(draft, added.text);
  }
  return null;
}

/**
 * The text typed in place of a one-line field's whole content, if the app keeps a part around it that may differ another time,
 * such as the number of pages or a unit. Null elsewhere.
 */
export function replacementOf(queue: DraftQueue, draft: Draft, held: string, value: string | null): Action | null {
  const { action, target } = draft.step;
  if (action.type !== 'typeText' || action.secret !== undefined || action.text === '' || value === null) return null;
  if (!target || held === '' || value === action.text || draft.heldBefore !== undefined) return null;
  const [first] = queue.ofStay(draft).filter((each) => each.role === 'edit');
  const at = value.indexOf(action.text);
  if (!first || keysOf(first) !== 'ctrl+a' || at < 0) return null;
  const [before, after] = [value.slice(0, at), value.slice(at + action.text.length)];
  // A word that the app completes is different.
  if (/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after)) return null;
  const isKept = held.startsWith(before) && held.endsWith(after) && held.length > before.length + after.length;
  return isKept ? { type: 'typeText', text: action.text } : null;
}

/**
 * Keeps edits of partly kept content as keys and typed text: setting the whole value would remove other content another time.
 * False if this does not apply, or cannot be determined.
 */
export function keepEdits(
  queue: DraftQueue,
  draft: Draft,
  { held, value, at }: { readonly held: string; readonly value: string | null; readonly at: number },
): boolean {
  const { action } = draft.step;
  if (value === null || held === '') return false;
  const edits = queue.ofStay(draft).filter((each) => each.role === 'edit' && !isCaret(each));
  // Selecting all changes nothing: a later step such as a menu entry did.
  const isChosen = edits.length > 0 && edits.every((each) => keysOf(each) === 'ctrl+a');
  if (action.type === 'pressKeys' && (isChosen || held === value)) {
    keepWay(queue, draft, at);
    for (const each of draft.role === 'edit' ? [...edits, draft] : edits) endKeys(each, at);
    return true;
  }
  if (held === value) return false;
  if (edits.some((each) => keysOf(each) === 'ctrl+a')) return false;
  const { from, to, text } = replacedIn(held, value);
  if (from === 0 && to === held.length) return false;
  if (action.type === 'typeText') {
    const isOne = action.secret === undefined && edits.every(({ startedAt }) => startedAt <= draft.startedAt);
    if (!isOne || !isRead(unbroken(text), unbroken(action.text))) return false;
    setAction(draft, asTyped(draft, text));
  } else if (action.type !== 'pressKeys') return false;
  const [only, ...more] = edits;
  const isPasted = only && more.length === 0 && action.type === 'pressKeys' && pastesByKey(keysOf(only)) && from === to;
  if (isPasted) setAction(only, { type: 'typeText', text });
  keepWay(queue, draft, at);
  for (const each of edits) endKeys(each, at);
  if (draft.role === 'edit') endKeys(draft, at);
  return true;
}

/** The changed part of a text: its start and end, and the new text. */
function replacedIn(
  held: string,
  value: string,
): { readonly from: number; readonly to: number; readonly text: string } {
  const shorter = Math.min(held.length, value.length);
  let from = 0;
  while (from < shorter && held[from] === value[from]) from++;
  let after = 0;
  while (after < shorter - from && held.at(-1 - after) === value.at(-1 - after)) after++;
  return { from, to: held.length - after, text: value.slice(from, value.length - after) };
}

function endKeys(draft: Draft, at: number): void {
  draft.role = draft.step.action.type === 'typeText' ? 'text' : 'keys';
  draft.awaitsValue = false;
  draft.closedAt ??= at;
  draft.due = at;
  delete draft.textBefore;
}

/** Turns the clicks and keys before the typing, which led to the place in the text, into steps. */
export function keepWay(queue: DraftQueue, draft: Draft, at: number): void {
  const leads = (each: Draft) => each.role === 'focusing' || isCaret(each) || keysOf(each) === 'ctrl+a';
  const way = queue.ofStay(draft).filter((each) => each !== draft && leads(each));
  const last = way.map(isAbsolute).lastIndexOf(true);
  for (const each of way.slice(Math.max(0, last))) {
    const isPress = each.role === 'focusing';
    endKeys(each, at);
    if (isPress) each.role = 'click';
  }
}

/** The caret moves elsewhere in the text: later typing is another step. True if there was typing. */
export function endInsertion(queue: DraftQueue, element: ElementId, at: number): boolean {
  const text = queue.lastOf(element, 'text');
  if (text?.closedAt !== null || text.heldBefore === undefined || text.step.action.type !== 'typeText') return false;
  text.closedAt = at;
  if (!text.awaitsValue) text.due = at;
  return true;
}

/** Whether a field holds several lines that no step entered: another time, others. */
export function holdsLines(queue: DraftQueue, element: ElementId, held: string): boolean {
  return !queue.isWhole(element) && /[\r\n]/.test(held.trim());
}

/** Whether what was done explains the value as a whole: nothing is left of lines that were there before. */
export function replaces(
  queue: DraftQueue,
  draft: Draft,
  element: ElementId,
  { held, value }: { readonly held: string; readonly value: string | null },
): boolean {
  const { action } = draft.step;
  const hasPasted = queue.hasPasted(element);
  if (value === null || (!hasPasted && !holdsLines(queue, element, held))) return true;
  if (action.type === 'typeText' && isRead(unbroken(value), unbroken(action.text))) return true;
  if (queue.ofStay(draft).some((each) => keysOf(each) === 'ctrl+a')) return true;
  // What it held may have been read before the paste.
  if (hasPasted) return false;
  const { from, to } = replacedIn(held, value);
  return from === 0 && to === held.length;
}

/**
 * Keeps what was typed and pressed in lines that do not show it, as where an editor indents. Between typing and other keys,
 * something is missing.
 */
export function keepAsDone(queue: DraftQueue, draft: Draft, at: number): void {
  const edits = queue.ofStay(draft).filter((each) => each.role === 'edit' && !isCaret(each));
  const within = edits.filter(({ startedAt }) => draft.role === 'text' && startedAt > draft.startedAt);
  keepWay(queue, draft, at);
  for (const each of edits) if (!within.includes(each)) endKeys(each, at);
  if (draft.isEdited || within.some((each) => mayDelete(each) && each.startedAt < draft.grewAt)) {
    for (const each of within) endKeys(each, at);
    draft.step = { ...draft.step, lost: { events: null } };
    draft.closedAt ??= at;
    draft.due = at;
    return;
  }
  if (draft.step.action.type === 'typeText') setAction(draft, withBreaks(draft.step.action, within));
  const after = within.filter(mayDelete);
  if (after.length === 0) return;
  for (const each of after) endKeys(each, at);
  draft.closedAt ??= at;
  draft.due = at;
}

/** The text with the line breaks that were pressed while it was typed. */
function withBreaks<T extends { readonly text: string }>(action: T, breaks: readonly Draft[]): T {
  const text = breaks.filter(isLineBreak).reduceRight((text, { typedBefore = '', step: { action } }) => {
    const count = action.type === 'pressKeys' ? action.repeat : 0;
    return typedBefore + '\n'.repeat(count) + text.slice(typedBefore.length);
  }, action.text);
  return { ...action, text };
}

/** Not an insertion: sets the field to the whole value. */
export function fillWith(draft: Draft, action: Action): void {
  delete draft.heldBefore;
  setAction(draft, action);
}

/** A line that the user did not end was ended by the app. */
function asTyped({ endsInBreak }: Draft, text: string): Action {
  return { type: 'typeText', text: endsInBreak ? text : text.replace(/\n$/, '') };
}

interface Added {
  readonly text: string;
  readonly before: string;
}

function addedTo(before: string, value: string): Added | null {
  const length = value.length - before.length;
  if (length <= 0) return null;
  let from = 0;
  while (from < before.length && before[from] === value[from]) from++;
  if (before.slice(from) !== value.slice(from + length)) return null;
  return { text: value.slice(from, from + length), before: value.slice(0, from) };
}

/** Whether the other text contains the text, and nothing else was added. */
export function isAllAdded(text: string, before: string, value: string): boolean {
  const added = addedTo(before, value);
  return added !== null && text !== '' && isRead(unbroken(added.text), unbroken(text));
}

/** The first characters were already there when the field was first read. */
function withFirst({ text, before }: Added, typed: string): string | null {
  const early = typed.length - unbroken(text).length;
  if (early <= 0 || !typed.endsWith(unbroken(text)) || !before.endsWith(typed.slice(0, early))) return null;
  return typed.slice(0, early) + text;
}

/** The same text, even if a character was unreadable when typed. */
function isRead(text: string, typed: string): boolean {
  if (text.length !== typed.length) return false;
  return Array.from(typed).every((character, at) => character === unknownCharacter || character === text[at]);
}

function unbroken(text: string): string {
  return text.replaceAll(/[\r\n]/g, '');
}

function keysOf({ step: { action } }: Draft): string {
  return action.type === 'pressKeys' ? action.keys : '';
}

function isCaret(draft: Draft): boolean {
  return draft.role === 'edit' && keysOf(draft) !== '' && fieldKeyRole(keysOf(draft), null, true) === 'caret';
}

function isAbsolute(draft: Draft): boolean {
  return absolute.has(keysOf(draft));
}

/** A key that may change the text, other than by adding to it. */
export function mayDelete(draft: Draft): boolean {
  return draft.role === 'edit' && !isLineBreak(draft) && !isCaret(draft);
}

function isLineBreak(draft: Draft): boolean {
  return lineBreaks.has(withMainEnter(keysOf(draft)));
}
