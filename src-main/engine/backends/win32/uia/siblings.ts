import { method } from '../com/method.ts';
import type { Owner } from '../com/scope.ts';
import { resultCode } from '../native/failure.ts';
import { orNull, type UiaElement } from './client.ts';
import type { Place } from './reach.ts';
import { rowProperties } from './row-properties.ts';

const getFirstChild = method('IUIAutomationTreeWalker', 'GetFirstChildElementBuildCache');
const steps = {
  next: method('IUIAutomationTreeWalker', 'GetNextSiblingElementBuildCache'),
  previous: method('IUIAutomationTreeWalker', 'GetPreviousSiblingElementBuildCache'),
} as const;

/** Elements one by one: however many there are, the app is asked for no more than one at a time. */
export interface Siblings {
  readonly elements: readonly UiaElement[];
  /** There are others further on. */
  readonly hasMore: boolean;
}

/** Null where it has none, or is gone. */
export function askFirstChild(
  { client }: Place,
  owner: Owner,
  parent: UiaElement,
  properties: readonly number[] = rowProperties,
): UiaElement | null {
  const request = client.request(properties, 'Element');
  return orNull(() => getFirstChild(owner, client.walker, parent, request), resultCode.elementGone);
}

/** So many at most in that direction, with their rows, `from` the first. */
export function askSiblings(
  { client }: Place,
  owner: Owner,
  direction: keyof typeof steps,
  from: UiaElement | null,
  most: number,
): Siblings {
  const request = client.request(rowProperties, 'Element');
  const elements: UiaElement[] = [];
  let current = from;
  while (current !== null && elements.length < most) {
    const element: UiaElement = current;
    elements.push(element);
    current = orNull(() => steps[direction](owner, client.walker, element, request), resultCode.elementGone);
  }
  return { elements, hasMore: current !== null };
}
