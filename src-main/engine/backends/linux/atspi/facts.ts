import type { ControlType, ElementState } from '#contract/model/element';
import type { RawNode } from '../../../backend.ts';
import { DBusFailure } from '../dbus/failure.ts';
import type { Accessibles } from './accessibles.ts';
import type { Frame } from './frames.ts';
import { formatRef, sameRef, type Ref } from './ref.ts';
import { readPlace } from './place.ts';
import { controlTypeOf, roleName } from './roles.ts';
import type { StateSet } from './states.ts';
import { controlTypeIn, statesIn } from './toolkits/meaning.ts';
import { readValue, rowCharacters, shortened } from './value.ts';

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

function typeIn(frame: Frame, facts: Pick<NodeFacts, 'ref' | 'role' | 'states'>, tag?: string): ControlType {
  return sameRef(facts.ref, frame.ref) ? controlTypeOf(facts.role) : controlTypeIn(frame.toolkit, { ...facts, tag });
}

/** What the attributes of an element say it is, for toolkits that have ids there. */
export function identityIn(
  frame: Frame,
  facts: Pick<NodeFacts, 'ref' | 'role' | 'states'>,
  attributes: ReadonlyMap<string, string>,
): Pick<RawNode, 'automationId' | 'controlType'> {
  return {
    automationId: attributes.get('id') ?? '',
    controlType: typeIn(frame, facts, attributes.get('tag')),
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

async function readIdentity(
  accessibles: Accessibles,
  frame: Frame,
  facts: NodeFacts,
  signal: AbortSignal,
): Promise<Partial<Pick<RawNode, 'automationId' | 'controlType'>>> {
  switch (frame.toolkit.idIn) {
    case 'property':
      return { automationId: await accessibles.accessibleId(facts.ref, signal) };
    case 'attribute':
      return identityIn(frame, facts, await accessibles.attributes(facts.ref, signal));
    case null:
      return {};
  }
}

/** One fact that an app refuses must not cost the element. Losing the bus, or time being up, is another matter. */
export async function orElse<T>(reading: Promise<T>, instead: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DBusFailure) return instead;
    throw error;
  }
}
