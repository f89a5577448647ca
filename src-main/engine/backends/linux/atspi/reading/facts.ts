import type { ElementState } from '#contract/model/elements/element';
import type { RawNode } from '../../../../backend.ts';
import { rowCharacters, shortened } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { readPlace, type Place } from '../places/place.ts';
import { statesIn, isCompound, nameIn } from '../toolkits/meaning.ts';
import { formatRef, sameRef, type Ref } from '../vocabulary/ref.ts';
import { roleName } from '../vocabulary/roles.ts';
import type { StateSet } from '../vocabulary/states.ts';
import { readIdentity, typeIn } from './identity.ts';
import { isCalledByChoice, readChoice } from './choice.ts';
import { mayHaveLabel, readLabel } from './label.ts';
import { mayHoldText, readOwnText } from './own-text.ts';
import { isOneOfParagraphs, paragraphName } from './paragraphs.ts';
import { noValue, readValue, rowWithValue } from './value.ts';
import { isLinkInText, readLinkInText } from './text-links.ts';
import type { Frame } from '../frames/frame.ts';

/** Facts about an element from the app's cache, or queried one by one otherwise. */
export interface NodeFacts {
  readonly ref: Ref;
  readonly role: number;
  readonly name: string;
  readonly description: string;
  readonly states: StateSet;
  readonly interfaces: ReadonlySet<string>;
  readonly childCount: number;
}

/** @throws DBusFailure if the element is gone */
export async function readFacts(
  accessibles: Accessibles,
  { toolkit }: Pick<Frame, 'toolkit'>,
  ref: Ref,
  signal: AbortSignal,
): Promise<NodeFacts> {
  const [role, name, description, states, interfaces, childCount] = await Promise.all([
    accessibles.role(ref, signal),
    accessibles.name(ref, signal),
    orElse(accessibles.description(ref, signal), ''),
    accessibles.states(ref, signal),
    orElse(accessibles.interfaces(ref, signal), new Set<string>()),
    orElse(accessibles.childCount(ref, signal), 0),
  ]);
  return { ref, role, name: nameIn(toolkit, role, name), description, states, interfaces, childCount };
}

/** The row of an element, from its facts only. `limit` bounds name and description, in characters. */
export function rowOf(frame: Frame, facts: Omit<NodeFacts, 'interfaces'>, limit = rowCharacters): RawNode {
  const { ref, role, name, description } = facts;
  return {
    runtimeId: formatRef(ref),
    controlType: typeIn(frame, facts),
    role: roleName(role),
    name: isClassOf(frame, facts) ? '' : shortened(name, limit),
    automationId: '',
    description: shortened(description, limit),
    value: null,
    states: statesIn(frame.toolkit, facts),
    bounds: null,
    childCount: Math.max(0, facts.childCount),
  };
}

/** A window is named by its title, or by its class if it has none. */
function isClassOf({ ref, title, toolkit }: Frame, facts: Pick<NodeFacts, 'ref' | 'name'>): boolean {
  return toolkit.namesByClass && sameRef(facts.ref, ref) && facts.name !== title && isCompound(facts.name);
}

/** Facts of a row that are in no cache. `limit` bounds the value, in characters. */
export async function readRest(
  accessibles: Accessibles,
  frame: Frame,
  facts: NodeFacts,
  limit: number,
  signal: AbortSignal,
): Promise<
  Pick<RawNode, 'bounds' | 'value'> &
    Partial<Pick<RawNode, 'name' | 'automationId' | 'controlType' | 'states' | 'mayHide'>>
> {
  const { interfaces } = facts;
  const byChoice = isCalledByChoice(frame.toolkit, facts);
  const [place, identity, value, label, choice, isParagraph, inText, own] = await Promise.all([
    interfaces.has('Component') || frame.toolkit.sizelessIsUnseen
      ? orElse(readPlace(accessibles, frame, facts, signal), null)
      : null,
    orElse(readIdentity(accessibles, frame, facts, signal), {}),
    byChoice ? noValue : orElse(readValue(accessibles, frame.toolkit, facts, limit, signal), noValue),
    !byChoice && mayHaveLabel(frame.toolkit, facts) ? readLabel(accessibles, frame, facts, signal) : '',
    byChoice ? readChoice(accessibles, frame, facts, signal) : {},
    frame.toolkit.namesParagraphs && isOneOfParagraphs(accessibles, facts, signal),
    isLinkInText(facts) ? orElse(readLinkInText(accessibles, frame, facts.ref, signal), {}) : {},
    mayHoldText(frame.toolkit, facts) ? readOwnText(accessibles, facts, limit, signal) : {},
  ]);
  const called = isParagraph ? paragraphName(value.value) : label;
  const name = called === '' ? {} : { name: shortened(called, limit) };
  const known = statesIn(frame.toolkit, facts);
  const states = statesAt(frame, facts.ref, known, place);
  const rest = {
    bounds: place === 'unseen' ? null : place,
    ...name,
    ...(states !== known && { states }),
  };
  return { ...rest, ...rowWithValue(states, value), ...identity, ...choice, ...inText, ...own };
}

/** The states of an element, by its place too. */
export function statesAt(
  { parts }: Frame,
  ref: Ref,
  states: readonly ElementState[],
  place: Place,
): readonly ElementState[] {
  if (place === 'unseen') return asOffscreen(states);
  return place && parts?.shows?.(ref) ? [...states.filter((state) => state !== 'offscreen'), 'visible'] : states;
}

/** For elements that are never on the screen. */
export function asOffscreen(states: readonly ElementState[]): ElementState[] {
  return [...states.filter((state) => state !== 'visible' && state !== 'offscreen'), 'offscreen'];
}

/** One element without its children. @throws DBusFailure if it is gone */
export async function readRow(accessibles: Accessibles, frame: Frame, ref: Ref, signal: AbortSignal): Promise<RawNode> {
  const facts = await readFacts(accessibles, frame, ref, signal);
  return { ...rowOf(frame, facts), ...(await readRest(accessibles, frame, facts, rowCharacters, signal)) };
}
