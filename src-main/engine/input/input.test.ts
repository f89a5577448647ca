import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ElementState } from '#contract/model/elements/element';
import type { WindowId } from '#contract/model/windows/window';
import { descend, element, type FakeElement } from '../backends/fake/element.ts';
import type { FakeWindow } from '../backends/fake/window.ts';
import { createFakeEngine, type FakeEngine } from '../testing/fake-engine.ts';

let desk: FakeEngine;
let editor: WindowId;
beforeEach(async () => {
  desk = await createFakeEngine();
  editor = (await desk.window('Editor')).id;
  await desk.engine.actOnWindow({ window: editor, action: 'focus' });
  await desk.engine.focusElement({ element: (await desk.element('Editor', 'role=Document')).id });
});
afterEach(() => desk.engine.close());

const written = async () => (await desk.element('Editor', 'role=Document')).value ?? '';

describe('another window that comes to the front midway', () => {
  /** Brings the calculator to the front once the editor holds this many characters. */
  const stealAfter = (count: number) => {
    const { desktop, devices } = desk.backend;
    let seen = 0;
    devices.listen((input) => {
      if (input.type === 'key' && ++seen === count) desktop.activate(desktop.window(calculator));
    });
  };
  let calculator: WindowId;
  beforeEach(async () => {
    calculator = (await desk.window('Calculator')).id;
  });

  test.each([{ named: true }, { named: false }])('stops a text at once: %o', async ({ named }) => {
    stealAfter(4);
    const typing = desk.engine.typeText({ text: 'héllo 7', ...(named && { window: editor }) });
    await expect(typing).rejects.toMatchObject({
      code: 'wrong_target_window',
      delivery: 'delivered',
      data: { typedCharacters: 4 },
    });
    // The fourth key itself arrived where the focus had just gone.
    expect(await written()).toBe('hél');
    expect((await desk.element('Calculator', 'id=display')).value).toBe('0');
  });

  test('stops a repeated chord, and reports how often it was pressed', async () => {
    stealAfter(2);
    await expect(desk.engine.pressKeys({ keys: 'x', repeat: 5, window: editor })).rejects.toMatchObject({
      code: 'wrong_target_window',
      delivery: 'delivered',
      data: { pressedTimes: 2 },
    });
  });
});

describe('an unlisted dialog that takes the keyboard', () => {
  const runDialog = (): string => {
    const root = desk.backend.desktop.window(editor).root;
    const content = { x: 0, y: 0, width: 300, height: 40 };
    return desk.backend.desktop.holdKeys({ title: 'Run', app: 'launcher', className: 'Run', content, root }).id;
  };

  test('gets no key meant for the front window, and is named', async () => {
    const receiver = runDialog();
    const refused = { code: 'wrong_target_window', delivery: 'not_delivered', message: /“Run”/ };
    await expect(desk.engine.typeText({ text: 'xterm\n', window: editor })).rejects.toMatchObject(refused);
    await expect(desk.engine.pressKeys({ keys: 'Enter' })).rejects.toMatchObject(refused);
    expect(await desk.engine.keyReceiver({})).toMatchObject({ window: receiver, app: 'launcher', held: true });
  });

  test('stops a text midway', async () => {
    let seen = 0;
    desk.backend.devices.listen(({ type }) => {
      if (type === 'key' && ++seen === 3) runDialog();
    });
    await expect(desk.engine.typeText({ text: 'abcdef', window: editor })).rejects.toMatchObject({
      code: 'wrong_target_window',
      delivery: 'delivered',
      data: { typedCharacters: 3 },
    });
  });

  test('gets keys if allowed', async () => {
    const keys: string[] = [];
    const root = desk.backend.desktop.window(editor).root;
    const content = { x: 0, y: 0, width: 300, height: 40 };
    const spec = { title: 'Run', app: 'launcher', className: 'Run', content, root };
    const { id } = desk.backend.desktop.holdKeys({ ...spec, onKey: (key) => keys.push(key) });
    await desk.engine.pressKeys({ keys: 'ctrl+b', window: editor, receiver: id });
    expect(keys).toEqual(['ctrl+b']);
  });
});

test('waits for a list that grabs the keyboard before it shows', async () => {
  const unknown = { id: null, title: '', spec: { app: '', className: '' } };
  let [seen, until] = [0, 0];
  Object.defineProperty(desk.backend.desktop, 'keyHolder', { get: () => (Date.now() < until ? unknown : null) });
  desk.backend.devices.listen(({ type }) => {
    // Once the key was delivered.
    if (type === 'key' && ++seen === 3) queueMicrotask(() => (until = Date.now() + 100));
  });
  await desk.engine.typeText({ text: 'hello', window: editor });
  expect(await written()).toBe('hello');
});

describe('lost characters', () => {
  beforeEach(() => void desk.backend.devices.loses.add('🙂'));

  test('are not reported as typed', async () => {
    await expect(desk.engine.typeText({ text: 'a🙂b', window: editor })).rejects.toMatchObject({
      code: 'not_verified',
      delivery: 'delivered',
      message: /^2 of 3 characters arrived in .*, without the one at 2\.$/,
      data: { missingCharacters: [2] },
    });
    expect(await written()).toBe('ab');
  });

  test('do not matter if all others arrived', async () => {
    expect(await desk.engine.typeText({ text: 'ab', window: editor })).toEqual({ unread: false });
  });

  test('are unknown if the field cannot be read', async () => {
    const { id } = await desk.element('Calculator', 'role=Button name="7"');
    await desk.engine.actOnWindow({ window: (await desk.window('Calculator')).id, action: 'focus' });
    await desk.engine.focusElement({ element: id });
    expect(await desk.engine.typeText({ text: '7' })).toEqual({ unread: true });
  });

  async function typedInto(controlType: 'Edit' | 'DataItem', onChange: (field: FakeElement) => void) {
    const { desktop } = desk.backend;
    const states: ElementState[] = ['editable', 'focusable'];
    const field: FakeElement = element({ controlType, value: '', states, onChange: () => onChange(field) });
    const next = element({ controlType: 'Edit', value: '', states });
    const root = element({ controlType: 'Window', children: [field, next] });
    const content = { x: 300, y: 300, width: 100, height: 60 };
    const window = desktop.open({ title: 'Sheet', app: 'sheet', className: 'Sheet', content, root });
    window.focused = field;
    desktop.activate(window);
    const { id } = await desk.window('Sheet');
    return desk.engine.typeText({ text: 'ab', window: id });
  }

  type Change = (field: FakeElement) => void;
  const clear: Change = (field) => (field.value = '');
  const capitalise: Change = (field) => (field.value = (field.value ?? '').toUpperCase());
  test.each([
    ['a cell shows them once it is done', 'DataItem', clear],
    ['a field writes them in its own way', 'Edit', capitalise],
  ] as const)('are not reported as lost if %s', async (_, controlType, onChange) => {
    expect(await typedInto(controlType, onChange)).toEqual({ unread: true });
  });
});

describe('a modifier that the user holds', () => {
  test('is waited for', async () => {
    desk.backend.devices.personHolds.add('ctrl');
    const typing = desk.engine.typeText({ text: 'abc', window: editor });
    setTimeout(() => desk.backend.devices.personHolds.clear(), 60);
    await typing;
    expect(await written()).toContain('abc');
  });

  test('is refused if held on, for keys and clicks', async () => {
    desk.backend.devices.personHolds.add('shift');
    const refused = { code: 'busy', delivery: 'not_delivered' };
    await expect(desk.engine.typeText({ text: 'abc' })).rejects.toMatchObject(refused);
    await expect(desk.engine.pressKeys({ keys: 'a' })).rejects.toMatchObject(refused);
    const at = await desk.middle('Editor', 'role=Document');
    await expect(desk.engine.click({ at, button: 'left', count: 1 })).rejects.toMatchObject(refused);
    expect(await written()).toBe('');
  });
});

test('holds keys for a time, and releases them when interrupted', async () => {
  const cut = new AbortController();
  const holding = desk.engine.pressKeys({ keys: 'ctrl+k', holdMs: 5_000 }, { signal: cut.signal });
  await vi.waitFor(() => expect(desk.backend.devices.held).toEqual(['ctrl+k']));
  cut.abort();
  await expect(holding).rejects.toMatchObject({ code: 'cancelled', delivery: 'unknown' });
  await vi.waitFor(() => expect(desk.backend.devices.held).toEqual([]));
});

test('drags through way points, holding modifiers', async () => {
  const seen: string[] = [];
  desk.backend.devices.listen((input) => {
    if (input.type === 'move') seen.push(`${input.x},${input.y}`);
    if (input.type === 'button') seen.push(`${input.down ? 'down' : 'up'} ${input.modifiers.join('+')}`);
  });
  const { x, y } = await desk.middle('Editor', 'role=Document');
  await desk.engine.drag({
    from: { x, y },
    via: [{ x: x + 30, y }],
    to: { x: x + 30, y: y + 30 },
    button: 'left',
    durationMs: 60,
    modifiers: ['ctrl'],
  });
  expect(seen[0]).toBe(`${x},${y}`);
  expect(seen[1]).toBe('down ctrl');
  expect(seen).toContain(`${x + 30},${y}`);
  expect(seen.slice(-2)).toEqual([`${x + 30},${y + 30}`, 'up ctrl']);
  expect(desk.backend.devices.held).toEqual([]);
});

describe('another window over a place that the caller has seen', () => {
  const pressed = () => {
    const seen: string[] = [];
    desk.backend.devices.listen((input) => void (input.type !== 'move' && seen.push(input.type)));
    return seen;
  };
  const refused = { code: 'wrong_target_window', delivery: 'not_delivered' };

  test.each(['click', 'drag', 'scroll'] as const)('gets no %s', async (act) => {
    const at = await desk.middle('Editor', 'role=Document');
    const over = (await desk.window('Calculator')).id;
    const seen = pressed();
    const acts = {
      click: () => desk.engine.click({ at, button: 'left', count: 1, over }),
      drag: () => desk.engine.drag({ from: at, to: { x: at.x + 9, y: at.y }, button: 'left', over: { to: over } }),
      scroll: () => desk.engine.scroll({ at, notches: 1, over: null }),
    };
    await expect(acts[act]()).rejects.toMatchObject(refused);
    expect(seen).toEqual([]);
  });

  test('gets no drop, but the dragged window may be there', async () => {
    const { desktop, devices } = desk.backend;
    const { spec } = desktop.window(editor);
    const from = await desk.middle('Editor', 'role=Document');
    const to = { x: from.x + 60, y: from.y };
    const content = { x: to.x - 20, y: to.y - 20, width: 60, height: 60 };
    const drops: string[] = [];
    const drag = async (of?: FakeWindow) => {
      let opened = false;
      const listening = devices.listen((input) => {
        // The press has brought the editor to the front.
        if (input.type === 'move' && devices.held.includes('left') && !opened) {
          opened = true;
          desktop.open({ ...spec, title: 'Over', content, app: 'terminal' }, of);
        }
        if (input.type === 'button' && !input.down) drops.push(`${devices.pointer.x},${devices.pointer.y}`);
      });
      const dragging = desk.engine.drag({ from, to, button: 'left', durationMs: 60 });
      await dragging.finally(() => listening.dispose());
    };
    await expect(drag()).rejects.toMatchObject({
      code: 'wrong_target_window',
      message: /“Over” is at/,
    });
    // Dropped where the drag began.
    expect(drops).toEqual([`${from.x},${from.y}`]);
    for (const window of desktop.windows.filter(({ title }) => title === 'Over')) desktop.close(window);
    await drag(desktop.window(editor));
    expect(drops[1]).toBe(`${to.x},${to.y}`);
  });

  test.each(['comes over it', 'bares the desktop'] as const)(
    'may belong to the same app that was there before: %s gets no drop',
    async (how) => {
      const { desktop, devices } = desk.backend;
      const { spec } = desktop.window(editor);
      const open = (title: string, x: number) =>
        desktop.open({ ...spec, title, content: { x, y: 600, width: 100, height: 100 } }, desktop.window(editor));
      for (const window of desktop.windows) if (window.id !== editor) desktop.close(window);
      desktop.move(desktop.window(editor), { x: 0, y: 0, width: 400, height: 300 });
      const [first, second] = [open('First', 500), open('Second', 700)];
      const from = await desk.middle('Editor', 'role=Document');
      const to = { x: 550, y: 650 };
      const listening = devices.listen((input) => {
        if (input.type !== 'move' || !devices.held.includes('left')) return;
        if (how === 'comes over it') {
          desktop.move(second, first.bounds);
          desktop.activate(second);
        } else desktop.close(first);
      });
      await expect(desk.engine.drag({ from, to, button: 'left', durationMs: 60 })).rejects.toMatchObject({
        code: 'wrong_target_window',
        message: how === 'comes over it' ? /“Second” is at/ : /no window is at/,
      });
      listening.dispose();
      expect(devices.held).toEqual([]);
    },
  );
});

describe('a user at the mouse', () => {
  const seven = () => desk.middle('Calculator', 'role=Button name="7"');
  const shown = async () => (await desk.element('Calculator', 'id=display')).value;
  beforeEach(async () => {
    await desk.engine.actOnWindow({ window: (await desk.window('Calculator')).id, action: 'focus' });
  });

  test('a held button makes a click busy, with nothing delivered', async () => {
    desk.backend.devices.personHoldsButtons.add('left');
    const at = await seven();
    for (const act of [
      () => desk.engine.click({ at, button: 'left', count: 1 }),
      () => desk.engine.drag({ from: at, to: at, button: 'left' }),
      () => desk.engine.scroll({ at, notches: 1 }),
    ])
      await expect(act()).rejects.toMatchObject({
        code: 'busy',
        message: 'The left button is held down.',
        delivery: 'not_delivered',
      });
    expect(await shown()).toBe('0');
  });

  test('a button pressed just before makes the click busy, with nothing delivered', async () => {
    const { devices } = desk.backend;
    const at = await seven();
    devices.listen((input) => {
      if (input.type === 'move' && input.x === at.x) devices.personHoldsButtons.add('left');
    });
    await expect(desk.engine.click({ at, button: 'left', count: 1 })).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringMatching(/nothing was pressed/) as unknown,
      delivery: 'not_delivered',
    });
    expect(await shown()).toBe('0');
  });

  test('a move before the press makes the click busy, not done', async () => {
    const { devices } = desk.backend;
    const at = await seven();
    devices.listen((input) => {
      if (input.type === 'move' && input.x === at.x) devices.move({ x: 1, y: 1 });
    });
    await expect(desk.engine.click({ at, button: 'left', count: 1 })).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringMatching(/^Someone moved the pointer: the left button was pressed at 1, 1/) as unknown,
      delivery: 'unknown',
    });
    expect(await shown()).toBe('0');
    expect(devices.held).toEqual([]);
  });

  test('a move while the button is down changes nothing: the release is where the press was', async () => {
    const { devices } = desk.backend;
    const at = await seven();
    devices.listen((input) => {
      if (input.type === 'button' && input.down) queueMicrotask(() => devices.move({ x: 1, y: 1 }));
    });
    await desk.engine.click({ at, button: 'left', count: 1 });
    expect(devices.pointer).toEqual(at);
    expect(await shown()).toBe('7');
    expect(devices.held).toEqual([]);
  });
});

test('does not press keys for an element that was disabled since it got focus', async () => {
  const form = (await desk.window('Form')).id;
  await desk.engine.actOnWindow({ window: form, action: 'focus' });
  const { id } = await desk.element('Form', 'name="Newsletter"');
  await desk.engine.focusElement({ element: id });
  const { root } = desk.backend.desktop.window(form);
  const newsletter = [...descend(root)].find(({ name }) => name === 'Newsletter');
  newsletter?.states.delete('enabled');
  await expect(desk.engine.pressKeys({ keys: 'Space', window: form, on: id })).rejects.toMatchObject({
    code: 'not_verified',
    delivery: 'not_delivered',
    message: expect.stringMatching(/is disabled/) as unknown,
  });
});

test('does not press keys for an element that is gone', async () => {
  const form = (await desk.window('Form')).id;
  await desk.engine.actOnWindow({ window: form, action: 'focus' });
  const { id } = await desk.element('Form', 'name="Newsletter"');
  await desk.engine.focusElement({ element: id });
  const { root } = desk.backend.desktop.window(form);
  root.children = [];
  await expect(desk.engine.pressKeys({ keys: 'Space', window: form, on: id })).rejects.toMatchObject({
    code: 'element_stale',
    delivery: 'not_delivered',
  });
});
