import { scores } from '../scores.ts';
import type { Strategy } from './candidate.ts';

/** By child indices from the root: always there, and the first to break. */
export const path: Strategy = ({ path: nodes }) => {
  const indices = nodes.slice(1).map((node, depth) => nodes[depth]?.children?.indexOf(node) ?? -1);
  if (indices.length === 0 || indices.includes(-1)) return [];
  return [{ selector: [{ path: indices }], kind: 'path', grade: 'E', score: scores.path }];
};
