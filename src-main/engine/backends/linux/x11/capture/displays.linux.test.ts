import { loadImage, createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { CaptureTarget, Picture } from '#contract/model/picture';
import type { WindowInfo } from '#contract/model/windows/window';
import { openXDisplay, type XDisplay } from '../../testing/x-display.ts';
import { until } from '../../testing/apps/target-app.ts';
import { hasCompositor } from '../display/extensions.ts';
import { XConnection } from '../display/connection.ts';

const left = { x: 0, y: 300, width: 800, height: 600 };
const right = { x: 800, y: 0, width: 1_000, height: 900 };
/** Differs from the monitors' and the screen's corner. */
const place = { x: 930, y: 70 };

let display: XDisplay;
beforeAll(async () => {
  display = await openXDisplay('openbox', [
    ['left', '800/200x600/150+0+300'],
    ['right', '1000/250x900/225+800+0'],
  ]);
  display.start('galculator');
  await until(async () => (await windows()).length === 1);
});
afterAll(() => display.close());

describe('two monitors with different top edges', () => {
  it('each monitor is captured at its own position', async () => {
    const { monitors } = await display.engine.describe({});
    expect(monitors.map(({ bounds }) => bounds)).toEqual([left, right]);
    for (const { index, bounds } of monitors) {
      const picture = await display.engine.capture({ target: { kind: 'monitor', monitor: index } });
      expect({ bounds: picture.bounds, scale: picture.scale, note: picture.note }).toEqual({
        bounds,
        scale: 1,
        note: '',
      });
    }
  });

  it("a window is in its monitor's picture at its screen position", async () => {
    const window = await moved();
    const inside = { ...window.bounds, x: window.bounds.x - right.x, y: window.bounds.y - right.y };
    // It may still be drawing.
    await until(async () => {
      const alone = await shot({ kind: 'window', window: window.id });
      expect(alone.picture.bounds).toEqual(window.bounds);
      const whole = await shot({ kind: 'monitor', monitor: 1 });
      const there = whole.part(inside);
      expect(differences(there, alone.part({ ...inside, x: 0, y: 0 }))).toBeLessThan(0.01);
      expect(differences(there, whole.part({ ...inside, x: 0, y: 300 }))).toBeGreaterThan(0.2);
      return true;
    });
  });

  it('recognised words have screen positions, whatever they were read from', { timeout: 120_000 }, async () => {
    const window = await moved();
    const read = async (target: CaptureTarget) => {
      const { lines } = await display.engine.ocr({ target });
      return lines.flatMap(({ words }) => words).find(({ text }) => text === 'Calculator')?.bounds;
    };
    const place = await read({ kind: 'window', window: window.id });
    expect(place).toBeDefined();
    expect(await read({ kind: 'monitor', monitor: 1 })).toEqual(place);
  });
});

it('a window that others cover is whole under a compositor', async () => {
  const compositor = display.start('picom', ['--backend', 'xrender', '--config', '/dev/null', '--no-fading-openclose']);
  const x = await XConnection.open(display.env['DISPLAY'] ?? '');
  await until(() => hasCompositor(x));
  x.close();
  const below = await moved();
  const alone = await shot({ kind: 'window', window: below.id });
  display.start('galculator');
  await until(async () => (await windows()).length === 2);
  const above = (await windows()).find(({ id }) => id !== below.id)!;
  await display.engine.moveWindow({ window: above.id, bounds: { x: below.bounds.x + 40, y: below.bounds.y + 60 } });
  const covered = await shot({ kind: 'window', window: below.id });
  expect(covered.picture.bounds).toEqual(below.bounds);
  const content = { x: 0, y: 60, width: below.bounds.width, height: below.bounds.height - 60 };
  expect(differences(covered.part(content), alone.part(content))).toBeLessThan(0.05);
  expect(compositor.exitCode).toBeNull();
});

async function windows(): Promise<readonly WindowInfo[]> {
  return (await display.engine.listWindows({})).items.filter(({ title }) => title === 'galculator');
}

async function moved(): Promise<WindowInfo> {
  const [window] = await windows();
  return display.engine.moveWindow({ window: window!.id, bounds: place });
}

interface TakenPicture {
  readonly picture: Picture;
  /** Four bytes per pixel, of a part in picture pixels. */
  part(rect: Rect): Uint8ClampedArray;
}

async function shot(target: CaptureTarget): Promise<TakenPicture> {
  const picture = await display.engine.capture({ target });
  const image = await loadImage(Buffer.from(picture.bytes));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return { picture, part: ({ x, y, width, height }) => context.getImageData(x, y, width, height).data };
}

/** The share of bytes that differ. */
function differences(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  return a.filter((byte, at) => byte !== b[at]).length / a.length;
}
