import { rowCharacters } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import * as questions from '../bus/questions.ts';
import { orInstead } from '../bus/questions.ts';
import { nameIn } from '../toolkits/meaning.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleSet } from '../vocabulary/roles.ts';
import { hasBit } from '../vocabulary/states.ts';
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
export async function readRowFacts(
  accessibles: Accessibles,
  toolkit: Toolkit,
  ref: Ref,
  signal: AbortSignal,
): Promise<RowFacts> {
  const role = accessibles.ask(ref, questions.role, signal);
  const states = accessibles.ask(ref, questions.states, signal);
  if (toolkit.answersAtOnce) {
    const several = accessibles.ask(ref, questions.properties, signal);
    const found = await Promise.all([role, states, several]);
    const name = nameIn(toolkit, found[0], found[2].name);
    return { ref, role: found[0], states: found[1], ...found[2], name, interfaces: null };
  }
  const found = await Promise.all([
    role,
    states,
    accessibles.ask(ref, questions.name, signal),
    accessibles.ask(ref, orInstead(questions.description, ''), signal),
    accessibles.ask(ref, orInstead(questions.childCount, 0), signal),
  ]);
  const [, , name, description, childCount] = found;
  const unasked = { interfaces: null, attributes: null, parent: null };
  return { ref, role: found[0], states: found[1], name, description, childCount, ...unasked };
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
