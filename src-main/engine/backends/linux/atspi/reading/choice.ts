import type { Accessibles } from '../bus/accessibles.ts';
import * as questions from '../bus/questions.ts';
import { orInstead } from '../bus/questions.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { hasBit, type StateSet } from '../vocabulary/states.ts';
import { rowCharacters } from '../../../row-text.ts';
import { readLabel } from './label.ts';
import type { Frame } from '../frames/frame.ts';

const comboBox = roleNumber('combo box');

/** Whether the choice and the name of such an element need a second query. */
export function isCalledByChoice(
  { choiceAsName, choiceIsInMenu }: Toolkit,
  { role, states }: { readonly role: number; readonly states: StateSet },
): boolean {
  return role === comboBox && (choiceAsName !== 'never' || (choiceIsInMenu && !hasBit(states, 'editable')));
}

/** The choice of a drop-down list, and its name if that differs from the reported one. */
export interface ReadChoice {
  /** Null if nothing is chosen, or its app does not report. */
  readonly value: string | null;
  readonly name?: string;
}

const chosenItem = orInstead(questions.selectedChild(0), null);
const name = orInstead(questions.name, '');
const firstChild = orInstead(questions.childAt(0), null);
const role = orInstead(questions.role, 0);
const shownText: questions.Question<string | null> = orInstead(questions.textUpTo(rowCharacters), null);
const field = roleNumber('text');

/** The chosen option is the value of a drop-down list. If its name is the same, the label replaces the name. */
export async function readChoice(
  accessibles: Accessibles,
  frame: Frame,
  facts: { readonly ref: Ref; readonly role: number; readonly name: string },
  signal: AbortSignal,
): Promise<ReadChoice> {
  const [value, label] = await Promise.all([
    frame.toolkit.choiceAsName === 'always'
      ? shownIn(accessibles, facts, signal)
      : chosenIn(accessibles, frame.toolkit, facts.ref, signal),
    readLabel(accessibles, frame, facts, signal),
  ]);
  const isByLabel = facts.name === '' || facts.name === value || frame.toolkit.namesHoldValues;
  return isByLabel ? { value, name: label } : { value };
}

async function chosenIn(
  accessibles: Accessibles,
  { choiceIsInMenu }: Toolkit,
  list: Ref,
  signal: AbortSignal,
): Promise<string | null> {
  const keeper = choiceIsInMenu ? await accessibles.ask(list, firstChild, signal) : list;
  const item = keeper && (await accessibles.ask(keeper, chosenItem, signal));
  return item && accessibles.ask(item, name, signal);
}

/** The field of a Qt Quick list, which may have its own name; in Qt widgets the list is named after it. */
async function shownIn(
  accessibles: Accessibles,
  { ref, name: called }: { readonly ref: Ref; readonly name: string },
  signal: AbortSignal,
): Promise<string> {
  const first = await accessibles.ask(ref, firstChild, signal);
  if (!first || (await accessibles.ask(first, role, signal)) !== field) return called;
  return (await accessibles.ask(first, shownText, signal)) ?? called;
}
