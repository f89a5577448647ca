import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ElementId } from '#contract/model/elements/element';
import type { WindowId } from '#contract/model/windows/window';
import { questionTitle } from '../../base/processes/announce-process.ts';
import type { FakeWindow } from '../backends/fake/window.ts';
import { createFakeEngine, type FakeEngine } from '../testing/fake-engine.ts';

const asked = { code: 'busy', message: expect.stringContaining('A question to the user is open') as string };
const untouched = { ...asked, delivery: 'not_delivered' };
const halfDone = { ...asked, delivery: 'unknown' };

let desk: FakeEngine;
let editor: WindowId;
let text: ElementId;
beforeEach(async () => {
  desk = await createFakeEngine();
  editor = (await desk.window('Editor')).id;
  text = (await desk.element('Editor', 'role=Document')).id;
  await desk.engine.actOnWindow({ window: editor, action: 'focus' });
  await desk.engine.focusElement({ element: text });
});
afterEach(() => desk.engine.close());

/** Another Deskscope of this user asks for permission; where its window is does not matter. */
function ask(title = questionTitle, own = true): FakeWindow {
  const { spec } = desk.backend.desktop.window(editor);
  const content = { x: 900, y: 600, width: 300, height: 150 };
  return desk.backend.desktop.open({ ...spec, title, content, app: 'electron', ...(own && { own: true }) });
}

/** Records what is done to the scripted desktop, except releases. */
function watchInput(): string[] {
  const seen: string[] = [];
  desk.backend.devices.listen((input) => {
    if (input.type !== 'button' || input.down) seen.push(input.type);
  });
  return seen;
}

describe('while the user is asked for permission', () => {
  const at = { x: 100, y: 100 };
  const element = () => text;
  const acts: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['click', () => desk.engine.click({ at, button: 'left', count: 1 })],
    ['drag', () => desk.engine.drag({ from: at, to: { x: 200, y: 200 }, button: 'left' })],
    ['scroll', () => desk.engine.scroll({ at, notches: 1 })],
    ['move the mouse', () => desk.engine.moveMouse(at)],
    ['type', () => desk.engine.typeText({ text: 'a', window: editor })],
    ['press keys', () => desk.engine.pressKeys({ keys: 'Return', window: editor })],
    ['act on a window', () => desk.engine.actOnWindow({ window: editor, action: 'pinOnTop' })],
    ['move a window', () => desk.engine.moveWindow({ window: editor, bounds: { x: 900 } })],
    ['show a desktop', () => desk.engine.showDesktop({ desktop: 1 })],
    ['move it to a desktop', () => desk.engine.moveToDesktop({ window: editor, desktop: 1 })],
    ['switch windows', () => desk.engine.switchToNext({})],
    ['focus an element', () => desk.engine.focusElement({ element: element() })],
    [
      'run a pattern',
      () => desk.engine.runPattern({ element: element(), call: { pattern: 'value', value: 'x' } as never }),
    ],
    ['start a program', () => desk.engine.launch({ command: 'notes', args: [] })],
  ];
  test.each(acts)('does not %s', async (_, act) => {
    const question = ask();
    const seen = watchInput();
    const before = (await desk.engine.listWindows({})).items;
    await expect(act()).rejects.toMatchObject({
      code: expect.stringMatching(/^(busy|wrong_target_window)$/) as string,
    });
    expect(seen).toEqual([]);
    expect((await desk.engine.listWindows({})).items).toEqual(before);
    desk.backend.desktop.close(question);
  });

  test.each(acts)('does not %s either if the desktop asks for us', async (_, act) => {
    desk.backend.desktop.asks = true;
    const seen = watchInput();
    await expect(act()).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('desktop is asking') as string,
    });
    expect(seen).toEqual([]);
    desk.backend.desktop.asks = false;
    await desk.engine.click({ at, button: 'left', count: 1 });
  });

  test('continues once the question is answered', async () => {
    const question = ask();
    const click = () => desk.engine.click({ at, button: 'left', count: 1 });
    await expect(click()).rejects.toMatchObject(untouched);
    desk.backend.desktop.close(question);
    await click();
  });

  test('the outline is not shown over the question', async () => {
    const boxes = [{ bounds: { x: 1, y: 1, width: 9, height: 9 }, label: 'Allow' }] as never;
    await desk.engine.highlight({ boxes });
    expect(desk.backend.desktop.highlight).toHaveLength(1);
    ask();
    await desk.engine.highlight({ boxes });
    expect(desk.backend.desktop.highlight).toEqual([]);
  });

  test('pictures are black in its place', async () => {
    const question = ask();
    const { shot } = await desk.engine.snap({ target: { kind: 'screen' } });
    const { picture } = await desk.engine.encodeShot({ shot, cover: [], thumbnailWidth: 10 });
    const { loadImage, createCanvas } = await import('@napi-rs/canvas');
    const image = await loadImage(Buffer.from(picture.bytes));
    const canvas = createCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const colours = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
      new Set(new Uint32Array(canvas.getImageData(x, y, width, height).data.buffer));
    expect(colours(question.bounds)).toEqual(new Set([0xff000000]));
    const { x, y, width } = question.bounds;
    expect(colours({ x, y: y - 40, width, height: 40 })).not.toEqual(new Set([0xff000000]));
  });

  test('a window that only has the same title is not a question', async () => {
    ask(questionTitle, false);
    await desk.engine.click({ at, button: 'left', count: 1 });
  });

  test('other windows of Deskscope are ignored, and stop nothing', async () => {
    const main = ask('Deskscope');
    await desk.engine.click({ at, button: 'left', count: 1 });
    const over = { x: main.bounds.x + 50, y: main.bounds.y + 50 };
    await expect(desk.engine.click({ at: over, button: 'left', count: 1 })).rejects.toMatchObject({
      code: 'wrong_target_window',
    });
    await expect(desk.engine.tree({ window: main.id })).rejects.toMatchObject({ code: 'window_not_found' });
    expect((await desk.engine.listWindows({})).items.map(({ id }) => id)).not.toContain(main.id);
  });
});

describe('a question that opens during input', () => {
  const at = { x: 100, y: 100 };
  /** Opens after this many inputs of that type. */
  const askAfter = (type: string, count: number) => {
    let seen = 0;
    desk.backend.devices.listen((input) => {
      const counts = input.type === type && (input.type !== 'button' || input.down);
      if (counts && ++seen === count) ask();
    });
  };

  test('ends a triple click before its next press', async () => {
    const seen = watchInput();
    askAfter('button', 1);
    await expect(desk.engine.click({ at, button: 'left', count: 3 })).rejects.toMatchObject(halfDone);
    expect(seen.filter((type) => type === 'button')).toHaveLength(1);
  });

  test('ends a text before its next key', async () => {
    askAfter('key', 3);
    await expect(desk.engine.typeText({ text: 'abcdef', window: editor })).rejects.toMatchObject({
      delivery: 'delivered',
      data: { typedCharacters: 3 },
    });
    expect((await desk.element('Editor', 'role=Document')).value).toMatch(/^abc?$/);
  });

  test('ends a drag and releases the button', async () => {
    const drag = desk.engine.drag({ from: at, to: { x: 300, y: 100 }, button: 'left', durationMs: 5_000 });
    const failed = expect(drag).rejects.toMatchObject(halfDone);
    await vi.waitFor(() => expect(desk.backend.devices.held).toEqual(['left']));
    ask();
    await failed;
    expect(desk.backend.devices.held).toEqual([]);
  });

  test('ends a chord that is held', async () => {
    const held = desk.engine.pressKeys({ keys: 'Space', holdMs: 10_000, window: editor });
    const failed = expect(held).rejects.toMatchObject(asked);
    await new Promise((resolve) => setTimeout(resolve, 60));
    ask();
    await failed;
  });
});

describe('a click in a window that closes during the click', () => {
  test('does not press the window below', async () => {
    const { desktop, devices } = desk.backend;
    const { spec } = desktop.window(editor);
    const above = desktop.open({ ...spec, title: 'Above', content: { x: 20, y: 60, width: 300, height: 200 } });
    const presses: number[] = [];
    devices.listen((input) => {
      if (input.type !== 'button' || !input.down) return;
      presses.push(input.time);
      desktop.close(above);
    });
    const click = desk.engine.click({ at: { x: 100, y: 100 }, button: 'left', count: 2 });
    await expect(click).rejects.toMatchObject({ code: 'wrong_target_window', delivery: 'unknown' });
    expect(presses).toHaveLength(1);
  });
});
