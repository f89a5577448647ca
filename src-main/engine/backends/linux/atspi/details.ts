import { noFacts } from '#contract/model/element-facts';
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
  return {
    ...rowOf(frame, facts),
    ...noFacts,
    ...rest,
    ...patterns,
    attributes: Object.fromEntries(attributes),
    interfaces: [...facts.interfaces].sort(),
    toolkit: { name: frame.toolkit.name, version: '' },
    properties: { path: ref.path, bus: ref.bus },
  };
}
