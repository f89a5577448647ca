import type { ControlType } from '#contract/model/elements/element';
import { isEmpty, type Point } from '#contract/model/geometry';
import type { RawNode } from '../backend.ts';
import { actionableOf } from '../watch/actionable.ts';
import { deepestAt } from './hit.ts';
import { isSeen } from './seen.ts';
import { descend, pathTo } from './walk.ts';

/** What holds or draws things, and need not report which of them lie where. */
const views: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Custom', 'DataGrid', 'Document', 'Group', 'Image', 'List', 'Pane', 'Table', 'Tree'] as const),
]);
/** What is as small is one thing, wherever it is pressed; physical pixels a side. */
const largestThing = 64;
/** A view of this size at least is worth a picture before anybody points at it; physical pixels. */
const large = { width: 120, height: 90 };

/**
 * Whether an element is a view: to press it means whatever is drawn at that place of it, as in a canvas or a map. An icon with
 * a name, as a file in a folder, is one thing.
 */
export function isView({ controlType, role, name, states, bounds, children = [] }: RawNode): boolean {
  if (controlType === 'Window') return children.length === 0;
  if (role === 'icon' && name !== '') return false;
  if (!views.has(controlType) || states.includes('editable') || !bounds) return false;
  return Math.max(bounds.width, bounds.height) > largestThing;
}

/** Whether an app reports nothing at a point but a view, or nothing at all. */
export function isUnreported(root: RawNode, at: Point): boolean {
  const seen = deepestAt(root, at);
  const target = seen && actionableOf(pathTo(root, seen.runtimeId) ?? [seen]);
  return target === null || isView(target);
}

const known = new WeakMap<RawNode, boolean>();

/** Whether there is a large view of which its app reports nothing. Nodes never change, so this is found out once. */
export function hasLargeView(root: RawNode): boolean {
  const before = known.get(root);
  if (before !== undefined) return before;
  const found = [...descend(root)].some(
    (node) =>
      isView(node) &&
      isSeen(node) &&
      !node.more &&
      !node.children?.some((child) => isSeen(child) && child.bounds && !isEmpty(child.bounds)) &&
      (node.bounds?.width ?? 0) >= large.width &&
      (node.bounds?.height ?? 0) >= large.height,
  );
  known.set(root, found);
  return found;
}
