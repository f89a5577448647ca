import { contains, type Point } from '#contract/model/geometry';
import { isShown, type FakeElement } from './element.ts';
import type { FakeWindow } from './window.ts';

/** The deepest shown element at a screen point; among siblings the last drawn. The root where no other is. */
export function elementAt(window: FakeWindow, point: Point): FakeElement | null {
  if (!contains(window.content, point)) return null;
  return deepest(window, window.root, point) ?? window.root;
}

/** Open menus and lists reach out of their parents, so every branch is looked at. */
function deepest(window: FakeWindow, from: FakeElement, point: Point): FakeElement | null {
  for (const child of [...from.children].reverse()) {
    const below = deepest(window, child, point);
    if (below) return below;
    const place = window.place(child);
    if (place && isShown(child) && !child.has('offscreen') && contains(place, point)) return child;
  }
  return null;
}
