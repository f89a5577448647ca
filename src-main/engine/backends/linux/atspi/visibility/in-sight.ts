import type { RawNode } from '../../../../backend.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import { asOffscreen } from '../reading/facts.ts';

/** GTK 3 pages are children of their tab, which may be scrolled away or never shown. */
const tab = 'page tab';

/** In GTK 3, a viewport scrolled by more than its own height loses SHOWING (`findings/gtk3-scrolled-viewport-…`). */
const viewport = 'viewport';

const document = 'document web';

/** What may be seen though the element around it reports that it is not. */
type Freed = Pick<Toolkit, 'freesParts' | 'freesDocuments'>;

/** Roles of page content, except whole documents and expandable elements; WebKitGTK puts a scroll pane around a document. */
const partsOfPages: ReadonlySet<string> = new Set(
  (
    'scroll pane,section,panel,grouping,form,landmark,article,paragraph,heading,block quote,link,list,list item,description list,' +
    'table,table row,table cell,static,label,text'
  ).split(','),
);

/** Ids of elements that are not visible, regardless of their states: scrolled out of their containers, or not drawn. */
export type Hidden = ReadonlyMap<string, 'clipped' | 'undrawn'>;

export const nothingHidden: Hidden = new Map();

/** Raw nodes are immutable, so derived nodes stay valid: subtrees below a hidden element, keyed by reason. */
const hiddenOnes = new WeakMap<RawNode, RawNode>();
const outsideOnes = new WeakMap<RawNode, RawNode>();
const undrawnOnes = new WeakMap<RawNode, RawNode>();
const shownOnes = new WeakMap<Hidden, WeakMap<RawNode, RawNode>>();

/**
 * The tree as the user sees it. Apps report an element as showing, and some (lists of Qt, pages of GTK 4) mean: if its
 * container is. Unchanged nodes keep their identity.
 */
export function inSight(root: RawNode, hidden: Hidden, toolkit: Freed): RawNode {
  let known = shownOnes.get(hidden);
  if (!known) {
    known = new WeakMap();
    shownOnes.set(hidden, known);
  }
  return look(root, hidden, known, toolkit);
}

/** Same, below a hidden element. */
export function outOfSight(node: RawNode): RawNode {
  return hideAll(node, hiddenOnes, hide);
}

/** Same for clipped elements, even if they report that they are hidden. */
function cutOff(node: RawNode): RawNode {
  return node.states.includes('visible') ? outOfSight(node) : hideAll(node, outsideOnes, hideOutside);
}

/** Same for elements that are not drawn. Their bounds are those of the last drawing: rows of a scrolled list. */
function undrawn(node: RawNode): RawNode {
  return hideAll(node, undrawnOnes, hideUndrawn);
}

function hideAll(node: RawNode, made: WeakMap<RawNode, RawNode>, hideOne: <T extends RawNode>(row: T) => T): RawNode {
  const known = made.get(node);
  if (known) return known;
  const children = node.children && each(node.children, (child) => hideAll(child, made, hideOne));
  const own = hideOne(node);
  const hidden = children === node.children ? own : { ...own, ...(children && { children }) };
  if (node.children) made.set(node, hidden);
  return hidden;
}

/** The row of a hidden element; the same object if the element reports that itself. */
export function hide<T extends RawNode>(row: T): T {
  return row.states.includes('visible') ? { ...row, states: asOffscreen(row.states) } : row;
}

/** Same for a clipped element that reports that it is hidden. */
export function hideOutside<T extends RawNode>(row: T): T {
  return row.states.includes('offscreen') ? row : { ...row, states: asOffscreen(row.states) };
}

/** Same for an undrawn element, which has no bounds. */
export function hideUndrawn<T extends RawNode>(row: T): T {
  return row.bounds ? { ...hide(row), bounds: null } : hide(row);
}

/** Whether the content of an element can be visible, as far as the element reports. */
export function letsSee(
  { role, states }: Pick<RawNode, 'role' | 'states'>,
  { freesParts, freesDocuments }: Freed,
): boolean {
  if (freesDocuments && role === document) return true;
  return states.includes('visible') || role === tab || role === viewport || (freesParts && partsOfPages.has(role));
}

function look(node: RawNode, hidden: Hidden, known: WeakMap<RawNode, RawNode>, toolkit: Freed): RawNode {
  const why = hidden.get(node.runtimeId);
  if (why === 'undrawn') return undrawn(node);
  if (why) return cutOff(node);
  if (!node.children || node.children.length === 0) return node;
  const before = known.get(node);
  if (before) return before;
  const children = each(
    node.children,
    letsSee(node, toolkit) ? (child) => look(child, hidden, known, toolkit) : outOfSight,
  );
  const made = children === node.children ? node : { ...node, children };
  known.set(node, made);
  return made;
}

/** Returns the same list if nothing changed. */
function each(nodes: readonly RawNode[], change: (node: RawNode) => RawNode): readonly RawNode[] {
  let changed: RawNode[] | null = null;
  for (const [index, node] of nodes.entries()) {
    const made = change(node);
    if (made !== node) (changed ??= [...nodes])[index] = made;
  }
  return changed ?? nodes;
}
