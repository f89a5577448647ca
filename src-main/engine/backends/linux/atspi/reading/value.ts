import type { ElementState } from '#contract/model/elements/element';
import type { RawNode } from '../../../../backend.ts';
import { formatNumber } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { characterCount, orInstead, shownLine } from '../bus/questions.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleNumber, roleSet } from '../vocabulary/roles.ts';
import { hasBit, type StateSet } from '../vocabulary/states.ts';

const passwordText = roleNumber('password text');
/** Roles whose text is content rather than a label that the name repeats. */
const textual = roleSet('entry', 'text', 'terminal', 'spin button', 'autocomplete', 'editbar', 'date editor');
const numeric = roleSet('slider', 'spin button', 'progress bar', 'scroll bar', 'dial', 'level bar', 'rating');
const label = roleNumber('label');
/** Elements that may have a value in their attributes; a date field's parts each have a value. */
const reportedBeside = roleSet('combo box', 'spin button', 'date editor');

export interface ValueFacts {
  readonly ref: Ref;
  readonly role: number;
  readonly name: string;
  readonly states: StateSet;
  /** Null if not queried: then the role decides what is tried. */
  readonly interfaces: ReadonlySet<string> | null;
}

export function isPassword(role: number): boolean {
  return role === passwordText;
}

/** Where the element's visible value comes from; null if there is none, and always for password fields. */
export function valueSource(facts: ValueFacts): 'text' | 'number' | null {
  if (isPassword(facts.role)) return null;
  const isContent = textual.has(facts.role) || hasBit(facts.states, 'editable');
  const isUnnamedLabel = facts.role === label && facts.name === '';
  if (mayHave(facts, 'Text') && (isContent || isUnnamedLabel)) return 'text';
  return mayHave(facts, 'Value') && numeric.has(facts.role) ? 'number' : null;
}

/** Whether an element's value is reported by its attributes only. */
export function isValueInAttributes(
  { valueInAttributes }: Pick<Toolkit, 'valueInAttributes'>,
  { role, states }: Pick<ValueFacts, 'role' | 'states'>,
): boolean {
  return valueInAttributes && reportedBeside.has(role) && !hasBit(states, 'editable');
}

function mayHave({ interfaces }: ValueFacts, name: string): boolean {
  return interfaces?.has(name) ?? true;
}

/** The value of a field, and what the app reports about the field. */
export interface ReadValue {
  /** Null if there is none, or it is hidden. */
  readonly value: string | null;
  readonly isHidden?: true;
  readonly mayHide?: true;
}

export const noValue: ReadValue = { value: null };

const unshown = orInstead(shownLine, '');
const countless = orInstead(characterCount, null);

async function readNumber(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<string> {
  return formatNumber(await accessibles.currentValue(ref, signal));
}

/** The value as text, or null if it has none. `limit` in characters. */
export async function readValue(
  accessibles: Accessibles,
  toolkit: Pick<Toolkit, 'hidesText' | 'valueInAttributes'>,
  facts: ValueFacts,
  limit: number,
  signal: AbortSignal,
): Promise<ReadValue> {
  if (isValueInAttributes(toolkit, facts)) return noValue;
  switch (valueSource(facts)) {
    case 'text': {
      const count = await accessibles.ask(facts.ref, countless, signal);
      if (count === null)
        return { value: numeric.has(facts.role) ? await readNumber(accessibles, facts.ref, signal) : null };
      const mayHide = toolkit.hidesText && isLineOfText(facts);
      if (count <= 0) return { value: '', ...(mayHide && { mayHide }) };
      const read = accessibles.text(facts.ref, Math.min(count, limit), signal);
      // A read-only text's content has elements of its own.
      const text = hasBit(facts.states, 'editable') ? read : read.then((reported) => reported.replaceAll('\uFFFC', ''));
      if (!mayHide) return { value: await text };
      return (await isHidden(accessibles, facts.ref, text, signal))
        ? { value: null, isHidden: true }
        : { value: await text };
    }
    case 'number':
      return { value: await readNumber(accessibles, facts.ref, signal) };
    case null:
      return { value: null };
  }
}

function isLineOfText({ states }: ValueFacts): boolean {
  return hasBit(states, 'editable') && !hasBit(states, 'multiLine');
}

/** Characters that GTK 4 may use as a mask: `find_invisible_char` of its gtktext.c. */
const covers = /^(●+|•+|✱+|✺+)$/u;

async function isHidden(
  accessibles: Accessibles,
  ref: Ref,
  text: Promise<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const [reported, shown] = await Promise.all([text, accessibles.ask(ref, unshown, signal)]);
  // The field may be cleared between the two calls.
  if (shown === '') return true;
  const [short, long] = reported.length < shown.length ? [reported, shown] : [shown, reported];
  return covers.test(reported) || !long.startsWith(short);
}

/** The changes of a row that follow from its value. @param states as they are without it */
export function rowWithValue(
  states: readonly ElementState[],
  { value, isHidden: hides, mayHide }: ReadValue,
): Pick<RawNode, 'value' | 'mayHide'> & Partial<Pick<RawNode, 'states'>> {
  return { value, ...(hides && { states: [...states, 'password'] }), ...(mayHide && { mayHide }) };
}
