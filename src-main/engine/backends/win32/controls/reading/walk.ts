import type { RawNode, RawTree } from '../../../../backend.ts';
import type { WalkBudget } from '../../elements/strategy.ts';
import { childrenOf, type Element, type Row } from './element.ts';

/** So many parts of one control are read at most, as rows of a list: the rest comes by pages. */
const mostChildren = 1_000;
/** Parts that are read at once, before anybody looks at the time. */
const pageSize = 100;

interface Branch {
  readonly element: Element;
  readonly node: Row & { children?: readonly RawNode[] };
  readonly depth: number;
}

/** The tree below an element, level by level, so that what is near the root is never missing for what is deep. */
export function walkFrom(element: Element, budget: WalkBudget): Omit<RawTree, 'diagnosis'> {
  const root: Branch['node'] = { ...element.row };
  let [nodeCount, truncated] = [1, null as RawTree['truncated']];
  const waiting: Branch[] = [{ element, node: root, depth: 0 }];
  for (let branch = waiting.shift(); branch; branch = waiting.shift()) {
    const { childCount } = branch.node;
    if (branch.depth >= budget.depth) {
      if (childCount > 0) truncated ??= 'depth';
      continue;
    }
    if (budget.cancelled()) {
      truncated = 'time';
      if (childCount > 0) continue;
    }
    const room = Math.min(mostChildren, budget.maxNodes - nodeCount);
    const found = childCount > 0 ? readPages(branch.element, Math.min(room, childCount), budget) : [];
    const depth = branch.depth + 1;
    const added = found.map((child): Branch => ({ element: child, node: { ...child.row }, depth }));
    branch.node.children = added.map(({ node }) => node);
    nodeCount += added.length;
    if (childCount > room) truncated ??= 'nodes';
    if (budget.cancelled()) truncated = 'time';
    waiting.push(...added);
  }
  return { root, nodeCount, truncated };
}

function readPages(element: Element, count: number, { cancelled }: WalkBudget): readonly Element[] {
  const found: Element[] = [];
  for (let offset = 0; offset < count && (offset === 0 || !cancelled()); offset += pageSize) {
    found.push(...childrenOf(element, { offset, limit: Math.min(pageSize, count - offset) }));
  }
  return found;
}
