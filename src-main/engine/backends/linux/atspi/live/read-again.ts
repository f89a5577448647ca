import type { RawNode } from '../../../../backend.ts';
import { DBusFailure } from '../../dbus/failure.ts';
import type { Accessibles } from '../accessibles.ts';
import { rowOf, withoutSight } from '../facts.ts';
import type { Frame } from '../frames.ts';
import { readPlace } from '../place.ts';
import { parseRef } from '../ref.ts';
import { mayHaveId, mayHavePlace, mayHaveValue, readIdentity, readRowFacts, readRowValue } from '../row-facts.ts';

/**
 * The row of a node as it is now, without its children; null where it is gone.
 * @throws the signal's reason where it aborts, BusUnavailable
 */
export async function readAgain(
  accessibles: Accessibles,
  frame: Frame,
  old: RawNode,
  signal: AbortSignal,
): Promise<RawNode | null> {
  try {
    const facts = await readRowFacts(accessibles, frame.toolkit, parseRef(old.runtimeId), signal);
    const row = rowOf(frame, facts);
    const [place, identity, value] = await Promise.all([
      mayHavePlace(frame, facts) ? readPlace(accessibles, frame, facts, signal).catch(refused(null)) : null,
      mayHaveId(frame, facts) ? readIdentity(accessibles, frame, facts, signal).catch(refused({})) : {},
      mayHaveValue(facts) ? readRowValue(accessibles, facts, signal).catch(refused(null)) : null,
    ]);
    const states = place === 'unseen' ? withoutSight(row.states) : row.states;
    return { ...row, ...identity, value, states, bounds: place === 'unseen' ? null : place };
  } catch (error) {
    return refused(null)(error);
  }
}

/** What one element refuses does not cost the tree. */
function refused<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof DBusFailure) return instead;
    throw error;
  };
}
