import type { RawNode } from '../../../backend.ts';
import { area, contains, type Point, type Rect } from '#contract/model/geometry';

const menus: ReadonlySet<string> = new Set(['Menu', 'MenuItem', 'List', 'ListItem', 'ToolTip', 'ComboBox', 'Window']);

/**
 * The element of an open menu, list or tool tip at a point. Such a popup is an X window of its own, but its elements
 * stand anywhere in the trees of its app, below parents that lie elsewhere: so they are known by lying inside the popup.
 */
export function elementInPopup(roots: readonly RawNode[], popup: Rect, at: Point): string | null {
  let best: { readonly node: RawNode; readonly depth: number } | null = null;
  const look = (node: RawNode, depth: number, inMenu: boolean) => {
    const isMenu = inMenu || menus.has(node.controlType);
    const { bounds } = node;
    const fits = isMenu && bounds !== null && contains(bounds, at) && isInside(bounds, popup);
    if (fits && node.states.includes('visible') && (best === null || depth > best.depth)) best = { node, depth };
    for (const child of node.children ?? []) look(child, depth + 1, isMenu);
  };
  for (const root of roots) look(root, 0, false);
  return (best as { readonly node: RawNode } | null)?.node.runtimeId ?? null;
}

/** Menus draw borders that their elements may reach into by a few pixels. */
const slack = 8;

function isInside(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack &&
    area(inner) > 0
  );
}
