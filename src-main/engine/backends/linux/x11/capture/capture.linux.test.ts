import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../../../base/log.ts';
import { intersect, type Rect } from '#contract/model/geometry';
import type { Backend, Pixels } from '../../../../backend.ts';
import { createLinuxBackend } from '../../index.ts';
import { startTarget, until, type TargetApp } from '../../testing/apps/target-app.ts';

let backend: Backend;
let editor: TargetApp;
let calculator: TargetApp;

beforeAll(async () => {
  backend = await createLinuxBackend({ ownProcessIds: () => new Set(), log: createLog('test') });
  [editor, calculator] = await Promise.all([
    startTarget(backend, 'mousepad', ['--disable-server']),
    startTarget(backend, 'galculator'),
  ]);
});
afterAll(async () => {
  await Promise.all([editor.end(), calculator.end()]);
  await backend.close();
});

async function inFront(app: TargetApp): Promise<void> {
  await backend.windows.act((await app.window()).id, 'focus');
  await until(async () => (await app.window()).active);
  await sleep(200);
}

/** Number of rows that differ between two pictures of equal size. */
function changedRows(a: Pixels, b: Pixels): number {
  const row = (pixels: Pixels, y: number) =>
    Buffer.from(pixels.rgba.subarray(y * pixels.width * 4, (y + 1) * pixels.width * 4));
  return Array.from({ length: a.height }, (_, y) => y).filter((y) => !row(a, y).equals(row(b, y))).length;
}

function sizeOf({ width, height }: Rect | Pixels) {
  return { width, height };
}

describe('the picture of a window', () => {
  it('is whole where another window covers it', async () => {
    await inFront(calculator);
    const window = await calculator.window();
    const alone = await backend.capture.window(window);
    await backend.windows.move((await editor.window()).id, window.bounds);
    await inFront(editor);
    const covered = await backend.capture.window(await calculator.window());
    expect(sizeOf(alone.pixels)).toEqual(sizeOf(window.bounds));
    expect(sizeOf(covered.pixels)).toEqual(sizeOf(window.bounds));
    // Its title bar is drawn as inactive now; the rest is the same.
    expect(changedRows(alone.pixels, covered.pixels)).toBeLessThan(window.bounds.height * 0.15);
  });

  it('is complete if part of it is off-screen', async () => {
    await inFront(calculator);
    const { id, bounds } = await calculator.window();
    const before = await backend.capture.window(await calculator.window());
    await backend.windows.move(id, { x: -80 });
    await until(async () => (await calculator.window()).bounds.x < 0);
    await sleep(200);
    const moved = await backend.capture.window(await calculator.window());
    expect(moved.note).toBe('');
    expect(changedRows(before.pixels, moved.pixels)).toBeLessThan(bounds.height * 0.1);
    await backend.windows.move(id, { x: 60 });
  });

  it('has the open menus of its app beside it', async () => {
    await inFront(calculator);
    const window = await calculator.window();
    expect(await backend.capture.popups?.(window)).toEqual([]);
    await backend.input.press('alt+f');
    const open = async () => (await backend.capture.popups?.(window)) ?? [];
    await until(async () => (await open()).length === 1);
    const [menu] = await open();
    expect(intersect({ ...menu!.at, ...sizeOf(menu!.pixels) }, window.bounds)).not.toBeNull();
    await backend.input.press('Escape');
    await until(async () => (await open()).length === 0);
  });

  it('is refused for a missing window', async () => {
    const window = await calculator.window();
    await backend.windows.act(window.id, 'minimize');
    await until(async () => (await calculator.window()).state === 'minimized');
    // As if it had been minimised just after the engine looked.
    await expect(backend.capture.window(window)).rejects.toMatchObject({ code: 'invalid_region' });
    await backend.windows.act(window.id, 'restore');
    await until(async () => (await calculator.window()).bounds.height === window.bounds.height);
    await sleep(200);
    expect(sizeOf((await backend.capture.window(await calculator.window())).pixels)).toEqual(sizeOf(window.bounds));
  });
});

describe('the picture of the screen', () => {
  it('is refused off-screen', async () => {
    const outside = backend.capture.screen({ x: 5_000, y: 0, width: 10, height: 10 });
    await expect(outside).rejects.toMatchObject({ code: 'invalid_region' });
  });

  it('has the pointer as a separate picture', async () => {
    await backend.input.move({ x: 300, y: 200 });
    const cursor = await backend.capture.cursor();
    expect(cursor?.pixels.width).toBeGreaterThan(4);
    expect(Math.abs((cursor?.at.x ?? 0) - 300)).toBeLessThan(32);
    expect(cursor?.pixels.rgba.some((byte, at) => at % 4 === 3 && byte === 255)).toBe(true);
  });
});
