import { contains, type Point } from '#contract/model/geometry';
import { propertyIds } from '../com/generated/ids.ts';
import { method } from '../com/method.ts';
import { scoped, type Owner } from '../com/scope.ts';
import { isPartOf } from './api.ts';
import type { UiaClient, UiaElement } from './client.ts';
import { ask, cachedChildren } from './elements.ts';
import type { Place } from './reach.ts';
import { boundsOf, runtimeIdOf } from './row.ts';
import { CachedProperties, handleOf } from './row-properties.ts';
import { getForegroundWindow, windowFromPoint } from '../native/window.ts';

const elementFromPoint = method('IUIAutomation', 'ElementFromPointBuildCache');
const getFocusedElement = method('IUIAutomation', 'GetFocusedElementBuildCache');
const getParent = method('IUIAutomationTreeWalker', 'GetParentElementBuildCache');

/** Trees are not deeper: a provider that goes on has a circle in it. */
export const deepest = 256;
const whereabouts: readonly number[] = [
  propertyIds.RuntimeId,
  propertyIds.NativeWindowHandle,
  propertyIds.BoundingRectangle,
  propertyIds.IsOffscreen,
];

/** What UI Automation says is at a point of the window, or what lies deeper in that; null where it is not the window's. */
export function elementAt(place: Place, at: Point): string | null {
  const { client, window } = place;
  if (!isPartOf(window, windowFromPoint(at))) return null;
  return scoped((scope) => {
    const reported = elementFromPoint(scope, client.automation, at, client.request(whereabouts, 'Element'));
    if (reported === null || !isIn(client, window, reported)) return null;
    return nameOf(place, deepestAt(client, scope, reported, at));
  });
}

/** What has the focus, if it is in the window. */
export function focusedElement(place: Place): string | null {
  const { client, window } = place;
  if (!isPartOf(window, getForegroundWindow())) return null;
  return scoped((scope) => {
    const focused = getFocusedElement(scope, client.automation, client.request(whereabouts, 'Element'));
    return focused !== null && isIn(client, window, focused) ? nameOf(place, focused) : null;
  });
}

/** An element without an id cannot be spoken of. */
function nameOf({ known }: Place, element: UiaElement): string | null {
  const runtimeId = runtimeIdOf(new CachedProperties(element));
  if (runtimeId !== null) known.keep(runtimeId, element);
  return runtimeId;
}

/** Some providers answer a container: its only visible child at the point is a better answer, and so on. */
function deepestAt(client: UiaClient, owner: Owner, element: UiaElement, at: Point): UiaElement {
  let best = element;
  for (let depth = 0; depth < deepest; depth++) {
    const children = cachedChildren(owner, ask(client, owner, best, whereabouts, 'Children'));
    const [only, ...others] = children.filter((child) => isSeenAt(child, at));
    if (only === undefined || others.length > 0) break;
    best = only;
  }
  return best;
}

function isSeenAt(element: UiaElement, at: Point): boolean {
  const bounds = boundsOf(element);
  return bounds !== null && contains(bounds, at) && !new CachedProperties(element).is('IsOffscreen');
}

/** An element belongs where the nearest window above it does. */
function isIn(client: UiaClient, window: number, element: UiaElement): boolean {
  const request = client.request(whereabouts, 'Element');
  return scoped((scope) => {
    let current: UiaElement | null = element;
    for (let depth = 0; current !== null && depth < deepest; depth++) {
      const handle = handleOf(new CachedProperties(current));
      if (handle !== 0) return isPartOf(window, handle);
      current = getParent(scope, client.walker, current, request);
    }
    return false;
  });
}
