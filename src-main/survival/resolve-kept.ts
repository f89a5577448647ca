import type { RawNode } from '../engine/backend.ts';
import { matchSelector } from '../engine/selectors/match.ts';
import { nearMisses, whyNot } from '../engine/selectors/near-misses.ts';
import { pathTo } from '../engine/tree/walk.ts';
import { toElementNode } from '../engine/tree/to-node.ts';
import { distinct, type Surroundings } from '../tools/target/distinct.ts';
import { describeElement, parseElementId, type ElementNode } from '#contract/model/element';
import { nearestSentence } from '#contract/model/near-miss';
import { parseSelector } from '#contract/model/selector';

/** A kept tree belongs to no window that is there now. */
const window = '0x1';

/** As the engine tells of it. */
export function toNode(node: RawNode): ElementNode {
  return toElementNode(window, node);
}

/** What a tool would find by the selector if the window were as the tree says: see `which-element.ts`. */
export function findInKept(root: RawNode, selector: string): Promise<readonly ElementNode[]> {
  const matches = matchSelector(root, parseSelector(selector)).map(toNode);
  return distinct(surroundingsIn(root), matches, { name: undefined, prefer: undefined });
}

/** What keeps the selector from matching, for a person: of the element where it is known, else of what is near. */
export function whyNone(root: RawNode, selector: string, element: ElementNode | null): string {
  const parsed = parseSelector(selector);
  const known = element && pathTo(root, parseElementId(element.id).runtimeId)?.at(-1);
  const why = known ? whyNot(root, parsed, known) : '';
  if (element && why !== '') return `nothing matches: ${describeElement(element)} is there, but ${why}.`;
  const near = nearMisses(root, parsed, 1).map(({ node, why }) => ({ element: toNode(node), why }));
  return near.length > 0 ? `nothing matches. ${nearestSentence(near)}` : 'nothing matches.';
}

export function describeMatches(matches: readonly ElementNode[]): string {
  const [first, ...others] = matches;
  if (!first) return 'nothing matches.';
  return others.length === 0 ? `it finds ${describeElement(first)}.` : `${matches.length} elements match.`;
}

function surroundingsIn(root: RawNode): Surroundings {
  const ancestors: Surroundings['engine']['ancestors'] = ({ element }) => {
    const path = pathTo(root, parseElementId(element).runtimeId) ?? [];
    return Promise.resolve(path.slice(0, -1).map(toNode));
  };
  return { engine: { ancestors }, signal: AbortSignal.timeout(60_000) };
}
