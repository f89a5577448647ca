import type { RawNode } from '../../../../backend.ts';
import { rowCharacters, shortened } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { readPlace } from '../places/place.ts';
import { rowOf, asOffscreen } from '../reading/facts.ts';
import { mayHaveId, readIdentity } from '../reading/identity.ts';
import { isCalledByChoice, readChoice } from '../reading/choice.ts';
import { mayHaveLabel, readLabel } from '../reading/label.ts';
import { mayHavePlace, mayHaveValue, readRowFacts, readRowValue } from '../reading/row-facts.ts';
import { noValue, rowWithValue } from '../reading/value.ts';
import { parseRef } from '../vocabulary/ref.ts';
import type { Frame } from '../frames/frame.ts';

/**
 * The row of a node as it is now, without its children; null where it is gone.
 * @throws the signal's reason where it aborts, BusUnavailable
 */
export function readAgain(
  accessibles: Accessibles,
  frame: Frame,
  old: RawNode,
  signal: AbortSignal,
): Promise<RawNode | null> {
  return orElse<RawNode | null>(readNow(accessibles, frame, old, signal), null);
}

/** The same, where nothing but its place may be otherwise. */
export async function readPlaceAgain(
  accessibles: Accessibles,
  frame: Frame,
  old: RawNode,
  signal: AbortSignal,
): Promise<RawNode | null> {
  const place = await orElse(readPlace(accessibles, frame, { ref: parseRef(old.runtimeId) }, signal), null);
  return place === null || place === 'unseen' ? readAgain(accessibles, frame, old, signal) : { ...old, bounds: place };
}

async function readNow(accessibles: Accessibles, frame: Frame, old: RawNode, signal: AbortSignal): Promise<RawNode> {
  const facts = await readRowFacts(accessibles, frame.toolkit, parseRef(old.runtimeId), signal);
  const row = rowOf(frame, facts);
  const byChoice = isCalledByChoice(frame.toolkit, facts);
  const [place, identity, value, label, choice] = await Promise.all([
    mayHavePlace(frame, facts) ? orElse(readPlace(accessibles, frame, facts, signal), null) : null,
    mayHaveId(frame, facts) ? orElse(readIdentity(accessibles, frame, facts, signal), {}) : {},
    !byChoice && mayHaveValue(frame, facts)
      ? orElse(readRowValue(accessibles, frame, facts, signal), noValue)
      : noValue,
    !byChoice && mayHaveLabel(facts) ? readLabel(accessibles, frame, facts.ref, signal) : '',
    byChoice ? readChoice(accessibles, frame, facts, signal) : {},
  ]);
  const states = place === 'unseen' ? asOffscreen(row.states) : row.states;
  const name = label === '' ? row.name : shortened(label, rowCharacters);
  return {
    ...row,
    name,
    states,
    ...rowWithValue(states, value),
    ...identity,
    ...choice,
    bounds: place === 'unseen' ? null : place,
  };
}
