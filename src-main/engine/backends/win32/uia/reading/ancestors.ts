import { method } from '../../com/method.ts';
import { scoped } from '../../com/scope.ts';
import type { RawNode } from '../../../../backend.ts';
import type { UiaElement } from '../client.ts';
import { ask, askChildCount } from '../elements.ts';
import { deepest } from './hits.ts';
import { reach, type Place } from '../reach.ts';
import { rowOf, runtimeIdOf } from './row.ts';
import { CachedProperties, handleOf, rowProperties } from './row-properties.ts';
import { getDesktopWindow } from '../../native/window.ts';

const getParent = method('IUIAutomationTreeWalker', 'GetParentElementBuildCache');

/** From the window's root down to the parent; of a pop-up, which lies beside the window, from its own root. */
export function readAncestors(place: Place, runtimeId: string): readonly RawNode[] {
  const { client, window } = place;
  const above: RawNode[] = [];
  const request = client.request(rowProperties, 'Element');
  return scoped((scope) => {
    let current = ask(client, scope, reach(place, runtimeId), rowProperties);
    while (above.length < deepest && handleOf(new CachedProperties(current)) !== window) {
      const parent = getParent(scope, client.walker, current, request);
      if (parent === null || handleOf(new CachedProperties(parent)) === getDesktopWindow()) break;
      const node = readAncestor(place, parent);
      if (node) above.unshift(node);
      current = parent;
    }
    return above;
  });
}

function readAncestor({ client, known }: Place, element: UiaElement): RawNode | null {
  const cached = new CachedProperties(element);
  const runtimeId = runtimeIdOf(cached);
  if (runtimeId === null) return null;
  known.keep(runtimeId, element);
  return { ...rowOf(cached, runtimeId), childCount: askChildCount(client, element) };
}
