import type { RawNode } from '../../../backend.ts';
import { DBusFailure } from '../dbus/failure.ts';
import type { Accessibles } from './accessibles.ts';
import type { Frame } from './frames.ts';
import { formatRef, type Ref } from './ref.ts';
import { controlTypeOf, roleName, roleNumber } from './roles.ts';
import { elementStates, type StateSet } from './states.ts';
import { placeOf } from './toolkits.ts';
import { isPassword, readValue, rowCharacters } from './value.ts';

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

const toggleButton = roleNumber('toggle button');
const toggles = new Set([toggleButton, roleNumber('check menu item')]);

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

/** The row of an element as far as its facts tell. */
export function rowOf(frame: Frame, facts: NodeFacts): RawNode {
  const { ref, role, name, description } = facts;
  const { seenBy } = frame.toolkit;
  return {
    runtimeId: formatRef(ref),
    controlType: controlTypeOf(role),
    role: roleName(role),
    name,
    automationId: '',
    description,
    value: null,
    states: elementStates(facts.states, { seenBy, isPassword: isPassword(role), isToggle: toggles.has(role) }),
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
): Promise<Pick<RawNode, 'bounds' | 'automationId' | 'value'>> {
  const { ref, interfaces } = facts;
  const [extents, automationId, value] = await Promise.all([
    interfaces.has('Component') ? orElse(accessibles.extents(ref, signal), null) : null,
    orElse(readId(accessibles, frame, ref, signal), ''),
    orElse(readValue(accessibles, facts, limit, signal), null),
  ]);
  return { bounds: extents && placeOf(extents, frame.offset), automationId, value };
}

/** One element without its children. @throws DBusFailure where it is gone */
export async function readRow(accessibles: Accessibles, frame: Frame, ref: Ref, signal: AbortSignal): Promise<RawNode> {
  const facts = await readFacts(accessibles, ref, signal);
  return { ...rowOf(frame, facts), ...(await readRest(accessibles, frame, facts, rowCharacters, signal)) };
}

async function readId(accessibles: Accessibles, frame: Frame, ref: Ref, signal: AbortSignal): Promise<string> {
  switch (frame.toolkit.idIn) {
    case 'property':
      return accessibles.accessibleId(ref, signal);
    case 'attribute':
      return (await accessibles.attributes(ref, signal)).get('id') ?? '';
    case null:
      return '';
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
