import { expect, test, vi } from 'vitest';
import { center, intersect } from '#contract/model/geometry';
import { readPicture } from '../read-picture.ts';
import { elementOf, focusWindow, windowOf, type Desk } from '../desk.ts';

const waitOptions = { timeout: 10_000, interval: 100 };

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
    for (const { bytes, bounds, scale } of pictures) {
      expect(bytes).toBeInstanceOf(Uint8Array);
      expect(sizeOf(bytes)).toEqual({ width: bounds.width * scale, height: bounds.height * scale });
    }
  });

  test('pixels are kept until they are made a picture of, with what is covered black, once', async () => {
    const { engine, calculator } = desk();
    const { id, bounds } = await windowOf(desk(), calculator.title);
    const kept = await engine.snap({ target: { kind: 'window', window: id } });
    expect(kept.bounds).toEqual(bounds);
    const cover = [{ x: bounds.x + 10, y: bounds.y + 20, width: 30, height: 30 }];
    const { picture, thumbnail } = await engine.encodeShot({ shot: kept.shot, cover, thumbnailWidth: 100 });
    const pixels = await readPicture(picture.bytes);
    expect(pixels).toMatchObject({ width: bounds.width, height: bounds.height });
    expect([pixels.at({ x: 10, y: 20 }), pixels.at({ x: 39, y: 49 })]).toEqual(Array(2).fill([0, 0, 0]));
    expect(pixels.at({ x: 40, y: 50 })).not.toEqual([0, 0, 0]);
    expect(await readPicture(thumbnail.bytes)).toMatchObject({ width: 100 });
    const again = engine.encodeShot({ shot: kept.shot, cover, thumbnailWidth: 100 });
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a region that reaches out of the screen is cut, and one outside is refused', async () => {
    const { engine } = desk();
    const across = { x: -20, y: -20, width: 60, height: 60 };
    const { bounds, note } = await engine.capture({ target: { kind: 'region', region: across } });
    expect(bounds).toEqual({ x: 0, y: 0, width: 40, height: 40 });
    expect(note).toContain('off the screen');
    const refused = { code: 'invalid_region' };
    const empty = { x: 0, y: 0, width: 0, height: 5 };
    await expect(engine.capture({ target: { kind: 'region', region: empty } })).rejects.toMatchObject(refused);
    const outside = { x: 90_000, y: 0, width: 5, height: 5 };
    await expect(engine.capture({ target: { kind: 'region', region: outside } })).rejects.toMatchObject(refused);
    await expect(engine.capture({ target: { kind: 'monitor', monitor: 99 } })).rejects.toMatchObject(refused);
  });

  test('an element is cut out of its window', async () => {
    const { engine, calculator } = desk();
    const { title, seven } = calculator;
    const element = await elementOf(desk(), { title, selector: seven });
    const { bytes, bounds, note } = await engine.capture({ target: { kind: 'element', element: element.id } });
    expect({ bounds, note }).toEqual({ bounds: element.bounds, note: '' });
    expect(sizeOf(bytes)).toEqual({ width: bounds.width, height: bounds.height });
  });

  test('a picture is made smaller, and reports by how much', async () => {
    const { engine, calculator } = desk();
    const { id, bounds } = await windowOf(desk(), calculator.title);
    const target = { kind: 'window', window: id } as const;
    const half = await engine.capture({ target, options: { scale: 0.5 } });
    expect(sizeOf(half.bytes).width).toBe(Math.round(bounds.width / 2));
    expect(half.scale).toBeCloseTo(0.5, 1);
    expect(half.bounds).toEqual(bounds);
    const narrow = await engine.capture({ target, options: { maxWidth: 60 } });
    expect(sizeOf(narrow.bytes).width).toBe(60);
    expect(narrow.scale).toBe(60 / bounds.width);
    const wide = await engine.capture({ target, options: { maxWidth: 60_000 } });
    expect(wide.scale).toBe(1);
  });

  test('JPEG and WebP are what they say', async () => {
    const { engine } = desk();
    const region = { x: 0, y: 0, width: 30, height: 20 };
    const take = (format: 'jpeg' | 'webp') =>
      engine.capture({ target: { kind: 'region', region }, options: { format } });
    const [jpeg, webp] = await Promise.all([take('jpeg'), take('webp')]);
    expect(jpeg.mimeType).toBe('image/jpeg');
    expect([...jpeg.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(webp.mimeType).toBe('image/webp');
    expect(Buffer.from(webp.bytes.subarray(8, 12)).toString()).toBe('WEBP');
  });

  test('the mouse pointer is drawn where it is, on request only', async () => {
    const { engine, calculator } = desk();
    const { bounds } = await focusWindow(desk(), calculator.title);
    const at = center(bounds);
    await engine.moveMouse(at);
    const region = { x: at.x - 20, y: at.y - 20, width: 60, height: 60 };
    const take = async (cursor: boolean) =>
      Buffer.from((await engine.capture({ target: { kind: 'region', region }, options: { cursor } })).bytes);
    // The element below the pointer may be highlighted in steps, and a tooltip may appear.
    const isSame = await vi.waitFor(async () => {
      const [before, drawn, after] = [await take(false), await take(true), await take(false)];
      expect(after.equals(before)).toBe(true);
      return drawn.equals(before);
    }, waitOptions);
    expect(isSame).toBe(desk().cannot?.includes('drawPointer') ?? false);
  });

  test('what can be used is numbered, and its numbers are drawn', async () => {
    const { engine, calculator } = desk();
    const { id, bounds } = await windowOf(desk(), calculator.title);
    const { marks, total, truncated } = await engine.marks({ window: id });
    expect(truncated).toBe(false);
    expect(marks.map(({ label }) => label)).toEqual(marks.map((_, index) => index + 1));
    expect(total).toBe(marks.length);
    for (const mark of marks) expect(intersect(mark.bounds, bounds)).toEqual(mark.bounds);
    const seven = await elementOf(desk(), { title: calculator.title, selector: calculator.seven });
    expect(marks).toContainEqual(expect.objectContaining({ id: seven.id, controlType: 'Button', name: seven.name }));

    const target = { kind: 'window', window: id } as const;
    const [plain, marked] = [await engine.capture({ target }), await engine.capture({ target, marks })];
    expect(sizeOf(marked.bytes)).toEqual(sizeOf(plain.bytes));
    expect(Buffer.from(marked.bytes).equals(Buffer.from(plain.bytes))).toBe(false);

    const few = await engine.marks({ window: id, limit: 2 });
    expect(few).toEqual({ marks: marks.slice(0, 2), total, truncated: true });
  });

  test('a mark outside the picture is named as missing', async () => {
    const { engine } = desk();
    const region = { x: 10, y: 10, width: 200, height: 100 };
    const inside = { label: 7, bounds: { x: 50, y: 50, width: 40, height: 20 } };
    const outside = { label: 8, bounds: { x: 400, y: 50, width: 40, height: 20 } };
    const { note } = await engine.capture({ target: { kind: 'region', region }, marks: [inside, outside] });
    expect(note).toMatch(/No room .*: 8\.$/);
  });

  test('the highlight is not in the picture', async () => {
    const { engine, calculator } = desk();
    const { bounds } = await windowOf(desk(), calculator.title);
    const region = { x: bounds.x, y: bounds.y, width: bounds.width, height: 20 };
    const take = async () => (await engine.capture({ target: { kind: 'region', region } })).bytes;
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
