import type { RawDetails } from '../../../backend.ts';
import type { Accessibles } from './accessibles.ts';
import { orElse, readFacts, readRest, rowOf } from './facts.ts';
import type { Frame } from './frames.ts';
import { readPatterns } from './patterns.ts';
import type { Ref } from './ref.ts';
import { allCharacters } from './value.ts';

/** Everything about one element. @throws DBusFailure where it is gone */
export async function readDetails(
  accessibles: Accessibles,
  frame: Frame,
  ref: Ref,
  signal: AbortSignal,
): Promise<RawDetails> {
  const facts = await readFacts(accessibles, ref, signal);
  const [rest, patterns, attributes] = await Promise.all([
    readRest(accessibles, frame, facts, allCharacters, signal),
    readPatterns(accessibles, frame, facts, signal),
    orElse(accessibles.attributes(ref, signal), new Map<string, string>()),
  ]);
  const properties: Record<string, string> = {
    toolkit: frame.toolkit.name,
    interfaces: [...facts.interfaces].sort().join(', '),
    path: ref.path,
    bus: ref.bus,
  };
  for (const [name, value] of attributes) properties[`attribute ${name}`] = value;
  return { ...rowOf(frame, facts), ...rest, ...patterns, properties };
}
