import { describe, expect, it } from 'vitest';
import type { Point, Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ElementProvider, RawNode } from '../../../../backend.ts';
import type { Desk, KnownWindows } from '../desk.ts';
import { acrossOutputs } from './across-outputs.ts';

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const output = (logical: Rect, scale: number) => ({ name: '', logical, scale, unit: 1, transform: 0, object: 1 });
const window = { id: '0x1' } as unknown as WindowInfo;
const budget = { depth: 9, maxNodes: 9, signal: new AbortController().signal };

/** A window with its left two thirds on an output at `scale`, left of the origin, and the rest on one at 1.25. */
function openAt(scale: number) {
  const desk = {
    outputs: { list: () => [output(rect(0, 0, 1536, 960), 1.25), output(rect(-960, 0, 960, 600), scale)] },
  } as unknown as Desk;
  const known = { find: () => Promise.resolve({ frame: rect(-600, 100, 900, 400) }) } as unknown as KnownWindows;
  const asked: Point[] = [];
  const node = (bounds: Rect | null, children: readonly RawNode[] = []) => ({ bounds, children }) as RawNode;
  // Pixels at scale 2 of the left output, where the window begins at -1200.
  const root = node(rect(-1200, 200, 1800, 800), [
    node(rect(-1180, 220, 40, 20)),
    node(rect(400, 300, 80, 40)),
    node(null),
  ]);
  const elements = {
    walk: () => Promise.resolve({ root, nodeCount: 4, truncated: null, diagnosis: null }),
    hitTest: (_: WindowInfo, at: Point) => Promise.resolve(asked.push(at) && null),
  } as unknown as ElementProvider;
  return { provider: acrossOutputs(elements, desk, known), root, asked };
}

describe('a window across outputs with different scales', () => {
  it('has each element where its output shows it', async () => {
    const { provider } = openAt(2);
    const { root } = await provider.walk(window, null, budget);
    // Its centre is at -150, on the left.
    expect(root.bounds).toEqual(rect(-1200, 200, 1800, 800));
    // 200 logical pixels right of the origin, 150 below.
    expect(root.children?.map(({ bounds }) => bounds)).toEqual([
      rect(-1180, 220, 40, 20),
      rect(250, 188, 50, 25),
      null,
    ]);
  });

  it('is hit-tested as if it were entirely on its own output', async () => {
    const { provider, asked } = openAt(2);
    await provider.hitTest(window, { x: -1170, y: 230 });
    await provider.hitTest(window, { x: 275, y: 200 });
    expect(asked).toEqual([
      { x: -1170, y: 230 },
      { x: 440, y: 320 },
    ]);
  });

  it('is unchanged if both outputs have the same scale', async () => {
    const { provider, root } = openAt(1.25);
    expect((await provider.walk(window, null, budget)).root).toEqual(root);
  });
});
