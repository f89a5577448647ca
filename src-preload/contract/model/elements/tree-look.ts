import type { WireError } from '../../errors.ts';
import { hasState, type ElementId, type ElementNode, type TreeNode, type TreeSnapshot } from './element.ts';
import { intersect, sameRect, type Rect } from '../geometry.ts';
import type { Picture } from '../picture.ts';
import type { WindowInfo } from '../windows/window.ts';

/** Changes from one tree to the next. Elements in no list of children are gone. */
export interface TreeDiff {
  /** New elements, and those with changed facts. */
  readonly rows: readonly ElementNode[];
  readonly lists: readonly ChildList[];
}

/** All children of an element in order; null if no longer read. */
export interface ChildList {
  readonly of: ElementId;
  readonly children: readonly ElementId[] | null;
}

/** A consistent tree and picture of a window. */
export interface TreeLook {
  /** Grows with every change; a look reports the changes since the previous one. */
  readonly sequence: number;
  /** When all of this was true, in milliseconds since the epoch. */
  readonly at: number;
  readonly window: WindowInfo;
  readonly info: Omit<TreeSnapshot, 'root'>;
  /** The whole tree, for callers without the previous one. */
  readonly tree: TreeNode | null;
  /** Changes to the previous tree; null without changes, or if `tree` is given. */
  readonly diff: TreeDiff | null;
  /** Null if unchanged, or missing. */
  readonly picture: Picture | null;
  /** Why there is no picture; null if there is one. */
  readonly pictureError: WireError | null;
  /** False if elements moved during the capture: bounds and picture may differ in time. */
  readonly settled: boolean;
}

/** The difference between two trees of one window, or null if none. Shared parts are skipped. */
export function diffTrees(before: TreeNode, after: TreeNode): TreeDiff | null {
  const known = new Map<ElementId, TreeNode>();
  for (const node of everyNode(before)) known.set(node.id, node);
  const rows: ElementNode[] = [];
  const lists: ChildList[] = [];
  const compare = (node: TreeNode) => {
    const old = known.get(node.id);
    if (old === node) return;
    if (!old || !sameRow(old, node)) rows.push(rowOf(node));
    if (!sameChildren(old?.children, node.children))
      lists.push({ of: node.id, children: node.children?.map(({ id }) => id) ?? null });
    node.children?.forEach(compare);
  };
  compare(after);
  return rows.length === 0 && lists.length === 0 ? null : { rows, lists };
}

/** Whether both trees have the same elements with the same bounds. */
export function samePlaces(a: TreeNode, b: TreeNode): boolean {
  if (a === b) return true;
  const [one = [], other = []] = [a.children, b.children];
  return (
    a.id === b.id &&
    samePlace(a.bounds, b.bounds) &&
    one.length === other.length &&
    one.every((child, index) => samePlaces(child, other[index] as TreeNode))
  );
}

/** Whether an element visible within `frame` has bounds in `after` that it did not have in `before`. */
export function comesIntoView(before: TreeNode, after: TreeNode, frame: Rect): boolean {
  if (before === after) return false;
  const known = new Map<ElementId, TreeNode>();
  for (const node of everyNode(before)) known.set(node.id, node);
  const comes = (node: TreeNode): boolean => {
    const old = known.get(node.id);
    if (old === node) return false;
    const { bounds } = node;
    const shows = bounds !== null && hasState(node, 'visible') && intersect(bounds, frame) !== null;
    const stays = old && hasState(old, 'visible') && samePlace(old.bounds, bounds);
    return (shows && !stays) || (node.children ?? []).some(comes);
  };
  return comes(after);
}

function* everyNode(root: TreeNode): Generator<TreeNode> {
  const coming = [root];
  for (let node = coming.pop(); node; node = coming.pop()) {
    yield node;
    if (node.children) coming.push(...node.children);
  }
}

function rowOf({ children: _, ...row }: TreeNode): ElementNode {
  return row;
}

const texts = ['controlType', 'role', 'name', 'automationId', 'description', 'value', 'childCount'] as const;

function sameRow(a: ElementNode, b: ElementNode): boolean {
  return (
    texts.every((key) => a[key] === b[key]) &&
    samePlace(a.bounds, b.bounds) &&
    a.states.length === b.states.length &&
    a.states.every((state, index) => state === b.states[index])
  );
}

function samePlace(a: Rect | null, b: Rect | null): boolean {
  return a === null || b === null ? a === b : sameRect(a, b);
}

function sameChildren(a: TreeNode['children'], b: TreeNode['children']): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((child, index) => child.id === b[index]?.id);
}
