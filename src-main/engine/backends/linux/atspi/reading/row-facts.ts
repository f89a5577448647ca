import { rowCharacters } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import * as questions from '../bus/questions.ts';
import { orInstead, type Question } from '../bus/questions.ts';
import { nameIn } from '../toolkits/meaning.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleSet } from '../vocabulary/roles.ts';
import { hasBit, noStates } from '../vocabulary/states.ts';
import type { NodeFacts } from './facts.ts';
import { isValueInAttributes, readValue, valueSource, type ReadValue } from './value.ts';
import type { Frame } from '../frames/frame.ts';

/** Known facts about an element; null for those not queried, because rows do not need them or query them on demand. */
export interface RowFacts extends Omit<NodeFacts, 'interfaces'> {
  readonly interfaces: ReadonlySet<string> | null;
  readonly attributes: ReadonlyMap<string, string> | null;
  readonly parent: Ref | null;
}

/** Facts of one element with as few calls as the toolkit tolerates. @throws DBusFailure if the element is gone */
export function readRowFacts(
  accessibles: Accessibles,
  toolkit: Toolkit,
  ref: Ref,
  signal: AbortSignal,
): Promise<RowFacts> {
  return new Promise((resolve, reject) => requestRowFacts(accessibles, toolkit, ref, signal, resolve, reject));
}

const description = orInstead(questions.description, '');
const childCount = orInstead(questions.childCount, 0);

/** Same without promises: one of the two functions is called once. They must not throw. */
export function requestRowFacts(
  accessibles: Accessibles,
  toolkit: Toolkit,
  ref: Ref,
  signal: AbortSignal,
  resolve: (facts: RowFacts) => void,
  reject: (error: unknown) => void,
): void {
  const facts: { -readonly [K in keyof RowFacts]: RowFacts[K] } = {
    ref,
    role: 0,
    name: '',
    description: '',
    states: noStates,
    interfaces: null,
    childCount: 0,
    attributes: null,
    parent: null,
  };
  let missing = toolkit.answersAtOnce ? 3 : 5;
  const answered = () => {
    missing--;
    if (missing > 0) return;
    if (toolkit.answersAtOnce) facts.name = nameIn(toolkit, facts.role, facts.name);
    resolve(facts);
  };
  let isOver = false;
  const failed = (error: unknown) => {
    if (!isOver) reject(error);
    isOver = true;
  };
  const ask = <T>(question: Question<T>, take: (value: T) => void) =>
    accessibles.request(
      ref,
      question,
      signal,
      (value) => {
        take(value);
        answered();
      },
      failed,
    );
  ask(questions.role, (role) => (facts.role = role));
  ask(questions.states, (states) => (facts.states = states));
  if (toolkit.answersAtOnce) {
    ask(questions.properties, (several) => Object.assign(facts, several));
    return;
  }
  ask(questions.name, (name) => (facts.name = name));
  ask(description, (text) => (facts.description = text));
  ask(childCount, (count) => (facts.childCount = count));
}

/** Drawn by their container, so they have bounds even while hidden. */
const drawnByContainer = roleSet('table cell', 'table column header', 'table row header', 'list item', 'tree item');

/** Whether to query bounds: GTK 3 takes a round trip to the X server for each, and has none for hidden widgets. */
export function mayHavePlace({ toolkit }: Frame, facts: RowFacts): boolean {
  if (facts.interfaces && !facts.interfaces.has('Component')) return false;
  return toolkit.name !== 'gtk3' || hasBit(facts.states, 'showing') || drawnByContainer.has(facts.role);
}

export function mayHaveValue({ toolkit }: Pick<Frame, 'toolkit'>, facts: RowFacts): boolean {
  return valueSource(facts) !== null && !isValueInAttributes(toolkit, facts);
}

export function readRowValue(
  accessibles: Accessibles,
  { toolkit }: Pick<Frame, 'toolkit'>,
  facts: RowFacts,
  signal: AbortSignal,
): Promise<ReadValue> {
  return readValue(accessibles, toolkit, facts, rowCharacters, signal);
}
