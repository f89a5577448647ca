import type { Line } from './expectation.ts';
import type { Element } from './reading.ts';

/** A stated line and its element; null if there is none. */
export interface Pair {
  readonly line: Line;
  readonly element: Element | null;
}

/**
 * Finds the element of each line. Where the numbers of children differ, those with the same role and name belong together, else those
 * with the same role, in order.
 */
export function aligned(line: Line, element: Element | null): readonly Pair[] {
  let rest = element?.children ?? [];
  const pairs: Pair[] = [{ line, element }];
  for (const [i, child] of line.children.entries()) {
    const isSame = ({ told }: Element) => told.role === child.role && (child.name === null || told.name === child.name);
    const spare = rest.length - (line.children.length - i);
    const candidates = rest.slice(0, Math.max(spare, 0) + 1);
    let at = candidates.findIndex(isSame);
    if (at < 0) at = candidates.findIndex(({ told }) => told.role === child.role);
    if (at < 0 && spare >= 0) at = 0;
    pairs.push(...aligned(child, at < 0 ? null : (rest[at] ?? null)));
    if (at >= 0) rest = rest.slice(at + 1);
  }
  return pairs;
}
