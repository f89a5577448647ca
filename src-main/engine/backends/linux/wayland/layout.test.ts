import { describe, expect, it } from 'vitest';
import { intersect, type Rect } from '#contract/model/geometry';
import { Layout } from './layout.ts';

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const output = (name: string, logical: Rect, scale: number) => ({
  name,
  logical,
  scale,
  unit: 1,
  transform: 0,
  object: 1,
});

describe('screen pixels of outputs', () => {
  it('are logical pixels times the scale, with a single scale', () => {
    const layout = new Layout([output('A', rect(0, 0, 1024, 640), 1.25), output('B', rect(1024, 0, 1024, 640), 1.25)]);
    expect(layout.outputs.map(({ bounds }) => bounds)).toEqual([rect(0, 0, 1280, 800), rect(1280, 0, 1280, 800)]);
    expect(layout.toScreen(rect(100, 100, 200, 80))).toEqual(rect(125, 125, 250, 100));
  });

  it('never overlap, at any scale and position', () => {
    const outputs = [output('A', rect(-640, 0, 640, 400), 2), output('B', rect(0, 0, 1280, 800), 1)];
    const layout = new Layout([...outputs, output('C', rect(0, -512, 1024, 512), 1.25)]);
    const [a, b, c] = layout.outputs.map(({ bounds }) => bounds) as [Rect, Rect, Rect];
    expect(a).toEqual(rect(-1280, 0, 1280, 800));
    expect([intersect(a, b), intersect(a, c), intersect(b, c)]).toEqual([null, null, null]);
    expect(layout.monitors('B').map(({ primary }) => primary)).toEqual([false, true, false]);
  });

  it('are reported with their scale, even if the compositor counts in physical pixels', () => {
    const layout = new Layout([{ ...output('A', rect(0, 0, 1600, 1200), 1), unit: 2 }]);
    expect(layout.monitors()[0]).toMatchObject({ bounds: rect(0, 0, 1600, 1200), scale: 2 });
    expect(layout.projectionOf(rect(5, 5, 9, 9))).toEqual({ scale: 1, unit: 2, shift: { x: 0, y: 0 } });
  });

  it('contain a logical position', () => {
    const layout = new Layout([output('A', rect(-640, 0, 640, 400), 2), output('B', rect(0, 0, 1280, 800), 1.25)]);
    expect([layout.pixelAt({ x: -1.2, y: 3.6 }), layout.pixelAt({ x: 3, y: 3 })]).toEqual([
      { x: -3, y: 7 },
      { x: 3, y: 3 },
    ]);
  });

  it('convert back to their origin', () => {
    const layout = new Layout([output('A', rect(-640, 0, 640, 400), 2), output('B', rect(0, 0, 1280, 800), 1.5)]);
    for (const logical of [rect(-600, 30, 20, 10), rect(700, 300, 21, 11)]) {
      const { x, y } = layout.toScreen(logical);
      const back = layout.toLogical({ x, y });
      expect(Math.hypot(back.x - logical.x, back.y - logical.y)).toBeLessThan(1);
    }
  });
});
