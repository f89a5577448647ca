import { expect, test } from 'vitest';
import { windowOf, type Desk } from '../desk.ts';

export function pictureContract(desk: () => Desk): void {
  test('screen, monitor, window and region are PNGs of the size they say', async () => {
    const { engine, calculator } = desk();
    const { id, bounds } = await windowOf(desk(), calculator.title);
    const { monitors } = await engine.describe({});
    const region = { x: bounds.x + 5, y: bounds.y + 5, width: 50, height: 40 };
    const pictures = [
      await engine.capture({ target: { kind: 'screen' } }),
      await engine.capture({ target: { kind: 'monitor', monitor: 0 } }),
      await engine.capture({ target: { kind: 'window', window: id } }),
      await engine.capture({ target: { kind: 'region', region } }),
    ];
    expect(pictures[1]?.bounds).toEqual(monitors[0]?.bounds);
    expect(pictures[2]?.bounds).toEqual(bounds);
    expect(pictures[3]?.bounds).toEqual(region);
    for (const { png, bounds, scale } of pictures) {
      expect(png).toBeInstanceOf(Uint8Array);
      expect(sizeOf(png)).toEqual({ width: bounds.width * scale, height: bounds.height * scale });
    }
  });

  test('a region that reaches out of the screen is cut, and one outside is refused', async () => {
    const { engine } = desk();
    const across = { x: -20, y: -20, width: 60, height: 60 };
    const { bounds } = await engine.capture({ target: { kind: 'region', region: across } });
    expect(bounds).toEqual({ x: 0, y: 0, width: 40, height: 40 });
    const refused = { code: 'invalid_region' };
    const empty = { x: 0, y: 0, width: 0, height: 5 };
    await expect(engine.capture({ target: { kind: 'region', region: empty } })).rejects.toMatchObject(refused);
    const outside = { x: 90_000, y: 0, width: 5, height: 5 };
    await expect(engine.capture({ target: { kind: 'region', region: outside } })).rejects.toMatchObject(refused);
    await expect(engine.capture({ target: { kind: 'monitor', monitor: 99 } })).rejects.toMatchObject(refused);
  });

  test('the highlight is not in the picture', async () => {
    const { engine, calculator } = desk();
    const { bounds } = await windowOf(desk(), calculator.title);
    const region = { x: bounds.x, y: bounds.y, width: bounds.width, height: 20 };
    const take = async () => (await engine.capture({ target: { kind: 'region', region } })).png;
    const before = await take();
    await engine.highlight({ boxes: [{ bounds: region, label: 'here', line: 'solid' }] });
    const during = await take();
    await engine.highlight({ boxes: [] });
    expect(Buffer.from(during).equals(Buffer.from(before))).toBe(true);
  });
}

/** Width and height from a PNG's header chunk (https://www.w3.org/TR/png-3/#11IHDR), after its signature. */
function sizeOf(png: Uint8Array): { width: number; height: number } {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  expect([...png.subarray(0, 8)]).toEqual(signature);
  const view = new DataView(png.buffer, png.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
