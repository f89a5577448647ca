import { afterEach, beforeEach, expect, test } from 'vitest';
import { center, contains } from '#contract/model/geometry';
import { element, type FakeElement } from '../backends/fake/element.ts';
import type { FakeWindow } from '../backends/fake/window.ts';
import { createFakeEngine, type FakeEngine } from '../testing/fake-engine.ts';

let desk: FakeEngine;
let window: FakeWindow;
let pressed: string[];
beforeEach(async () => {
  desk = await createFakeEngine();
  window = desk.backend.desktop.window((await desk.window('Calculator')).id);
  await desk.engine.actOnWindow({ window: window.id, action: 'focus' });
  pressed = [];
});
afterEach(() => desk.engine.close());

type Place = readonly [x: number, y: number, width: number, height: number];
const button = (name: string, at: Place, children: readonly FakeElement[] = []) =>
  element({ controlType: 'Button', name, at, children, onInvoke: () => pressed.push(name) });

/** Later elements cover earlier ones. */
function put(...elements: readonly FakeElement[]): void {
  window.root.children = elements;
}

async function click(name: string, only = false): Promise<void> {
  const target = await desk.element('Calculator', `name="${name}"`);
  const aim = await desk.engine.aim({ element: target, at: center(target.bounds!), only });
  expect(contains(target.bounds!, aim.at)).toBe(true);
  await desk.engine.click({ ...aim, button: 'left', count: 1 });
}

test('presses a free element in its middle, with the text in it', async () => {
  put(button('Save', [10, 10, 100, 40], [element({ controlType: 'Text', name: 'Save it', at: [30, 20, 60, 20] })]));
  await click('Save');
  expect(pressed).toEqual(['Save']);
});

test('presses a free spot if another element covers the middle', async () => {
  put(button('Under', [10, 10, 100, 60]), button('Over', [40, 20, 40, 40]));
  await click('Under');
  expect(pressed).toEqual(['Under']);
});

test('presses nothing and names the cover if only that place will do or nothing is free', async () => {
  put(button('Under', [10, 10, 100, 60]), button('Over', [40, 20, 40, 40]), button('Buried', [10, 90, 50, 20]));
  put(...window.root.children, button('Lid', [0, 80, 90, 40]));
  for (const [name, cover, only] of [
    ['Under', 'Over', true],
    ['Buried', 'Lid', false],
  ] as const) {
    await expect(click(name, only)).rejects.toMatchObject({
      code: 'wrong_target_window',
      delivery: 'not_delivered',
      message: expect.stringMatching(`^Button “${cover}” covers Button “${name}” at \\d+, \\d+\\.$`) as unknown,
    });
  }
  expect(pressed).toEqual([]);
});

test('finds a free spot beside a window that covers the middle', async () => {
  put(button('Wide', [10, 10, 200, 60]));
  const { bounds } = await desk.element('Calculator', 'name="Wide"');
  const cover = desk.backend.desktop.start('form');
  desk.backend.desktop.move(cover, { x: bounds!.x + 60, y: bounds!.y - 50, width: 600, height: 400 });
  await click('Wide');
  expect(pressed).toEqual(['Wide']);
});

test('does not press an element that covers the target later', async () => {
  put(button('Save', [10, 10, 100, 40]));
  const target = await desk.element('Calculator', 'name="Save"');
  const aim = await desk.engine.aim({ element: target, at: center(target.bounds!) });
  put(...window.root.children, button('Delete', [0, 0, 200, 80]));
  for (const act of [
    () => desk.engine.click({ ...aim, button: 'left', count: 1 }),
    () => desk.engine.scroll({ ...aim, notches: 1 }),
    () => desk.engine.moveMouse({ ...aim.at, on: aim.on }),
    () => desk.engine.drag({ from: aim.at, to: aim.at, button: 'left', on: { from: aim.on } }),
  ])
    await expect(act()).rejects.toMatchObject({
      code: 'wrong_target_window',
      message: expect.stringContaining('Button “Delete” covers Button “Save”') as unknown,
    });
  expect(pressed).toEqual([]);
  expect(desk.backend.devices.held).toEqual([]);
});

test('does not press an element that was renamed after the look', async () => {
  const save = button('Save', [10, 10, 100, 40]);
  put(save);
  const target = await desk.element('Calculator', 'name="Save"');
  const aim = await desk.engine.aim({ element: target, at: center(target.bounds!) });
  save.name = 'Delete';
  await expect(desk.engine.click({ ...aim, button: 'left', count: 1 })).rejects.toMatchObject({
    code: 'element_stale',
    delivery: 'not_delivered',
    message: 'Button “Save” is called “Delete” now.',
  });
  expect(pressed).toEqual([]);
});

test('does not press an element that reports another name once it is focused', async () => {
  const save = button('Save', [10, 10, 100, 40]);
  put(save);
  save.onFocus = () => (save.name = 'Delete');
  await expect(click('Save')).rejects.toMatchObject({ code: 'element_stale', delivery: 'not_delivered' });
  expect(pressed).toEqual([]);
});

test('presses an element where its app scrolls it once it is focused', async () => {
  const save = button('Save', [10, 200, 100, 40]);
  put(save, button('Other', [10, 300, 100, 40]));
  save.onFocus = () => (save.place = { x: 10, y: 100, width: 100, height: 40 });
  await click('Save');
  expect(pressed).toEqual(['Save']);
});

test('does not press an element that was disabled after the look', async () => {
  const save = button('Save', [10, 10, 100, 40]);
  put(save);
  const target = await desk.element('Calculator', 'name="Save"');
  const aim = await desk.engine.aim({ element: { ...target, enabled: true }, at: center(target.bounds!) });
  save.set('enabled', false);
  await expect(desk.engine.click({ ...aim, button: 'left', count: 1 })).rejects.toMatchObject({
    code: 'element_stale',
    delivery: 'not_delivered',
    message: 'Button “Save” is disabled now.',
  });
  expect(pressed).toEqual([]);
});

test.each<[string, (save: FakeElement) => void]>([
  ['moved away', (save) => (save.place = { x: 300, y: 200, width: 100, height: 40 })],
  ['was disabled', (save) => save.set('enabled', false)],
  ['is gone', () => (window.root.children = [])],
])('does not report a click on an element that %s while the button was down', async (what, change) => {
  const save = button('Save', [10, 10, 100, 40]);
  put(save);
  const target = await desk.element('Calculator', 'name="Save"');
  const aim = await desk.engine.aim({ element: { ...target, enabled: true }, at: center(target.bounds!) });
  desk.backend.devices.listen((input) => {
    if (input.type === 'button' && input.down) change(save);
  });
  await expect(desk.engine.click({ ...aim, button: 'left', count: 1 })).rejects.toMatchObject({
    code: 'not_verified',
    delivery: 'unknown',
    message: `Button “Save” ${what} while it was pressed.`,
  });
  expect(desk.backend.devices.held).toEqual([]);
});

test('does not click what replaces an element just as it is pressed', async () => {
  put(button('Save', [10, 10, 100, 40]));
  const target = await desk.element('Calculator', 'name="Save"');
  const aim = await desk.engine.aim({ element: target, at: center(target.bounds!) });
  desk.backend.devices.listen((input) => {
    if (input.type === 'button' && input.down) window.root.children = [button('Delete', [10, 10, 100, 40])];
  });
  await expect(desk.engine.click({ ...aim, button: 'left', count: 1 })).rejects.toMatchObject({
    code: 'not_verified',
    delivery: 'unknown',
  });
  expect(pressed).toEqual([]);
  expect(desk.backend.devices.held).toEqual([]);
});

test.each([true, false])(
  'does not click what comes to lie over an element just as it is pressed (reports presses: %s)',
  async (reportsPresses) => {
    const save = button('Save', [10, 10, 100, 40]);
    save.reportsPresses = reportsPresses;
    put(save);
    const target = await desk.element('Calculator', 'name="Save"');
    const aim = await desk.engine.aim({ element: target, at: center(target.bounds!) });
    desk.backend.devices.listen((input) => {
      if (input.type === 'button' && input.down) put(...window.root.children, button('Delete', [0, 0, 200, 80]));
    });
    await expect(desk.engine.click({ ...aim, button: 'left', count: 1 })).rejects.toMatchObject({
      code: 'wrong_target_window',
      delivery: 'unknown',
      message: expect.stringContaining('Button “Delete” covers Button “Save”') as unknown,
    });
    expect(pressed).toEqual([]);
    expect(desk.backend.devices.held).toEqual([]);
  },
);

test('does not click what is no element yet and comes to lie over one just as it is pressed', async () => {
  const save = button('Save', [10, 10, 100, 40]);
  save.reportsPresses = false;
  put(element({ controlType: 'Pane', name: 'Form', at: [0, 0, 200, 80], children: [save] }));
  const target = await desk.element('Calculator', 'name="Save"');
  const aim = await desk.engine.aim({ element: target, at: center(target.bounds!) });
  desk.backend.devices.listen((input) => {
    if (input.type === 'button' && input.down) save.set('offscreen', true);
  });
  await expect(desk.engine.click({ ...aim, button: 'left', count: 1 })).rejects.toMatchObject({
    code: 'wrong_target_window',
    delivery: 'unknown',
  });
  expect(desk.backend.devices.held).toEqual([]);
});

test('clicks a button that opens a menu over itself when pressed', async () => {
  put(button('File', [10, 10, 100, 40]));
  const target = await desk.element('Calculator', 'name="File"');
  const aim = await desk.engine.aim({ element: target, at: center(target.bounds!) });
  const menu = element({ controlType: 'Menu', name: 'File', at: [0, 0, 200, 80] });
  desk.backend.devices.listen((input) => {
    if (input.type === 'button' && input.down) put(...window.root.children, menu);
  });
  await desk.engine.click({ ...aim, button: 'left', count: 1 });
  expect(desk.backend.devices.held).toEqual([]);
});

test('completes a double click that renames its target', async () => {
  const play = element({
    controlType: 'Button',
    name: 'Play',
    at: [10, 10, 100, 40],
    onInvoke: () => {
      pressed.push(play.name);
      play.name = 'Pause';
    },
  });
  put(play);
  const target = await desk.element('Calculator', 'name="Play"');
  const aim = await desk.engine.aim({ element: target, at: center(target.bounds!) });
  await desk.engine.click({ ...aim, button: 'left', count: 2 });
  expect(pressed).toEqual(['Play', 'Pause']);
});
