import type { TreeNode } from '#contract/model/elements/element';
import { area, formatRect, intersect, isEmpty, sameRect, type Rect } from '#contract/model/geometry';
import type { ElementMark } from '#contract/model/picture';
import { isUsable } from '#contract/model/elements/usable';
import type { Operation } from '../../operations/operation.ts';
import { toTreeNode } from '../../tree/to-node.ts';
import { walk, wholeTree } from '../../tree/walk.ts';
import { windowOf } from '../../windows/lookup.ts';

/** A picture with more marks is not readable. */
const defaultLimit = 200;

/** Numbers the visible elements that can be clicked or typed into now, in tree order. */
export const marks: Operation<'marks'> = async (context, { window: wanted, limit = defaultLimit }, call) => {
  const window = await windowOf(context, wanted);
  const { root, truncated } = await walk(context, window, wholeTree, call, null);
  const found = withoutDoubles([...candidates(toTreeNode(window.id, root), window.bounds)]);
  const shown = found.slice(0, limit).map(({ node, bounds }, index): ElementMark => {
    const { id, controlType, name } = node;
    return { label: index + 1, bounds, id, controlType, name };
  });
  return { marks: shown, total: found.length, truncated: found.length > shown.length || truncated !== null };
};

interface Candidate {
  readonly node: TreeNode;
  /** The part inside its window. */
  readonly bounds: Rect;
}

function* candidates(node: TreeNode, window: Rect): Generator<Candidate> {
  for (const child of node.children ?? []) {
    const bounds = child.bounds && !isEmpty(child.bounds) ? intersect(child.bounds, window) : null;
    if (bounds && isUsable(child, node)) yield { node: child, bounds };
    yield* candidates(child, window);
  }
}

/** Nested controls with the same bounds count as one, and a document is marked only if nothing in it is. */
function withoutDoubles(found: readonly Candidate[]): readonly Candidate[] {
  const seen = new Set<string>();
  return found.filter(({ node, bounds }) => {
    if (node.controlType === 'Document' && holdsOthers(bounds, found)) return false;
    const place = formatRect(bounds);
    return !seen.has(place) && seen.add(place);
  });
}

function holdsOthers(outer: Rect, found: readonly Candidate[]): boolean {
  return found.some(({ bounds }) => {
    const shared = intersect(bounds, outer);
    return shared !== null && sameRect(shared, bounds) && area(bounds) < area(outer);
  });
}
