import type { XAttributes, XGeometry, XTree } from 'x11';
import { intersect, type Rect } from '#contract/model/geometry';
import type { XConnection } from '../display/connection.ts';
import type { ShapeRectangles } from '../display/extensions.ts';
import { isGone } from '../display/failure.ts';
import { sameClient } from '../display/stacking.ts';

const inputOutput = 1;
const viewable = 2;

/**
 * The topmost child of the root that lies above another one and paints over a part of these bounds; null where none does.
 * Windows of the same client are part of it, and those of the server itself, such as the one that compositors draw to,
 * lie over everything.
 */
export async function coveringTopLevel(x: XConnection, window: number, bounds: Rect): Promise<number | null> {
  const { children } = await x.ask<XTree>((client, done) => client.QueryTree(x.root, done));
  const above = children.slice(children.indexOf(window) + 1).reverse();
  const strangers = above.filter((child) => !sameClient(x, child, window) && !sameClient(x, child, x.root));
  const covers = await Promise.all(strangers.map((child) => paintsOver(x, child, bounds)));
  return strangers.find((_, i) => covers[i]) ?? null;
}

async function paintsOver(x: XConnection, window: number, bounds: Rect): Promise<boolean> {
  try {
    const [{ klass, mapState }, { xPos, yPos, width, height, borderWidth }] = await Promise.all([
      x.ask<XAttributes>((client, done) => client.GetWindowAttributes(window, done)),
      x.ask<XGeometry>((client, done) => client.GetGeometry(window, done)),
    ]);
    const outer = { x: xPos, y: yPos, width: width + 2 * borderWidth, height: height + 2 * borderWidth };
    if (klass !== inputOutput || mapState !== viewable || !intersect(outer, bounds)) return false;
    const parts = await shapeOf(x, window);
    const origin = { x: xPos + borderWidth, y: yPos + borderWidth };
    return parts.some(({ x, y, ...size }) => intersect({ x: origin.x + x, y: origin.y + y, ...size }, bounds) !== null);
  } catch (error) {
    // Windows come and go while one looks.
    if (isGone(error)) return false;
    throw error;
  }
}

/** What of a window is painted at all, from its own corner. */
async function shapeOf(x: XConnection, window: number): Promise<readonly Rect[]> {
  const shape = await x.extension('shape');
  if (!shape) return [{ x: 0, y: 0, width: 0xffff, height: 0xffff }];
  const { rectangles } = await x.ask<ShapeRectangles>((_, done) =>
    shape.GetRectangles(window, shape.Kind.Bounding, done),
  );
  return rectangles.map(([x, y, width, height]) => ({ x, y, width, height }));
}
