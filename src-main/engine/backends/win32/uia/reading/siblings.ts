import { method } from '../../com/method.ts';
import type { Owner } from '../../com/memory.ts';
import { resultCode } from '../../native/errors.ts';
import { orNull, type UiaElement } from '../client.ts';
import type { UiaScope } from '../reach.ts';
import { rowProperties } from './row-properties.ts';

const steps = {
  firstChild: method('IUIAutomationTreeWalker', 'GetFirstChildElementBuildCache'),
  next: method('IUIAutomationTreeWalker', 'GetNextSiblingElementBuildCache'),
  previous: method('IUIAutomationTreeWalker', 'GetPreviousSiblingElementBuildCache'),
} as const;

/** Siblings one by one: the app is queried for one at a time, however many there are. */
export interface Siblings {
  readonly elements: readonly UiaElement[];
  /** There are more in that direction. */
  readonly hasMore: boolean;
}

/** The next element in that direction; null if there is none. @throws ComFailure if the start element is gone */
export function askStep(
  { client }: UiaScope,
  owner: Owner,
  direction: keyof typeof steps,
  from: UiaElement,
  properties: readonly number[] = rowProperties,
): UiaElement | null {
  return steps[direction](owner, client.walker, from, client.request(properties, 'Element'));
}

/** Null if there is none, or it is gone. */
export function askFirstChild(
  place: UiaScope,
  owner: Owner,
  parent: UiaElement,
  properties: readonly number[] = rowProperties,
): UiaElement | null {
  return orNull(() => askStep(place, owner, 'firstChild', parent, properties), resultCode.elementGone);
}

/** At most this many in that direction, with their rows, starting with `from`. */
export function askSiblings(
  place: UiaScope,
  owner: Owner,
  direction: 'next' | 'previous',
  from: UiaElement | null,
  most: number,
): Siblings {
  const elements: UiaElement[] = [];
  let current = from;
  while (current !== null && elements.length < most) {
    const element: UiaElement = current;
    elements.push(element);
    current = orNull(() => askStep(place, owner, direction, element), resultCode.elementGone);
  }
  return { elements, hasMore: current !== null };
}
