import { contains, type Point } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { method } from '../../com/method.ts';
import { scoped, type Owner } from '../../com/memory.ts';
import { getDesktopWindow, getForegroundWindow, windowFromPoint } from '../../native/window.ts';
import { isPartOf } from '../api.ts';
import type { UiaElement } from '../client.ts';
import { identity } from '../elements.ts';
import { rootId, type UiaScope } from '../reach.ts';
import { boundsOf, rowOf, runtimeIdOf, type Mutable } from './row.ts';
import { CachedProperties, handleOf, rowProperties } from './row-properties.ts';
import { askFirstChild, askSiblings } from './siblings.ts';

const elementFromPoint = method('IUIAutomation', 'ElementFromPointBuildCache');
const getFocusedElement = method('IUIAutomation', 'GetFocusedElementBuildCache');
const getParent = method('IUIAutomationTreeWalker', 'GetParentElementBuildCache');

/** Maximum depth; a deeper provider is cyclic. */
export const deepest = 256;
/** Limit on children of the app's answer that are checked for the point. */
const mostLooked = 48;

export interface Step {
  readonly element: UiaElement;
  readonly node: Mutable<RawNode>;
}

/**
 * The element at a point of the window, or the focused one, after its ancestors, root first; empty if it is not in the window.
 * Their ids are resolved without a search.
 */
export function readPath(place: UiaScope, of: Point | 'focus'): readonly RawNode[] {
  const { known } = place;
  return scoped((scope) => {
    const path = pathOf(place, scope, of);
    for (const { element, node } of path) known.keep(node.runtimeId, element);
    const last = path.at(-1);
    return path.map(({ element, node }) => {
      const hasMore = element !== last?.element || askFirstChild(place, scope, element, identity) !== null;
      return hasMore ? { ...node, more: true as const } : node;
    });
  });
}

/** Empty if it is not in this window. */
export function pathOf(place: UiaScope, scope: Owner, of: Point | 'focus'): readonly Step[] {
  const { client, window } = place;
  const request = client.request(rowProperties, 'Element');
  if (!isPartOf(window, of === 'focus' ? getForegroundWindow() : windowFromPoint(of))) return [];
  const reported =
    of === 'focus'
      ? getFocusedElement(scope, client.automation, request)
      : elementFromPoint(scope, client.automation, of, request);
  if (reported === null) return [];
  return upFrom(place, scope, of === 'focus' ? reported : deepestAt(place, scope, reported, of));
}

/** Some providers return a container: its only visible child at the point is a better answer, and so on. */
function deepestAt(place: UiaScope, owner: Owner, reported: UiaElement, at: Point): UiaElement {
  let best = reported;
  for (let depth = 0; depth < deepest; depth++) {
    const first = askFirstChild(place, owner, best);
    const { elements, hasMore } = askSiblings(place, owner, 'next', first, mostLooked);
    const [only, ...others] = elements.filter((one) => isSeenAt(one, at));
    if (only === undefined || others.length > 0 || hasMore) break;
    best = only;
  }
  return best;
}

function isSeenAt(element: UiaElement, at: Point): boolean {
  const bounds = boundsOf(element);
  return bounds !== null && contains(bounds, at) && !new CachedProperties(element).is('IsOffscreen');
}

function upFrom(place: UiaScope, owner: Owner, element: UiaElement): readonly Step[] {
  const { client, window } = place;
  const request = client.request(rowProperties, 'Element');
  const path: Step[] = [];
  let isOurs = false;
  for (let current: UiaElement | null = element; current !== null && path.length < deepest;) {
    const properties: CachedProperties = new CachedProperties(current);
    const handle = handleOf(properties);
    if (handle === getDesktopWindow()) break;
    // An element belongs to the window of its nearest ancestor with a handle.
    if (handle !== 0 && !isOurs && !isPartOf(window, handle)) return [];
    isOurs ||= handle !== 0;
    const runtimeId = handle === window ? rootId(current) : runtimeIdOf(properties);
    // An element without an id cannot be referenced.
    if (runtimeId !== null) path.unshift({ element: current, node: rowOf(properties, runtimeId) });
    else if (path.length === 0) return [];
    if (handle === window) break;
    current = getParent(owner, client.walker, current, request);
  }
  return isOurs ? path : [];
}
