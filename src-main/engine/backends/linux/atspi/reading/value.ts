import { formatNumber } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { characterCount, orInstead } from '../bus/questions.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleNumber, roleSet } from '../vocabulary/roles.ts';
import { hasBit, type StateSet } from '../vocabulary/states.ts';

const passwordText = roleNumber('password text');
/** Roles whose text is content rather than a label that the name repeats. */
const textual = roleSet('entry', 'text', 'terminal', 'spin button', 'autocomplete', 'editbar', 'date editor');
const numeric = roleSet('slider', 'spin button', 'progress bar', 'scroll bar', 'dial', 'level bar', 'rating');
const label = roleNumber('label');

export interface ValueFacts {
  readonly ref: Ref;
  readonly role: number;
  readonly name: string;
  readonly states: StateSet;
  /** Null where no one asked: then the role decides what is tried. */
  readonly interfaces: ReadonlySet<string> | null;
}

export function isPassword(role: number): boolean {
  return role === passwordText;
}

/** Where a person would read the element's value; null where there is none, and always for password fields. */
export function valueSource(facts: ValueFacts): 'text' | 'number' | null {
  if (isPassword(facts.role)) return null;
  const isContent = textual.has(facts.role) || hasBit(facts.states, 'editable');
  const isUnnamedLabel = facts.role === label && facts.name === '';
  if (mayHave(facts, 'Text') && (isContent || isUnnamedLabel)) return 'text';
  return mayHave(facts, 'Value') && numeric.has(facts.role) ? 'number' : null;
}

function mayHave({ interfaces }: ValueFacts, name: string): boolean {
  return interfaces?.has(name) ?? true;
}

const countless = orInstead(characterCount, null);

async function readNumber(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<string> {
  return formatNumber(await accessibles.currentValue(ref, signal));
}

/** The value as text, or null where it has none. `limit` in characters. */
export async function readValue(
  accessibles: Accessibles,
  facts: ValueFacts,
  limit: number,
  signal: AbortSignal,
): Promise<string | null> {
  switch (valueSource(facts)) {
    case 'text': {
      const count = await accessibles.ask(facts.ref, countless, signal);
      if (count === null) return numeric.has(facts.role) ? readNumber(accessibles, facts.ref, signal) : null;
      return count <= 0 ? '' : accessibles.text(facts.ref, Math.min(count, limit), signal);
    }
    case 'number':
      return readNumber(accessibles, facts.ref, signal);
    case null:
      return null;
  }
}
