import { method } from '../../com/method.ts';
import { scoped, type Owner } from '../../com/scope.ts';
import type { UiaElement } from '../client.ts';
import { ask, identity } from '../elements.ts';
import { deepest } from './hits.ts';
import { reach, type Place } from '../reach.ts';
import { CachedProperties, handleOf, rowProperties } from './row-properties.ts';

const getParent = method('IUIAutomationTreeWalker', 'GetParentElementBuildCache');
const getPrevious = method('IUIAutomationTreeWalker', 'GetPreviousSiblingElementBuildCache');

/** So many are counted at most, one question each. */
const mostCounted = 300;

/** Which of the children it is, from that of the window down to the element; null where too many would have to be counted. */
export function readIndices(place: Place, runtimeId: string): readonly number[] | null {
  const { client, window } = place;
  const request = client.request(rowProperties, 'Element');
  return scoped((scope) => {
    const indices: number[] = [];
    let left = mostCounted;
    let current: UiaElement | null = ask(client, scope, reach(place, runtimeId), rowProperties);
    for (let depth = 0; current !== null && depth < deepest; depth++) {
      if (handleOf(new CachedProperties(current)) === window) return indices;
      const before = countBefore(place, scope, current, left);
      if (before === null) return null;
      left -= before;
      indices.unshift(before);
      current = getParent(scope, client.walker, current, request);
    }
    return null;
  });
}

function countBefore({ client }: Place, owner: Owner, element: UiaElement, most: number): number | null {
  const request = client.request(identity, 'Element');
  let count = 0;
  for (let current: UiaElement | null = element; ; count++) {
    current = getPrevious(owner, client.walker, current, request);
    if (current === null) return count;
    if (count === most) return null;
  }
}
