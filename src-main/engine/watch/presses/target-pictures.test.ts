import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sleep } from '../../../base/async/deadline.ts';
import type { InputEvent } from '#contract/model/engine';
import type { Point, Rect } from '#contract/model/geometry';
import { createFakeEngine, type FakeEngine } from '../../testing/fake-engine.ts';
import { readPicture } from '../../testing/read-picture.ts';

let desk: FakeEngine;
let events: InputEvent[];

beforeEach(async () => {
  desk = await createFakeEngine();
  events = [];
  desk.engine.on('input', (event) => events.push(event));
  await raise('Form');
});
afterEach(() => desk.engine.close());

/** Long enough for the feed to read the desktop, and to look up the resting pointer. */
const settle = () => sleep(300);

async function raise(title: string): Promise<void> {
  desk.backend.desktop.activate(desk.backend.desktop.window((await desk.window(title)).id));
  await settle();
}

/** Rests at a place and presses there; returns the picture of the target, as bytes. */
async function pressed(at: Point): Promise<Uint8Array | null> {
  desk.backend.devices.move(at);
  await settle();
  desk.backend.devices.button('left', true);
  desk.backend.devices.button('left', false);
  const down = await vi.waitFor(() => {
    const event = events.find(({ type }) => type === 'pointerDown');
    if (event?.type !== 'pointerDown' || !event.target) throw new Error('no press on anything');
    return event;
  });
  return down.target?.picture === undefined ? null : Buffer.from(down.target.picture, 'base64');
}

async function expectToShow(bytes: Uint8Array | null, bounds: Rect, dark: (at: Point) => boolean = () => false) {
  const shown = await readPicture(bytes ?? Buffer.of());
  const { bytes: png } = await desk.engine.capture({ target: { kind: 'region', region: bounds } });
  const there = await readPicture(png);
  expect(shown).toMatchObject({ width: bounds.width, height: bounds.height });
  let difference = 0;
  for (let y = 0; y < bounds.height; y++)
    for (let x = 0; x < bounds.width; x++) {
      const wanted = dark({ x: bounds.x + x, y: bounds.y + y }) ? 0 : there.at({ x, y })[1];
      difference += Math.abs(wanted - shown.at({ x, y })[1]);
    }
  // The encoding is lossy.
  expect(difference / (bounds.width * bounds.height)).toBeLessThan(8);
}

test('a press comes with a picture of its target and a rim around it', async () => {
  const { bounds } = await desk.element('Form', 'id=send');
  const { x, y, width, height } = bounds!;
  const picture = await pressed(await desk.middle('Form', 'id=send'));
  await expectToShow(picture, { x: x - 4, y: y - 4, width: width + 8, height: height + 8 });
  expect(picture?.length).toBeLessThan(4_000);
});

test('typing comes with a picture of the field', async () => {
  await pressed(await desk.middle('Form', 'id=name'));
  desk.backend.devices.character('A');
  await vi.waitFor(() => expect(events.at(-1)?.type).toBe('fieldValue'));
  const typing = events.filter(({ type }) => type === 'key' || type === 'fieldValue');
  expect(typing.map((event) => 'target' in event && event.target?.picture !== undefined)).toEqual([true, true]);
});

test('a password field has none, pressed or typed in', async () => {
  expect(await pressed(await desk.middle('Form', 'name="Password" role=Edit'))).toBeNull();
  for (const char of 'geheim') desk.backend.devices.character(char);
  await vi.waitFor(() => expect(events.at(-1)?.type).toBe('fieldValue'));
  expect(JSON.stringify(events)).not.toContain('picture');
});

test('show only the part of a large element around the point, with password fields painted over', async () => {
  const { bounds: field } = await desk.element('Form', 'name="Password" role=Edit');
  const { bounds: root } = await desk.element('Form', 'role=Window');
  // Between two fields there is only the window.
  const at = { x: field!.x + 40, y: field!.y - 4 };
  const picture = await pressed(at);
  const area = { x: Math.max(root!.x, at.x - 120), y: Math.max(root!.y - 4, at.y - 60), width: 240, height: 120 };
  const isField = ({ x, y }: Point) =>
    x >= field!.x && y >= field!.y && x < field!.x + field!.width && y < field!.y + field!.height;
  await expectToShow(picture, area, isField);
});

test.each(['deaf', 'hang'] as const)('a window that could not be read (%s) has none', async (kind) => {
  const quiet = await createFakeEngine();
  const reported: InputEvent[] = [];
  quiet.backend.faults.set(kind, 'tree');
  quiet.engine.on('input', (event) => reported.push(event));
  const at = await desk.middle('Form', 'id=send');
  quiet.backend.devices.move(at);
  await settle();
  quiet.backend.devices.button('left', true);
  quiet.backend.devices.button('left', false);
  await vi.waitFor(() => expect(reported.some(({ type }) => type === 'pointerDown')).toBe(true), { timeout: 5_000 });
  expect(JSON.stringify(reported)).not.toContain('picture');
  await quiet.engine.close();
});

test('an element under another window has none, since that may show anything', async () => {
  const { bounds } = await desk.element('Form', 'id=send');
  const over = await desk.window('Calculator');
  await desk.engine.moveWindow({ window: over.id, bounds: { x: bounds!.x + 50, y: bounds!.y - 20 } });
  await desk.engine.actOnWindow({ window: over.id, action: 'focus' });
  await settle();
  events.length = 0;
  await pressed({ x: bounds!.x + 6, y: bounds!.y + 6 });
  expect(JSON.stringify(events)).not.toContain('picture');
});
