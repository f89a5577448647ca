import { contains, intersect, type Point, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { isSeen } from '../../../../tree/seen.ts';
import { descend, pathTo } from '../../../../tree/walk.ts';

/**
 * Roles without accessible children, whatever text a page puts in them: ARIA's “children presentational”
 * (https://www.w3.org/TR/wai-aria-1.2/#childrenArePresentational). Buttons do have children.
 */
const closed: ReadonlySet<string> = new Set([
  'check box',
  'radio button',
  'toggle button',
  'switch',
  'slider',
  'spin button',
  'page tab',
  'level bar',
  'menu item',
  'check menu item',
  'radio menu item',
  'progress bar',
  'scroll bar',
  'math',
]);

/** The same, but as backgrounds they lie below much of a page: only those after the answer in the tree are probed. */
const closedPictures: ReadonlySet<string> = new Set(['image', 'separator']);

/** Margin within an element's edges that shows only the element itself, in pixels. */
const inset = 2;
/** The widest scroll bars, at twice the usual scale, in pixels. */
const barPx = 32;
/** Maximum number of probed points. */
const mostAsked = 8;

/**
 * Chromium does not hit elements by text that is not part of its tree: it answers with the element below
 * (findings/chromium-hit-falls-through-text-of-closed-roles.sh). It does hit them next to their text. If another point of the
 * answer hits the element or its container, the element covers the answer. @param root the tree of the window @param reported
 * the app's answer at the point @param hitAt hit-tests another point @returns the covering element, else the answer
 */
export async function overText(
  root: RawNode,
  at: Point,
  reported: string | null,
  hitAt: (at: Point) => Promise<string | null>,
): Promise<string | null> {
  const path = (reported === null ? null : pathTo(root, reported)) ?? [root];
  const all = [...descend(root)];
  const answer = all.findIndex(({ runtimeId }) => runtimeId === reported);
  const mayCover = (node: RawNode, index: number) => isClosed(node, index > answer) && node.runtimeId !== reported;
  const found = all.filter((node, index) => mayCover(node, index) && isAt(node, at));
  for (const leaf of found.reverse()) {
    const around = pathTo(root, leaf.runtimeId) ?? [];
    const shared = around.filter(({ runtimeId }) => path.some((node) => node.runtimeId === runtimeId));
    // Everything that can be below the element.
    const below = path[shared.length] ?? path.at(-1);
    const own = around.slice(shared.length);
    // One of its containers may cut it off there: then the app's answer is the one around that container.
    const isAround = shared.length === path.length;
    if (isAround && own.some(({ bounds }) => !bounds || !contains(bounds, at))) continue;
    // Or its scroll bar may be there: what scrolls is hit elsewhere, but not what lies below the bar.
    const whole = isAround && isAtBar(path.at(-1), at) ? leaf : own[0];
    if (below && whole && (await liesOver(own, whole, below, root, hitAt))) return leaf.runtimeId;
  }
  return reported;
}

/**
 * @param own from the outermost ancestor unrelated to the elements below, to the element itself
 * @param whole a hit of this element or of anything in it is proof
 */
async function liesOver(
  own: readonly RawNode[],
  whole: RawNode,
  below: RawNode,
  root: RawNode,
  hitAt: (at: Point) => Promise<string | null>,
): Promise<boolean> {
  const points = [...own].reverse().flatMap((node) => [...pointsOn(node)]);
  const both = points.filter((each) => below.bounds && contains(below.bounds, each));
  // A small element under the middle of a large one is under none of its corners.
  for (const point of both.length > 0 ? both.slice(0, mostAsked) : pointsInBoth(own.at(-1), below)) {
    const hit = await hitAt(point);
    if (hit !== null && pathTo(root, hit)?.some(({ runtimeId }) => runtimeId === whole.runtimeId)) return true;
  }
  return false;
}

/** Whether a scroll bar of the container may be there: at its right or lower edge. */
function isAtBar(container: RawNode | undefined, { x, y }: Point): boolean {
  if (!container?.bounds) return true;
  const { bounds } = container;
  return x >= bounds.x + bounds.width - barPx || y >= bounds.y + bounds.height - barPx;
}

function pointsInBoth(a: RawNode | undefined, b: RawNode): readonly Point[] {
  const shared = a?.bounds && b.bounds && intersect(a.bounds, b.bounds);
  return shared ? cornersOf(shared, 0) : [];
}

function isClosed({ role, childCount }: RawNode, isLater: boolean): boolean {
  return childCount === 0 && (closed.has(role) || (isLater && closedPictures.has(role)));
}

function isAt(node: RawNode, at: Point): boolean {
  return isSeen(node) && node.bounds !== null && contains(node.bounds, at);
}

/** Points where only the element or a descendant is likely to be visible. */
function* pointsOn({ bounds, children = [] }: RawNode): Generator<Point> {
  if (bounds && children.length > 0) yield* cornersOf(bounds, 0);
  for (const each of children.length > 0 ? children : [{ bounds }])
    if (each.bounds) yield* cornersOf(each.bounds, inset);
}

/** Right-hand points first: most texts begin on the left. */
function cornersOf({ x, y, width, height }: Rect, within: number): readonly Point[] {
  const [left, right] = [x + within, x + width - 1 - within];
  const [top, bottom] = [y + within, y + height - 1 - within];
  return [right, left].flatMap((side) => [
    { x: side, y: bottom },
    { x: side, y: top },
  ]);
}
