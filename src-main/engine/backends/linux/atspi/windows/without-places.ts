import type { ElementProvider, RawNode } from '../../../../backend.ts';

/** Elements of windows at unknown positions: they have no screen bounds either. */
export function withoutPlaces(elements: ElementProvider): ElementProvider {
  return {
    ...elements,
    async walk(...asked) {
      const tree = await elements.walk(...asked);
      return { ...tree, root: withoutPlace(tree.root) };
    },
    children: async (...asked) => (await elements.children(...asked)).map(withoutPlace),
    ancestors: async (...asked) => (await elements.ancestors(...asked)).map(withoutPlace),
    details: async (...asked) => ({ ...(await elements.details(...asked)), bounds: null }),
    cell: async (...asked) => withoutPlace(await elements.cell(...asked)),
    hitTest: () => Promise.resolve(null),
    pressed: () => Promise.resolve(null),
  };
}

function withoutPlace(node: RawNode): RawNode {
  return {
    ...node,
    bounds: null,
    ...(node.bounds && { unplaced: true }),
    ...(node.children && { children: node.children.map(withoutPlace) }),
  };
}
