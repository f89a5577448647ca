import { maxLinks } from '#contract/model/elements/element-facts';
import type { RawLink } from '../../../../backend.ts';
import { orElse } from '../bus/or-else.ts';
import type { Subject } from './subject.ts';
import { controlTypeIn, nameIn } from '../toolkits/meaning.ts';
import { formatRef, type Ref } from '../vocabulary/ref.ts';
import { noStates } from '../vocabulary/states.ts';

/** Names and roles of related elements, at most {@link maxLinks}, queried concurrently. */
export function readLinks(subject: Subject, refs: readonly Ref[]): Promise<readonly RawLink[]> {
  return Promise.all(refs.slice(0, maxLinks).map((ref) => readLink(subject, ref)));
}

async function readLink({ accessibles, frame, signal }: Subject, ref: Ref): Promise<RawLink> {
  const [ownName, role, states] = await Promise.all([
    orElse(accessibles.name(ref, signal), ''),
    orElse(accessibles.role(ref, signal), 0),
    orElse(accessibles.states(ref, signal), noStates),
  ]);
  const name = nameIn(frame.toolkit, role, ownName);
  return { runtimeId: formatRef(ref), name, controlType: controlTypeIn(frame.toolkit, { role, states }) };
}
