import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Diff } from '#contract/model/elements/diff';
import type { WindowInfo } from '#contract/model/windows/window';
import { createFakeEngine, type FakeEngine } from './testing/fake-engine.ts';

let desk: FakeEngine;
beforeEach(async () => {
  desk = await createFakeEngine();
});
afterEach(() => desk.engine.close());

describe('reports nothing that did not happen', () => {
  const sent = { code: 'not_verified', delivery: 'delivered' };

  test('a window that does not follow', { timeout: 10_000 }, async () => {
    desk.backend.faults.set('deaf', 'act');
    desk.backend.faults.set('deaf', 'move');
    const { id } = await desk.window('Form');
    const options = { timeoutMs: 500 };
    await expect(desk.engine.actOnWindow({ window: id, action: 'close' }, options)).rejects.toMatchObject(sent);
    await expect(desk.engine.moveWindow({ window: id, bounds: { x: 3 } }, options)).rejects.toMatchObject(sent);
  });

  test('a window that is put back once it has moved, as snapping does', async () => {
    const { id, bounds } = await desk.window('Form');
    const { desktop } = desk.backend;
    const moving = expect(desk.engine.moveWindow({ window: id, bounds: { x: 3 } })).rejects.toMatchObject({
      ...sent,
      message: expect.stringContaining('left it again') as string,
    });
    await vi.waitUntil(() => desktop.window(id).bounds.x === 3, { interval: 5 });
    desktop.move(desktop.window(id), bounds);
    await moving;
  });

  test('a check box, a value, a choice and a slider that do not change', { timeout: 10_000 }, async () => {
    desk.backend.faults.set('deaf', 'run');
    const calls = [
      ['role=CheckBox', { pattern: 'toggle' }],
      ['id=name', { pattern: 'value', value: 'Ada' }],
      ['role=RadioButton name=Large', { pattern: 'select' }],
      ['role=Slider', { pattern: 'rangeValue', value: 80 }],
      ['role=ComboBox', { pattern: 'expand', expanded: true }],
    ] as const;
    for (const [selector, call] of calls) {
      const { id: element } = await desk.element('Form', selector);
      const running = desk.engine.runPattern({ element, call }, { timeoutMs: 400 });
      await expect(running).rejects.toMatchObject(sent);
    }
  });

  test('input into an app that does not respond', async () => {
    const { id: window } = await desk.window('Form');
    await desk.engine.actOnWindow({ window, action: 'focus' });
    const { id, bounds } = await desk.element('Form', 'role=CheckBox');
    const at = { x: bounds!.x + 5, y: bounds!.y + 5 };
    desk.backend.faults.set('deaf', 'uptake');
    const refused = { code: 'target_not_responding', delivery: 'not_delivered' };
    await expect(desk.engine.typeText({ text: 'late', window })).rejects.toMatchObject(refused);
    await expect(desk.engine.pressKeys({ keys: 'Space', window })).rejects.toMatchObject(refused);
    await expect(desk.engine.click({ at, button: 'left', count: 1 })).rejects.toMatchObject(refused);
    await expect(desk.engine.scroll({ at, notches: 1 })).rejects.toMatchObject(refused);
    await expect(desk.engine.drag({ from: at, to: at, button: 'left' })).rejects.toMatchObject(refused);
    expect((await desk.engine.details({ element: id })).states).not.toContain('checked');
    expect(desk.backend.devices.held).toEqual([]);
  });

  test('the same calls, if the app follows', async () => {
    const { id: element } = await desk.element('Form', 'role=RadioButton name=Large');
    expect((await desk.engine.runPattern({ element, call: { pattern: 'select' } })).states).toContain('checked');
    const slider = (await desk.element('Form', 'role=Slider')).id;
    const { range } = await desk.engine.runPattern({ element: slider, call: { pattern: 'rangeValue', value: 80 } });
    expect(range?.current).toBe(80);
  });
});

describe('targets that disappear during a call', () => {
  test('a window that closes while its tree is read', async () => {
    desk.backend.faults.set('vanish', 'tree');
    const { id } = await desk.window('Form');
    await expect(desk.engine.tree({ window: id })).rejects.toMatchObject({ code: 'window_not_found' });
  });

  test('an element that goes stale', async () => {
    const { id: element } = await desk.element('Form', 'id=send');
    desk.backend.faults.set('stale', 'details');
    await expect(desk.engine.details({ element })).rejects.toMatchObject({ code: 'element_stale' });
  });

  test('a button that closes its own window succeeds', async () => {
    const editor = await desk.window('Editor');
    desk.backend.desktop.activate(desk.backend.desktop.window(editor.id));
    await desk.engine.pressKeys({ keys: 'ctrl+s', window: editor.id });
    const { id: element } = await desk.element('Save As', 'name=Cancel');
    const after = await desk.engine.runPattern({ element, call: { pattern: 'invoke' } });
    expect(after.states).toContain('defunct');
  });
});

describe('hanging calls', () => {
  test('time out alone; other calls continue', async () => {
    desk.backend.faults.set('hang', 'tree');
    const { id } = await desk.window('Form');
    const reading = desk.engine.tree({ window: id }, { timeoutMs: 150 });
    await expect(desk.engine.listWindows({})).resolves.toBeDefined();
    await expect(reading).rejects.toMatchObject({ code: 'timeout' });
  });

  test('hanging input releases mouse and keyboard at its deadline', async () => {
    desk.backend.faults.set('hang', 'input', 1);
    const at = await desk.middle('Calculator', 'role=Button name="7"');
    const first = desk.engine.click({ at, button: 'left', count: 1 }, { timeoutMs: 150 });
    const second = desk.engine.click({ at, button: 'left', count: 1 });
    await expect(first).rejects.toMatchObject({ code: 'timeout', delivery: 'unknown' });
    await second;
    expect((await desk.element('Calculator', 'id=display')).value).toBe('7');
  });
});

test('nothing stays held down when input is interrupted', async () => {
  const at = await desk.middle('Calculator', 'role=Button name="7"');
  const cut = new AbortController();
  const to = { x: at.x + 40, y: at.y };
  const dragging = desk.engine.drag({ from: at, to, button: 'left', durationMs: 2_000 }, { signal: cut.signal });
  await vi.waitFor(() => expect(desk.backend.devices.held).toEqual(['left']));
  cut.abort();
  await expect(dragging).rejects.toMatchObject({ code: 'cancelled' });
  await vi.waitFor(() => expect(desk.backend.devices.held).toEqual([]));
});

test('two calls never mix their keys', async () => {
  const { id: window } = await desk.window('Editor');
  await desk.engine.actOnWindow({ window, action: 'focus' });
  await desk.engine.focusElement({ element: (await desk.element('Editor', 'role=Document')).id });
  await Promise.all(['aaaa', 'bbbb', 'cccc'].map((text) => desk.engine.typeText({ text, window })));
  expect((await desk.element('Editor', 'role=Document')).value).toBe('aaaabbbbcccc');
});

describe('our own windows', () => {
  beforeEach(async () => {
    await desk.engine.setOwnProcesses({ processIds: [(await desk.window('Calculator')).processId] });
  });

  test('are in no list or hit, and get no keys', async () => {
    const { items } = await desk.engine.listWindows({});
    expect(items.some((window) => window.title === 'Calculator')).toBe(false);
    expect(await desk.engine.elementAt({ x: 120, y: 300 })).toBeNull();
    const refused = { code: 'wrong_target_window', delivery: 'not_delivered' };
    const at = { x: 120, y: 300 };
    await expect(desk.engine.click({ at, button: 'left', count: 1 })).rejects.toMatchObject(refused);
    await expect(desk.engine.scroll({ at, notches: 1 })).rejects.toMatchObject(refused);
    await expect(desk.engine.typeText({ text: '7' })).rejects.toMatchObject(refused);
    await expect(desk.engine.pressKeys({ keys: 'Enter' })).rejects.toMatchObject(refused);
  });

  test('refuse acts by id too', async () => {
    const { items } = await desk.engine.listWindows({ includeHidden: true });
    const own = items.find((window) => window.title === 'Calculator')!;
    await expect(desk.engine.tree({ window: own.id })).rejects.toMatchObject({
      code: 'window_not_found',
      message: expect.stringContaining('one of Deskscope’s own windows') as string,
    });
  });
});

test('polls the list while there are listeners if the platform reports no changes', async () => {
  const quiet = await createFakeEngine({ capabilities: { windowEvents: false } });
  vi.spyOn(quiet.backend.windows, 'watch').mockReturnValue({ dispose: () => undefined });
  const diffs: Diff<WindowInfo>[] = [];
  const subscription = quiet.engine.on('windows', (diff) => diffs.push(diff));
  await quiet.engine.listWindows({});
  quiet.backend.desktop.start('notes');
  await vi.waitFor(() => expect(diffs.at(-1)?.added.map((window) => window.title)).toEqual(['Notes']), {
    timeout: 3_000,
  });
  subscription.dispose();
  const list = vi.spyOn(quiet.backend.windows, 'list');
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(list).not.toHaveBeenCalled();
  await quiet.engine.close();
});

test('reports simultaneous changes together', async () => {
  const diffs: Diff<WindowInfo>[] = [];
  desk.engine.on('windows', (diff) => diffs.push(diff));
  await desk.engine.listWindows({});
  diffs.length = 0;
  const window = desk.backend.desktop.start('notes');
  for (let i = 0; i < 20; i++) desk.backend.desktop.retitle(window, `Notes ${i}`);
  await vi.waitFor(() => expect(diffs).toHaveLength(1));
  expect(diffs[0]?.added.map((added) => added.title)).toEqual(['Notes 19']);
});

test('reads, searches and names a tree of ten thousand rows', async () => {
  const { id: window } = await desk.window('Ten thousand');
  expect((await desk.engine.tree({ window })).nodeCount).toBe(10_002);
  const { matches, total } = await desk.engine.search({ window, text: 'row 99', limit: 5 });
  expect([matches.length, total]).toEqual([5, 111]);
  const { matches: rows } = await desk.engine.find({ window, selector: 'name="Row 9999"' });
  const ranked = await desk.engine.selectors({ element: rows[0]!.id });
  expect(ranked[0]?.selector).toBe('role=ListItem name="Row 9999"');
});
