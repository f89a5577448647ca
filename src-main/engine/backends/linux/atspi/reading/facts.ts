import type { ElementState } from '#contract/model/element';
import type { RawNode } from '../../../../backend.ts';
import { rowCharacters, shortened } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import type { Frame } from '../frames/frames.ts';
import { readPlace } from '../places/place.ts';
import { statesIn } from '../toolkits/meaning.ts';
import { formatRef, type Ref } from '../vocabulary/ref.ts';
import { roleName } from '../vocabulary/roles.ts';
import type { StateSet } from '../vocabulary/states.ts';
import { readIdentity, typeIn } from './identity.ts';
import { readValue } from './value.ts';

/** What an app's cache holds about an element, and what has to be asked one by one elsewhere. */
export interface NodeFacts {
  readonly ref: Ref;
  readonly role: number;
  readonly name: string;
  readonly description: string;
  readonly states: StateSet;
  readonly interfaces: ReadonlySet<string>;
  readonly childCount: number;
}

/** @throws DBusFailure where the element is gone */
export async function readFacts(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<NodeFacts> {
  const [role, name, description, states, interfaces, childCount] = await Promise.all([
    accessibles.role(ref, signal),
    accessibles.name(ref, signal),
    orElse(accessibles.description(ref, signal), ''),
    accessibles.states(ref, signal),
    orElse(accessibles.interfaces(ref, signal), new Set<string>()),
    orElse(accessibles.childCount(ref, signal), 0),
  ]);
  return { ref, role, name, description, states, interfaces, childCount };
}

/** The row of an element as far as its facts tell. `limit` bounds name and description, in characters. */
export function rowOf(frame: Frame, facts: Omit<NodeFacts, 'interfaces'>, limit = rowCharacters): RawNode {
  const { ref, role, name, description } = facts;
  return {
    runtimeId: formatRef(ref),
    controlType: typeIn(frame, facts),
    role: roleName(role),
    name: shortened(name, limit),
    automationId: '',
    description: shortened(description, limit),
    value: null,
    states: statesIn(frame.toolkit, facts),
    bounds: null,
    childCount: Math.max(0, facts.childCount),
  };
}

/** What of a row no cache holds. `limit` bounds the value, in characters. */
export async function readRest(
  accessibles: Accessibles,
  frame: Frame,
  facts: NodeFacts,
  limit: number,
  signal: AbortSignal,
): Promise<Pick<RawNode, 'bounds' | 'value'> & Partial<Pick<RawNode, 'automationId' | 'controlType' | 'states'>>> {
  const { interfaces } = facts;
  const [place, identity, value] = await Promise.all([
    interfaces.has('Component') ? orElse(readPlace(accessibles, frame, facts, signal), null) : null,
    orElse(readIdentity(accessibles, frame, facts, signal), {}),
    orElse(readValue(accessibles, facts, limit, signal), null),
  ]);
  const rest = { bounds: place === 'unseen' ? null : place, ...identity, value };
  return place === 'unseen' ? { ...rest, states: withoutSight(statesIn(frame.toolkit, facts)) } : rest;
}

/** For what is never on the screen. */
export function withoutSight(states: readonly ElementState[]): ElementState[] {
  return [...states.filter((state) => state !== 'visible' && state !== 'offscreen'), 'offscreen'];
}

/** One element without its children. @throws DBusFailure where it is gone */
export async function readRow(accessibles: Accessibles, frame: Frame, ref: Ref, signal: AbortSignal): Promise<RawNode> {
  const facts = await readFacts(accessibles, ref, signal);
  return { ...rowOf(frame, facts), ...(await readRest(accessibles, frame, facts, rowCharacters, signal)) };
}
