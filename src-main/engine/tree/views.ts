import type { ControlType, ElementState, TreeView } from '#contract/model/elements/element';
import { isEmpty } from '#contract/model/geometry';
import type { NarrowView, RawNode } from '../backend.ts';

/** They arrange others and mean nothing by themselves when they have no name. */
const layout = new Set<ControlType>(['Custom', 'Group', 'Pane']);
/** What something that only arranges does not report of itself. */
const usable: readonly ElementState[] = ['focusable', 'focused', 'editable', 'checkable', 'selectable', 'expandable'];

const belowIn = { control: new WeakMap(), content: new WeakMap() } as const satisfies Record<
  NarrowView,
  WeakMap<RawNode, readonly RawNode[]>
>;

/** Each is a part of the one before. */
const breadth: Readonly<Record<TreeView, number>> = { raw: 0, control: 1, content: 2 };

/**
 * Whether a view contains the element: as its app reports, else a guess. `control` leaves out hidden elements, elements without a
 * size, and unnamed layout; `content` also leaves out elements without text or content, such as separators and scroll bars. The
 * root of a tree is always included. Modelled on the views of UI Automation:
 * https://learn.microsoft.com/windows/win32/winauto/uiauto-treeoverview
 */
export function isIn(view: TreeView, node: RawNode): boolean {
  if (view === 'raw') return true;
  if (node.view !== undefined) return breadth[node.view] >= breadth[view];
  return isControl(node) && (view === 'control' || isContent(node));
}

/**
 * The children of an element in a view: those it shows, and in place of each that it leaves out that one's children. Undefined if
 * nobody looked for children. Remembered: nodes never change.
 */
export function childrenIn(view: TreeView, node: RawNode): readonly RawNode[] | undefined {
  if (view === 'raw' || node.children === undefined) return node.children;
  const known: readonly RawNode[] | undefined = belowIn[view].get(node);
  if (known) return known;
  const children = node.children.flatMap((child) => shown(view, child));
  belowIn[view].set(node, children);
  return children;
}

/** What was not opened stays: there may be something below that the view shows. */
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
