import type { Point, Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ElementProvider, RawNode } from '../../../../backend.ts';
import { layoutOf, type Desk, type KnownWindows } from '../desk.ts';
import type { Layout, Projection } from '../layout.ts';

/** Converts positions between one output's coordinates and the actual ones. */
interface Crossing {
  readonly place: (place: Rect) => Rect;
  readonly point: (at: Point) => Point;
}

/**
 * A window and its pop-ups may extend to an output with another scale. Elements are read as if the window were entirely on its
 * own output; here each is moved to the output that shows its centre.
 */
export function acrossOutputs(elements: ElementProvider, desk: Desk, known: KnownWindows): ElementProvider {
  const crossingOf = async ({ id }: WindowInfo): Promise<Crossing | null> => {
    const layout = layoutOf(desk);
    if (new Set(layout.outputs.map(({ scale }) => scale)).size < 2) return null;
    const found = await known.find(id);
    return found ? crossing(layout, layout.projectionOf(found.frame)) : null;
  };
  const put = async <T extends RawNode>(window: WindowInfo, read: Promise<T>): Promise<T> => {
    const [node, across] = [await read, await crossingOf(window)];
    return across ? settled(node, across) : node;
  };
  const putAll = async (window: WindowInfo, read: Promise<readonly RawNode[]>) => {
    const [nodes, across] = [await read, await crossingOf(window)];
    return across ? nodes.map((node) => settled(node, across)) : nodes;
  };

  return {
    ...elements,
    async walk(window, from, budget) {
      const tree = await elements.walk(window, from, budget);
      return { ...tree, root: await put(window, Promise.resolve(tree.root)) };
    },
    children: (window, ...about) => putAll(window, elements.children(window, ...about)),
    ancestors: (window, ...about) => putAll(window, elements.ancestors(window, ...about)),
    details: (window, ...about) => put(window, elements.details(window, ...about)),
    cell: (window, ...about) => put(window, elements.cell(window, ...about)),
    async hitTest(window, at, signal) {
      const across = await crossingOf(window);
      return elements.hitTest(window, across ? across.point(at) : at, signal);
    },
    async pressed(window, at, signal) {
      const across = await crossingOf(window);
      return elements.pressed(window, across ? across.point(at) : at, signal);
    },
  };
}

/** @param own output of the window */
export function crossing(layout: Layout, own: Projection): Crossing {
  const { scale, shift } = own;
  return {
    place(place) {
      const [x, y] = [(place.x - shift.x) / scale, (place.y - shift.y) / scale];
      const logical = { x, y, width: place.width / scale, height: place.height / scale };
      const there = layout.projectionOf(logical);
      const isOwn = there.scale === scale && there.shift.x === shift.x && there.shift.y === shift.y;
      return isOwn ? place : layout.toScreen(logical, there);
    },
    point(at) {
      const { x, y } = layout.toLogical(at);
      return { x: Math.floor(x * scale + shift.x), y: Math.floor(y * scale + shift.y) };
    },
  };
}

function settled<T extends RawNode>(node: T, across: Crossing): T {
  const { bounds, children } = node;
  return {
    ...node,
    bounds: bounds && across.place(bounds),
    ...(children && { children: children.map((child) => settled(child, across)) }),
  };
}
