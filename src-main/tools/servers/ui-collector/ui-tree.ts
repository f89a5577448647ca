import { z } from 'zod';
import { harmlessJson } from '#contract/foreign-text';
import { describeDiagnosis } from '#contract/model/diagnosis';
import type { TreeNode } from '#contract/model/elements/element';
import type { Rect } from '#contract/model/geometry';
import { lines, offsetField, pageOf } from '../../answers/page.ts';
import { shortFor } from '../../answers/room.ts';
import { around, nestRows, placesIn } from '../../answers/tree-part.ts';
import { defineTool } from '../../define-tool.ts';
import { windowArgument } from '../../target/target-input.ts';
import { windowTag } from '../../target/windows/window-tag.ts';
import { namespace } from './namespace.ts';
import { windowToLookAt } from './selected-window.ts';

interface Sides {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** UFO's tree node (automator/ui_control/ui_tree.py). Rectangles are null for an element without bounds. */
interface UiTreeNode {
  readonly id: string;
  readonly name: string;
  readonly control_type: string;
  /** Physical screen pixels. */
  readonly rectangle: Sides | null;
  /** Relative to the window's top left, in pixels. */
  readonly adjusted_rectangle: Sides | null;
  /** Fractions of the window's width and height. */
  readonly relative_rectangle: Sides | null;
  readonly level: number;
  readonly children: readonly UiTreeNode[];
}

export const getUiTree = defineTool({
  name: 'get_ui_tree',
  namespace,
  type: 'data_collection',
  effect: 'observe',
  title: 'Read the UI tree',
  description:
    'Read the whole UI tree of the selected window as nested JSON: name, control type, rectangles and children of every element.',
  input: z.object({
    max_depth: z.number().int().positive().max(200).optional().describe('How many levels at most.'),
    max_nodes: z.number().int().positive().max(50_000).default(5_000).describe('How many elements at most.'),
    offset: offsetField('elements, in tree order'),
    window: windowArgument.optional(),
  }),
  async run(context, { max_depth, max_nodes, offset, window: query }) {
    const window = await windowToLookAt(context, query);
    const limits = { maxNodes: max_nodes, ...(max_depth !== undefined && { depth: max_depth }) };
    const tree = await context.engine.tree({ window: window.id, ...limits }, { signal: context.signal });
    // One window contains them all, so its root names it.
    const whole = convert(tree.root, tree.root.bounds ?? window.bounds);
    const part = partOfTree(whole, offset, context.room);
    const data = { ...part.root, window: shortFor(context.room, windowTag(window)) };
    const note = lines(
      part.note,
      tree.truncated && `The tree was cut by ${tree.truncated} at ${tree.nodeCount} elements.`,
      tree.diagnosis && describeDiagnosis(tree.diagnosis),
    );
    return { text: harmlessJson(data), data, ...(note && { note }) };
  },
});

/** As many nodes as fit, from the node `node_<offset>` on, below their ancestors. */
function partOfTree(root: UiTreeNode, offset: number, room: number) {
  if (room === Infinity && offset === 0) return { root, note: undefined };
  const places = [...placesIn(root)];
  const page = pageOf(
    places,
    (place, filling) => {
      const own = filling.short({ ...place.node, children: [] });
      return { place, own, text: harmlessJson(own), data: own };
    },
    { what: 'elements', offset, room },
  );
  const [first] = page.items;
  const ancestors = first ? around(first.place) : places.slice(0, 1);
  const outer = ancestors.map((place) => ({ place, own: shortFor(room, { ...place.node, children: [] }) }));
  const rows = [...outer, ...page.items];
  const kept = nestRows(
    rows,
    ({ place }) => place,
    ({ own }, children) => ({ ...own, children }),
  );
  const again = offset > 0 && 'What they are in is there once more, with the same ids.';
  return { root: kept[0] ?? root, note: lines(page.note, again) };
}

function convert(root: TreeNode, window: Rect): UiTreeNode {
  let count = 0;
  const node = (from: TreeNode, level: number): UiTreeNode => ({
    id: `node_${count++}`,
    name: from.name,
    control_type: from.controlType,
    ...rectangles(from.bounds, window),
    level,
    children: (from.children ?? []).map((child) => node(child, level + 1)),
  });
  return node(root, 0);
}

function rectangles(bounds: Rect | null, window: Rect) {
  if (!bounds) return { rectangle: null, adjusted_rectangle: null, relative_rectangle: null };
  const rectangle = sides(bounds);
  const adjusted = sides({ ...bounds, x: bounds.x - window.x, y: bounds.y - window.y });
  const relative = {
    left: adjusted.left / window.width,
    top: adjusted.top / window.height,
    right: adjusted.right / window.width,
    bottom: adjusted.bottom / window.height,
  };
  const known = window.width > 0 && window.height > 0;
  return { rectangle, adjusted_rectangle: adjusted, relative_rectangle: known ? relative : null };
}

function sides({ x, y, width, height }: Rect): Sides {
  return { left: x, top: y, right: x + width, bottom: y + height };
}
