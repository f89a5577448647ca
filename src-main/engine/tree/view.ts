import type { ControlType } from '#contract/model/elements/element';
import { isEmpty, type Point } from '#contract/model/geometry';
import type { RawNode } from '../backend.ts';
import { actionableOf } from '../watch/actionable.ts';
import { deepestAt } from './hit.ts';
import { isSeen } from './seen.ts';
import { descend, pathTo } from './walk.ts';

/** Elements that contain or draw content without having to report where. */
const views: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Custom', 'DataGrid', 'Document', 'Group', 'Image', 'List', 'Pane', 'Table', 'Tree'] as const),
]);
const items: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'DataItem', 'Hyperlink', 'ListItem', 'TabItem', 'TreeItem'] as const),
]);
/** A view up to this size is pressed as one thing; physical pixels. */
const largestThing = 64;
/** Minimum size of a view to capture before the pointer is on it; physical pixels. */
const large = { width: 120, height: 90 };

/**
 * Whether an element is a view, such as a canvas or a map: a press on it means the content drawn there. A named icon, such as a
 * file in a folder, is one thing.
 */
export function isView({ controlType, role, name, states, bounds, children = [] }: RawNode): boolean {
  if (controlType === 'Window') return children.length === 0;
  if (role === 'icon' && name !== '') return false;
  if (!views.has(controlType) || states.includes('editable') || !bounds) return false;
  return Math.max(bounds.width, bounds.height) > largestThing;
}

/** The same for the last node of a path: the picture of a named item, such as a file's, is that item. */
export function isViewAt(path: readonly RawNode[], node = path.at(-1)): boolean {
  if (!node || !isView(node)) return false;
  const around = path.slice(0, path.indexOf(node));
  return node.controlType !== 'Image' || !around.some(({ controlType, name }) => items.has(controlType) && name !== '');
}

/** Whether the app reports nothing at a point, or only a view. */
export function isUnreported(root: RawNode, at: Point): boolean {
  const seen = deepestAt(root, at);
  const path = seen && (pathTo(root, seen.runtimeId) ?? [seen]);
  const target = path && actionableOf(path);
  return target === null || isViewAt(path ?? [], target);
}

const known = new WeakMap<RawNode, boolean>();

/** Whether there is a large view with unreported content. Cached, since nodes are immutable. */
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
