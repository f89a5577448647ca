import type { ControlType, ElementState, TreeView } from '#contract/model/elements/element';
import { isEmpty } from '#contract/model/geometry';
import type { NarrowView, RawNode } from '../backend.ts';

/** Types that only arrange others and mean nothing without a name. */
const layout = new Set<ControlType>(['Custom', 'Group', 'Pane']);
/** States that pure layout does not have. */
const usable: readonly ElementState[] = ['focusable', 'focused', 'editable', 'checkable', 'selectable', 'expandable'];

const belowIn = { control: new WeakMap(), content: new WeakMap() } as const satisfies Record<
  NarrowView,
  WeakMap<RawNode, readonly RawNode[]>
>;

/** Each is a subset of the previous one. */
const breadth: Readonly<Record<TreeView, number>> = { raw: 0, control: 1, content: 2 };

/**
 * Whether a view contains the element, as reported by its app, else by a heuristic. `control` omits hidden elements, elements
 * without a size, and unnamed layout; `content` also omits elements without text or content, such as separators and scroll bars.
 * The root of a tree is always included. Modelled on the views of UI Automation:
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-treeoverview
 */
export function isIn(view: TreeView, node: RawNode): boolean {
  if (view === 'raw') return true;
  if (node.view !== undefined) return breadth[node.view] >= breadth[view];
  return isControl(node) && (view === 'control' || isContent(node));
}

/**
 * The children of an element in a view; omitted children are replaced by their own. Undefined if children were not read. Cached,
 * since nodes are immutable.
 */
export function childrenIn(view: TreeView, node: RawNode): readonly RawNode[] | undefined {
  if (view === 'raw' || node.children === undefined) return node.children;
  const known: readonly RawNode[] | undefined = belowIn[view].get(node);
  if (known) return known;
  const children = node.children.flatMap((child) => shown(view, child));
  belowIn[view].set(node, children);
  return children;
}

/** Unread nodes are kept: the view may show something below them. */
function shown(view: TreeView, node: RawNode): readonly RawNode[] {
  const isOpen = node.children !== undefined || node.childCount === 0;
  return isIn(view, node) || !isOpen ? [node] : (childrenIn(view, node) ?? []);
}

function isControl(node: RawNode): boolean {
  const is = (state: ElementState) => node.states.includes(state);
  if (is('focused')) return true;
  if (!is('visible') && !is('offscreen')) return false;
  if (!node.unplaced && (!node.bounds || isEmpty(node.bounds))) return false;
  return !layout.has(node.controlType) || node.name !== '' || node.automationId !== '' || usable.some(is);
}

function isContent({ name, value, states }: RawNode): boolean {
  return name !== '' || (value !== null && value !== '') || states.includes('editable');
}
