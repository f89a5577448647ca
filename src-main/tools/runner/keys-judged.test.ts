import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { element, type FakeElement } from '../../engine/backends/fake/element.ts';
import type { FakeWindow } from '../../engine/backends/fake/window.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';

const refused = { ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } };

let bench: Bench;
let pressed: string[];
beforeEach(async () => {
  pressed = [];
  bench = await createBench({ policyMode: 'act', caller: { kind: 'agent', name: 'robot' } });
});
afterEach(() => bench.close());

function open(children: readonly FakeElement[], more: object = {}): FakeWindow {
  return bench.fake.desktop.open({
    title: 'Tasks',
    app: 'tasks',
    className: 'Tasks',
    content: { x: 40, y: 500, width: 400, height: 250 },
    root: element({ controlType: 'Window', name: 'Tasks', children }),
    ...more,
  });
}

const press = (keys: string) => bench.run('press_keys', { keys, window: 'Tasks' });

function button(name: string, y: number, more: object = {}): FakeElement {
  const onInvoke = () => void pressed.push(name);
  return element({ controlType: 'Button', name, at: [10, y, 120, 24], states: ['focusable'], onInvoke, ...more });
}

describe('an entry of an open menu', () => {
  beforeEach(() => {
    const entry = (name: string, y: number) => {
      const onInvoke = () => void pressed.push(name);
      return element({ controlType: 'MenuItem', name, at: [0, y, 120, 24], onInvoke });
    };
    const children = [entry('Open', 30), entry('Delete everything', 54), entry('Close all', 78)];
    const file = element({
      controlType: 'MenuItem',
      name: 'File',
      at: [0, 0, 60, 24],
      states: ['expandable'],
      children,
    });
    open([element({ controlType: 'MenuBar', at: [0, 0, 400, 24], children: [file] })]);
  });

  it.each([
    'F10 Down Down Enter',
    'F10 Down Down Space',
    'F10 Up Return',
    'F10 d',
    'F10 Down Enter F10 Down Down Enter',
  ])('is not pressed by %s if it is destructive', async (keys) => {
    expect(await press(keys)).toMatchObject(refused);
    expect(pressed).not.toContain('Delete everything');
  });

  it('to a harmless button are pressed, and typed text selects none either', async () => {
    expect(await press('F10 Down Enter')).toMatchObject({ ok: true });
    expect(pressed).toEqual(['Open']);
    expect(await press('F10')).toMatchObject({ ok: true });
    expect(await bench.run('keyboard_input', { keys: 'd', window: { title: 'Tasks' } })).toMatchObject(refused);
    expect(pressed).toEqual(['Open']);
  });

  it('counts whichever it is, while none is selected', async () => {
    expect(await press('F10 Enter')).toMatchObject(refused);
  });
});

describe('a row', () => {
  const rows = (names: readonly string[]) =>
    names.map((name, i) => {
      const text = element({ controlType: 'Text', name, at: [14, 10 + i * 24, 100, 20] });
      const cell = element({ controlType: 'Group', at: [12, 10 + i * 24, 180, 20], children: [text] });
      const inner = element({ controlType: 'Pane', at: [11, 10 + i * 24, 190, 22], children: [cell] });
      const states = ['selectable', 'focusable'] as const;
      const onChange = () => void pressed.push(name);
      return element({ controlType: 'ListItem', at: [10, 10 + i * 24, 300, 24], states, children: [inner], onChange });
    });
  let list: FakeElement;
  let window: FakeWindow;
  beforeEach(() => {
    list = element({
      controlType: 'List',
      name: 'Tasks',
      at: [10, 10, 300, 72],
      states: ['focusable'],
      multiple: true,
      children: rows(['Keep', 'Delete everything', 'Other']),
    });
    window = open([list]);
  });

  it.each(['Enter', 'Space'])('without a name is labelled by its content, however deep: %s on it', async (key) => {
    window.focused = list.children[1]!;
    expect(await press(key)).toMatchObject(refused);
    expect(pressed).toEqual([]);
    window.focused = list.children[0]!;
    expect(await press(key)).toMatchObject({ ok: true });
  });

  it('to a selected item count if its list has the focus, besides the focused one', async () => {
    list.children[1]!.set('selected', true);
    window.focused = list;
    expect(await press('Enter')).toMatchObject(refused);
    window.focused = list.children[2]!;
    expect(await press('Enter')).toMatchObject(refused);
    list.children[1]!.set('selected', false);
    expect(await press('Enter')).toMatchObject({ ok: true });
  });

  it('is not selected by a pattern or a click either', async () => {
    const { matches } = await bench.engine.find({ window: window.id, selector: 'role=ListItem' });
    const { id, bounds } = matches[1]!;
    expect(await bench.run('run_pattern', { element: id, pattern: 'select' })).toMatchObject({ ok: false });
    expect(await bench.run('click_element', { element: id })).toMatchObject(refused);
    expect(await bench.run('click_at', { x: bounds!.x + 250, y: bounds!.y + 12 })).toMatchObject(refused);
    expect(pressed).toEqual([]);
  });
});

it('Enter in a field counts for the nearest buttons, except those in bars', async () => {
  const field = element({ controlType: 'Edit', name: 'Word', at: [10, 60, 100, 24], value: '', states: ['editable'] });
  const bar = element({ controlType: 'ToolBar', at: [0, 0, 400, 30], children: [button('Delete', 2)] });
  const form = element({ controlType: 'Group', at: [0, 50, 400, 100], children: [field] });
  const window = open([bar, form, button('Find', 150)]);
  window.focused = field;
  expect(await press('Enter')).toMatchObject({ ok: true });
  form.children = [field, button('Delete everything', 90)];
  expect(await press('Enter')).toMatchObject(refused);
  expect(await bench.run('press_keys', { keys: 'alt+e', window: 'Tasks' })).toMatchObject(refused);
  expect(await bench.run('keyboard_input', { keys: 'all{ENTER}', window: { title: 'Tasks' } })).toMatchObject(refused);
});

describe('keys', () => {
  it('to a window whose process cannot be inspected need approval, and clicks in it do not', async () => {
    open([button('Go', 10)], { unseen: true });
    expect(await press('a')).toMatchObject(refused);
    expect(JSON.stringify(await press('Enter'))).toContain('whose process cannot be looked at');
    expect(await bench.run('keyboard_input', { keys: 'ls', window: { title: 'Tasks' } })).toMatchObject(refused);
    expect(await bench.run('click_element', { name: 'Go', window: 'Tasks' })).toMatchObject({ ok: true });
    expect(pressed).toEqual(['Go']);
  });

  it('that the current desktop reserves need approval, except those that switch windows', async () => {
    open([button('Go', 10)]);
    expect(await press('ctrl+alt+g')).toMatchObject({ ok: true });
    bench.fake.desktop.shortcuts = new Set(['ctrl+alt+g', 'F12', 'alt+Tab']);
    expect(JSON.stringify(await press('Control+Alt+G'))).toContain('ctrl+alt+g, which the desktop takes');
    expect(await press('F12')).toMatchObject(refused);
    expect(await press('alt+Tab')).toMatchObject({ ok: true });
  });
});
