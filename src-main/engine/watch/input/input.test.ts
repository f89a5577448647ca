import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sleep } from '../../../base/async/deadline.ts';
import type { ElementState } from '#contract/model/elements/element';
import type { InputEvent } from '#contract/model/engine';
import { contains, type Point } from '#contract/model/geometry';
import type { RawNode } from '../../backend.ts';
import { node } from '../../testing/node.ts';
import { soon } from '../../testing/outcome.ts';
import { descend, element, type FakeElement } from '../../backends/fake/element.ts';
import { turnOver } from '../../backends/fake/patterns.ts';
import { createFakeEngine, type FakeEngine } from '../../testing/fake-engine.ts';

let desk: FakeEngine;
let events: InputEvent[];

beforeEach(async () => {
  desk = await createFakeEngine();
  events = [];
  desk.engine.on('input', (event) => events.push(event));
  await settle();
});
afterEach(() => desk.engine.close());

/** Until the feed has read the desktop again, as in a user's pauses. */
const settle = () => sleep(200);

function press(at: Point): void {
  desk.backend.devices.move(at);
  desk.backend.devices.button('left', true);
  desk.backend.devices.button('left', false);
}

function type(text: string): void {
  for (const char of text) desk.backend.devices.character(char);
}

/** Each event as a line: what happened, where, and the result. */
function lines(): string[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case 'pointerDown':
      case 'wheel': {
        const what = event.type === 'wheel' ? `wheel ${event.notches}` : `${event.button} down`;
        return `${what} on ${event.target?.element.name ?? 'nothing'}`;
      }
      case 'hover':
        return `rest on ${event.target.element.name} for ${event.shows.name}`;
      case 'pointerUp':
        return 'up';
      case 'key':
        return `key ${event.key} ${JSON.stringify(event.text)}${event.editable ? ' editable' : ''}`;
      case 'fieldValue':
        return `${event.target.element.name} = ${JSON.stringify(event.value)}`;
      case 'opened':
      case 'program':
      case 'started':
      case 'effects':
        return [];
      case 'lost':
        return `lost ${event.events ?? 'some'} ${event.cause}`;
    }
  });
}

async function expectLines(expected: string[]): Promise<void> {
  await vi.waitFor(() => expect(lines()).toEqual(expected), soon);
}

test('a press targets the button around the label, with verified selectors', async () => {
  press(await desk.middle('Calculator', 'role=Button name="7"'));
  await expectLines(['left down on 7', 'up']);
  const [down] = events;
  if (down?.type !== 'pointerDown') throw new Error('no press');
  expect(down.target?.element).toMatchObject({ controlType: 'Button', name: '7', patterns: ['invoke'] });
  expect(down.window?.title).toBe('Calculator');
  expect(new Set(down.target?.selectors.map((s) => s.kind)).size).toBeGreaterThanOrEqual(3);
  expect(down.target?.selectors[0]).toMatchObject({ selector: 'role=Button name="7"', matchCount: 1, grade: 'B' });
});

test('a press outside all windows, where a menu may reach, belongs to the active window, with an unknown element', async () => {
  const beside = { x: 1_900, y: 1_060 };
  press(beside);
  await expectLines(['left down on nothing', 'up']);
  expect(events[0]).toMatchObject({ window: null });
  events = [];
  desk.backend.devices.move(await desk.middle('Calculator', 'role=Button name="7"'));
  desk.backend.devices.button('right', true);
  desk.backend.devices.button('right', false);
  press(beside);
  await expectLines(['right down on 7', 'up', 'left down on nothing', 'up']);
  const [, , down] = events.filter(({ type }) => type.startsWith('pointer'));
  expect(down).toMatchObject({ window: { title: 'Calculator' }, target: null, unseen: true });
});

test('fast presses are reported one by one, in order', async () => {
  for (const name of ['7', '×', '6', '=']) press(await desk.middle('Calculator', `role=Button name="${name}"`));
  await expectLines(['7', '×', '6', '='].flatMap((name) => [`left down on ${name}`, 'up']));
});

test('an app is queried about few presses at a time; faster ones are reported with what was known, as unsure', async () => {
  const seven = await desk.middle('Calculator', 'role=Button name="7"');
  const asked = vi.spyOn(desk.backend.elements, 'hitTest');
  desk.backend.faults.set('slow', 'hitTest');
  for (let n = 0; n < 100; n++) press(seven);
  await expectLines(Array.from({ length: 100 }, () => ['left down on 7', 'up']).flat());
  expect(asked.mock.calls.length).toBeLessThan(12);
  const presses = events.flatMap((event) => (event.type === 'pointerDown' ? [event] : []));
  expect(presses[0]?.target?.unsure).toBeUndefined();
  expect(presses[99]?.target?.unsure).toBe(true);
});

test('presses before the desktop was read have their windows, however many they are', async () => {
  const seven = await desk.middle('Calculator', 'role=Button name="7"');
  await desk.engine.close();
  desk = await createFakeEngine();
  desk.engine.on('input', (event) => events.push(event));
  await desk.engine.describe({});
  for (let n = 0; n < 40; n++) press(seven);
  await vi.waitFor(() => expect(events.filter(({ type }) => type === 'pointerDown')).toHaveLength(40), soon);
  const windows = events.flatMap((event) => (event.type === 'pointerDown' ? [event.window?.title] : []));
  expect(new Set(windows)).toEqual(new Set(['Calculator']));
});

test('reports it if input cannot be received at all', async () => {
  await desk.engine.close();
  desk = await createFakeEngine();
  vi.spyOn(desk.backend.observer, 'listen').mockRejectedValue(new Error('Nobody hears it.'));
  desk.engine.on('input', (event) => events.push(event));
  await vi.waitFor(() => expect(lines()).toEqual(['lost some unreported']), soon);
});

test('input beyond the queue limit is lost, which is reported in its place', async () => {
  const seven = await desk.middle('Calculator', 'role=Button name="7"');
  for (let n = 0; n < 12_000; n++) desk.backend.devices.wheel('vertical', n % 2 === 0 ? 1 : -1);
  press(seven);
  await vi.waitFor(() => expect(lines().some((line) => line.startsWith('lost'))).toBe(true), soon);
});

test('a press that closes its window is still resolved', async () => {
  const editor = await desk.window('Editor');
  desk.backend.desktop.activate(desk.backend.desktop.window(editor.id));
  desk.backend.devices.key('ctrl+s');
  await settle();
  press(await desk.middle('Save As', 'name="Cancel"'));
  await expectLines(['key ctrl+s null', 'left down on Cancel', 'up']);
});

test('typing ends with the whole value of the field after a pause', async () => {
  press(await desk.middle('Form', 'id=name'));
  await settle();
  type('Ada');
  await expectLines([
    'left down on Name',
    'up',
    'key shift+a "A" editable',
    'key d "d" editable',
    'key a "a" editable',
    'Name = "Ada"',
  ]);
  type('!');
  await vi.waitFor(() => expect(lines().at(-1)).toBe('Name = "Ada!"'), soon);
});

test('the value is that before the key that closes the dialog', async () => {
  desk.backend.desktop.activate(desk.backend.desktop.window((await desk.window('Editor')).id));
  desk.backend.devices.key('ctrl+s');
  await settle();
  press(await desk.middle('Save As', 'role=Edit'));
  await settle();
  events.length = 0;
  type('a.txt');
  // Enter closes the dialog: its field is known by the keys before, if these were looked up in time.
  await vi.waitFor(() => expect(lines()).toContain('key t "t" editable'), soon);
  desk.backend.devices.key('Enter');
  await vi.waitFor(() => expect(lines().at(-1)).toBe('key Enter null editable'), soon);
  expect(lines().slice(-2)).toEqual(['File name = "a.txt"', 'key Enter null editable']);
});

test('Enter as a command is no line break in the text, however late the app is', async () => {
  const { backend } = desk;
  const editor = backend.desktop.window((await desk.window('Editor')).id);
  backend.desktop.activate(editor);
  await settle();
  press(await desk.middle('Editor', 'id=text'));
  await settle();
  events.length = 0;
  const text = [...descend(editor.root)].find(({ automationId }) => automationId === 'text')!;
  type('1+2');
  await settle();
  backend.faults.set('deaf', 'uptake');
  backend.devices.key('Enter');
  text.value = '1+2';
  await sleep(100);
  press(await desk.middle('Editor', 'role=MenuItem name="File"'));
  await vi.waitFor(() => expect(lines()).toContain('up'), soon);
  expect(
    lines()
      .filter((line) => line.startsWith('Text = '))
      .at(-1),
  ).toBe('Text = "1+2"');
  expect(lines()).toContain('key Enter null editable');
});

test('the value comes before a press elsewhere and before Tab', async () => {
  press(await desk.middle('Form', 'id=name'));
  await settle();
  events.length = 0;
  const send = await desk.middle('Form', 'id=send');
  type('x');
  press(send);
  await expectLines(['key x "x" editable', 'Name = "x"', 'left down on Send', 'up']);
});

test('a change by a press in a field does not count as typing of the next key', async () => {
  const { backend, engine } = desk;
  const rested = () => engine.settleInput({});
  const editor = backend.desktop.window((await desk.window('Editor')).id);
  backend.desktop.activate(editor);
  await rested();
  const [text, file] = [
    await desk.middle('Editor', 'id=text'),
    await desk.middle('Editor', 'role=MenuItem name="File"'),
  ];
  press(text);
  await rested();
  backend.devices.key('ctrl+a');
  await rested();
  press(file);
  [...descend(editor.root)].find(({ automationId }) => automationId === 'text')!.value = '**bold**';
  await rested();
  press(text);
  await rested();
  backend.devices.key('ctrl+s');
  await rested();
  expect(lines()).toContain('key ctrl+s null editable');
  expect(lines().filter((line) => line.startsWith('Text = '))).toEqual([]);
});

test('a key after text names its field by the remaining context', async () => {
  const { backend, engine } = desk;
  const hint = element({ controlType: 'Text', name: 'Type here', at: [0, 30, 90, 20] });
  const line = (y: number, onChange?: () => void): FakeElement =>
    element({
      controlType: 'Edit',
      at: [0, y, 90, 20],
      value: '',
      states: ['editable', 'focusable'],
      ...(onChange && { onChange }),
    });
  const children = [line(400), line(0, () => hint.states.delete('visible')), hint];
  const root = element({ controlType: 'Window', name: 'Sums', children });
  const content = { x: 300, y: 300, width: 100, height: 460 };
  const sums = backend.desktop.open({ title: 'Sums', app: 'sums', className: 'Sums', content, root });
  sums.focused = children[1]!;
  backend.desktop.activate(sums);
  await engine.settleInput({});
  events.length = 0;
  type('7');
  await engine.settleInput({});
  backend.devices.key('Enter');
  await engine.settleInput({});
  const best = events.flatMap((event) => (event.type === 'key' ? [event.target?.selectors[0]?.selector] : []));
  expect(best).toEqual(['role=Edit near="Type here"', 'role=Edit nth=1']);
});

test('a key that opens an editor is not for the editor, however late the app reports the earlier focus', async () => {
  const { backend, engine } = desk;
  const item = element({ controlType: 'ListItem', name: 'a.txt', at: [0, 0, 90, 20], states: ['focusable'] });
  const root = element({ controlType: 'Window', name: 'Files', children: [item] });
  const content = { x: 300, y: 300, width: 100, height: 60 };
  const files = backend.desktop.open({ title: 'Files', app: 'files', className: 'Files', content, root });
  backend.desktop.activate(files);
  await engine.settleInput({});
  events.length = 0;
  const ask = backend.elements.focused.bind(backend.elements);
  vi.spyOn(backend.elements, 'focused').mockImplementationOnce((...args) => {
    const editor = { controlType: 'Edit', name: '', at: [0, 0, 90, 20], value: 'a.txt' } as const;
    const opened = element({ ...editor, states: ['editable', 'focusable'] });
    root.children = [...root.children, opened];
    files.focused = opened;
    return ask(...args);
  });
  backend.devices.key('F2');
  await vi.waitFor(
    () => expect(events).toMatchObject([{ type: 'key', window: { title: 'Files' }, target: null }]),
    soon,
  );
});

test('a key belongs to the item that the arrow key before it selected', async () => {
  press(await desk.middle('Form', 'name="Apples"'));
  await settle();
  events.length = 0;
  for (const key of ['ArrowDown', 'ArrowDown', 'Delete']) {
    desk.backend.devices.key(key);
    await settle();
  }
  const names = () => events.flatMap((event) => (event.type === 'key' ? [event.target?.element.name] : []));
  await vi.waitFor(() => expect(names()).toEqual(['Apples', 'Bananas', 'Cherries']), soon);
});

test('a key after Space belongs to the element that the app focused after the press', async () => {
  const { backend, engine } = desk;
  const replace = element({ controlType: 'Button', name: 'Replace', at: [0, 30, 90, 20], states: ['focusable'] });
  const all = element({ controlType: 'CheckBox', name: 'All', at: [0, 0, 90, 20], states: ['focusable', 'checkable'] });
  const root = element({ controlType: 'Window', name: 'Sums', children: [all, replace] });
  const content = { x: 300, y: 300, width: 100, height: 60 };
  const dialog = backend.desktop.open({ title: 'Sums', app: 'sums', className: 'Sums', content, root });
  dialog.focused = all;
  backend.desktop.activate(dialog);
  await engine.settleInput({});
  events.length = 0;
  const names = () => events.flatMap((event) => (event.type === 'key' ? [event.target?.element.name] : []));
  type(' ');
  dialog.focused = replace;
  await engine.settleInput({});
  backend.devices.key('F5');
  await vi.waitFor(() => expect(names()).toEqual(['All', 'Replace']), soon);
});

test('text belongs to the item that the arrow key before it selected, however late the app reports the focus', async () => {
  press(await desk.middle('Form', 'name="Apples"'));
  await settle();
  events.length = 0;
  desk.backend.faults.set('slow', 'details', 1);
  desk.backend.devices.key('ArrowDown');
  await sleep(20);
  type('b');
  const names = () => events.flatMap((event) => (event.type === 'key' ? [event.target?.element.name] : []));
  await vi.waitFor(() => expect(names()).toEqual(['Apples', 'Bananas']), soon);
});

test('text typed in a password field does not leave the engine', async () => {
  press(await desk.middle('Form', 'name="Password" role=Edit'));
  await settle();
  type('geheim');
  desk.backend.devices.key('Tab');
  await vi.waitFor(() => expect(lines().at(-1)).toBe('key Tab null editable'), soon);
  expect(lines().slice(2)).toEqual([
    ...Array.from('geheim', () => 'key • null editable'),
    'Password = null',
    'key Tab null editable',
  ]);
  expect(JSON.stringify(events)).not.toMatch(/geheim|"[geh]"/);
});

test('text typed outside any field does not leave the engine, in a window with a password field', async () => {
  press(await desk.middle('Form', 'id=send'));
  await settle();
  type('geheim');
  desk.backend.devices.character(' ');
  await vi.waitFor(() => expect(lines().filter((line) => line.startsWith('key'))).toHaveLength(7), soon);
  expect(lines().slice(2)).toEqual([...Array.from('geheim', () => 'key • null'), 'key   " "']);
});

test('typed text does not leave the engine if the focused element is hidden, in a window with a password field', async () => {
  const { desktop } = desk.backend;
  const form = desktop.window((await desk.window('Form')).id);
  const old = element({ controlType: 'ListItem', name: 'Old', at: [0, 0, 9, 9], states: ['focusable'] });
  old.states.delete('visible');
  form.root.children = [...form.root.children, old];
  desktop.activate(form);
  form.focused = old;
  await settle();
  type('ab');
  await vi.waitFor(() => expect(lines()).toHaveLength(2), soon);
  expect(lines()).toEqual(['key • null', 'key • null']);
});

test('text that an app reports only after a later press may belong to a password field, whatever has focus now', async () => {
  press(await desk.middle('Form', 'id=name'));
  await settle();
  desk.backend.devices.reportsLate = true;
  type('g');
  desk.backend.devices.reportsLate = false;
  type('x');
  await vi.waitFor(() => expect(lines().filter((line) => line.startsWith('key'))).toHaveLength(2), soon);
  expect(lines().filter((line) => line.startsWith('key'))).toEqual(['key • null', 'key x "x" editable']);
});

test.each([
  ['offers nothing in its window', 'deaf', 'tree'],
  ['does not answer', 'hang', 'tree'],
] as const)(
  'text typed into an app that %s does not leave the engine, since it may be a password',
  async (_, kind, point) => {
    const quiet = await createFakeEngine();
    const reported: InputEvent[] = [];
    quiet.backend.faults.set(kind, point);
    quiet.backend.faults.set('hang', 'focused');
    quiet.engine.on('input', (event) => reported.push(event));
    await settle();
    quiet.backend.desktop.activate(quiet.backend.desktop.window((await quiet.window('Calculator')).id));
    await settle();
    for (const char of 'geheim') quiet.backend.devices.character(char);
    quiet.backend.devices.key('Tab');
    await vi.waitFor(
      () =>
        expect(reported.map((event) => event.type === 'key' && event.key)).toEqual([
          '•',
          '•',
          '•',
          '•',
          '•',
          '•',
          'Tab',
        ]),
      8_000,
    );
    expect(JSON.stringify(reported)).not.toMatch(/geheim|"[gehim]"/);
    await quiet.engine.close();
  },
);

test('a field that could not be queried is queried once its app responds', async () => {
  const { desktop, faults } = desk.backend;
  const form = desktop.window((await desk.window('Form')).id);
  form.focused = [...descend(form.root)].find(({ automationId }) => automationId === 'name')!;
  faults.set('hang', 'focused');
  faults.set('hang', 'tree');
  desktop.activate(form);
  await sleep(20);
  events.length = 0;
  type('Ada');
  await sleep(1_000);
  faults.clear();
  await vi.waitFor(() => expect(lines().at(-1)).toBe('Name = "Ada"'), 8_000);
  expect(lines()[0]).toBe('key • null');
});

describe('text in a window that was read, whose app is slow to report the focus,', () => {
  const field = (name: string, isSecret = false): FakeElement =>
    element({
      controlType: 'Edit',
      name,
      at: [0, isSecret ? 30 : 0, 90, 20],
      value: '',
      states: ['editable', 'focusable', ...(isSecret ? (['password'] as const) : [])],
    });

  /** The first field has focus at the start, and the last once the keys have arrived. */
  async function typedSlowly(fields: readonly FakeElement[], ...after: readonly string[]) {
    const { backend, engine } = desk;
    const root = element({ controlType: 'Window', name: 'Bar', children: [...new Set(fields)] });
    const content = { x: 300, y: 300, width: 100, height: 60 };
    const bar = backend.desktop.open({ title: 'Bar', app: 'bar', className: 'Bar', content, root });
    bar.focused = fields[0]!;
    backend.desktop.activate(bar);
    await engine.settleInput({});
    events.length = 0;
    const ask = backend.elements.focused.bind(backend.elements);
    vi.spyOn(backend.elements, 'focused').mockImplementation(async (...args) => {
      await sleep(1_200);
      return ask(...args);
    });
    // From then on the focus is unknown.
    backend.devices.key('ctrl+k');
    type('Ada');
    await sleep(30);
    for (const key of after) backend.devices.key(key);
    bar.focused = fields.at(-1)!;
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(3 + after.length), soon);
    return lines().slice(1);
  }

  test('is waited for', async () => {
    expect(await typedSlowly([field('Name')])).toContain('key d "d" editable');
  });

  test('is not given to a field if the focus has moved on meanwhile', async () => {
    const received = await typedSlowly([field('Name'), field('Street')], 'Tab');
    expect(received.slice(0, 3)).toEqual(['key shift+a "A"', 'key d "d"', 'key a "a"']);
  });

  test('is not reported if the app may have moved the focus away from a password', async () => {
    const received = await typedSlowly([field('PIN', true), field('Name')]);
    expect(received.slice(0, 3)).toEqual(['key • null', 'key • null', 'key • null']);
  });

  test('nor from a field that may hide what is in it', async () => {
    const hiding = field('PIN');
    hiding.mayHide = true;
    const received = await typedSlowly([hiding, field('Name')]);
    expect(received.slice(0, 3)).toEqual(['key • null', 'key • null', 'key • null']);
  });

  test('is reported again after it was reported before', async () => {
    const name = field('Name');
    await typedSlowly([name, field('PIN', true), name]);
    type('b');
    await vi.waitFor(() => expect(lines().some((line) => line.startsWith('key b'))).toBe(true), soon);
    expect(lines()).toContain('key b "b" editable');
  });
});

test('is not given to the field that later keys led to if its own field is unknown', async () => {
  const { desktop, faults } = desk.backend;
  const form = desktop.window((await desk.window('Form')).id);
  form.focused = [...descend(form.root)].find(({ automationId }) => automationId === 'name')!;
  faults.set('hang', 'focused');
  faults.set('hang', 'tree');
  desktop.activate(form);
  await sleep(20);
  events.length = 0;
  type('Ada');
  desk.backend.devices.key('Enter');
  await sleep(1_000);
  faults.clear();
  await vi.waitFor(() => expect(lines()).toContain('key Enter null'), 8_000);
  await sleep(3_500);
  expect(lines().filter((line) => line.includes('='))).toEqual([]);
});

describe('text in a window that has just opened, whose app reports the focus only after Tab', () => {
  const field = (name: string): FakeElement =>
    element({
      controlType: 'Edit',
      name,
      at: [0, name === 'Name' ? 0 : 30, 90, 20],
      value: '',
      states: ['editable', 'focusable', ...(name === 'Name' ? [] : (['password'] as const))],
    });

  /** @param took the fields that had focus, in order, before the text came */
  async function typedInto(...took: readonly number[]) {
    const { desktop, devices, faults } = desk.backend;
    const fields = [field('Name'), field('PIN')];
    const root = element({ controlType: 'Window', name: 'Dialog', children: fields });
    const content = { x: 300, y: 300, width: 100, height: 60 };
    faults.set('slow', 'focused', 1);
    const dialog = desktop.open({ title: 'Dialog', app: 'dialog', className: 'Dialog', content, root });
    for (const index of took) dialog.focused = fields[index] ?? null;
    desktop.activate(dialog);
    await sleep(20);
    events.length = 0;
    type('Ada');
    await sleep(20);
    devices.key('Tab');
    await vi.waitFor(() => expect(lines().at(-1)).toMatch(/^key Tab/), 8_000);
    return lines();
  }

  test('belongs to the only field that had focus until then', async () => {
    expect(await typedInto(0)).toEqual([
      'key shift+a "A" editable',
      'key d "d" editable',
      'key a "a" editable',
      'Name = "Ada"',
      'key Tab null editable',
    ]);
  });

  test('may be a password if several fields had focus, or the only one takes a password', async () => {
    const masked = [...Array.from('Ada', () => 'key • null'), 'key Tab null editable'];
    expect(await typedInto(1, 0)).toEqual(masked);
    expect((await typedInto(1)).join()).not.toMatch(/Ada|"[Ad]/);
  });
});

describe('a cell', () => {
  async function openSheet(cell: FakeElement) {
    const { desktop } = desk.backend;
    const root = element({ controlType: 'Window', name: 'Sheet', children: [cell] });
    const content = { x: 300, y: 300, width: 100, height: 60 };
    const sheet = desktop.open({ title: 'Sheet', app: 'sheet', className: 'Sheet', content, root });
    sheet.focused = cell;
    desktop.activate(sheet);
    await settle();
    events.length = 0;
  }
  const cell = (onChange?: () => void): FakeElement =>
    element({
      controlType: 'DataItem',
      name: 'A2',
      at: [0, 0, 90, 20],
      value: '',
      states: ['editable', 'focusable'],
      ...(onChange && { onChange }),
    });

  test('is reported with the value if its field shows it', async () => {
    await openSheet(cell());
    type('=1');
    await expectLines(['key = "=" editable', 'key 1 "1" editable', 'A2 = "=1"']);
  });

  test('is reported as keys if its field shows it later in another form', async () => {
    const a2 = cell(() => (a2.value = ''));
    await openSheet(a2);
    type('=1');
    await sleep(2_500);
    a2.value = '1';
    desk.backend.devices.key('Enter');
    await settle();
    press({ x: 345, y: 350 });
    await expectLines([
      'key = "=" editable',
      'key 1 "1" editable',
      'key Enter null editable',
      'left down on Sheet',
      'up',
    ]);
  });
});

describe('text in an unread window of LibreOffice', () => {
  async function typedInto(more: { readonly kind?: string; readonly toolkit?: string; readonly title?: string }) {
    const { desktop, faults } = desk.backend;
    const root = element({ controlType: 'Window', name: 'Sheet', children: [] });
    const content = { x: 300, y: 300, width: 100, height: 60 };
    faults.set('slow', 'focused', 1);
    const title = 'Sums — LibreOffice Calc';
    const window = { title, app: 'soffice.bin', className: 'Calc', toolkit: 'libreoffice', content, root };
    desktop.activate(desktop.open({ ...window, ...more }));
    await sleep(20);
    events.length = 0;
    type('12');
    desk.backend.devices.key('Enter');
    await vi.waitFor(() => expect(lines().at(-1)).toMatch(/^key Enter/), 8_000);
    return lines();
  }

  test('is reported, since its documents ask for no passwords', async () => {
    expect(await typedInto({})).toEqual(['key 1 "1"', 'key 2 "2"', 'key Enter null']);
  });

  test.each([{ kind: 'dialog' }, { toolkit: 'fake' }, { title: 'Enter Password' }])(
    'may be a password in %o',
    async (more) => {
      expect(await typedInto(more)).toEqual(['key • null', 'key • null', 'key Enter null']);
    },
  );
});

test('a press in an open unreadable menu is no press on the element below', async () => {
  const display = await desk.middle('Calculator', 'id=display');
  const popup = { x: display.x - 20, y: display.y - 10, width: 40, height: 20 };
  desk.backend.windows.popupAt = () => Promise.resolve(popup);
  press(display);
  await expectLines(['left down on nothing', 'up']);
  expect(events[0]).toMatchObject({ window: { title: 'Calculator' }, target: null, unseen: true });
});

test('a press on an item wider than its open list is a press on the item', async () => {
  const { desktop, windows } = desk.backend;
  const item = element({ controlType: 'ListItem', name: 'large', at: [10, 10, 120, 20] });
  const list = element({ controlType: 'List', at: [10, 10, 60, 40], children: [item] });
  const root = element({ controlType: 'Window', name: 'Order', children: [list] });
  const content = { x: 1_200, y: 700, width: 200, height: 100 };
  desktop.open({ title: 'Order', app: 'calculator', className: 'Order', content, root });
  await settle();
  windows.popupAt = () => Promise.resolve({ x: 1_210, y: 710, width: 60, height: 40 });
  press({ x: 1_230, y: 720 });
  await expectLines(['left down on large', 'up']);
});

test('the entry of a menu closed by the press is the one that its app reported under the pointer', async () => {
  const { elements, devices, windows } = desk.backend;
  const seven = await desk.middle('Calculator', 'role=Button name="7"');
  const display = await desk.middle('Calculator', 'id=display');
  const entry: RawNode = {
    ...node('MenuItem', 'Copy'),
    runtimeId: 'entry',
    bounds: { x: display.x - 20, y: display.y - 10, width: 40, height: 20 },
  };
  elements.pointedEntry = (_, at) => Promise.resolve(entry.bounds && contains(entry.bounds, at) ? entry : null);
  const opensMenu = () => {
    devices.button('right', true);
    devices.button('right', false);
  };
  devices.move(seven);
  opensMenu();
  press(display);
  await expectLines(['right down on 7', 'up', 'left down on Copy', 'up']);
  const [, , down] = events.filter(({ type }) => type.startsWith('pointer'));
  expect(down).toMatchObject({
    target: { element: { controlType: 'MenuItem' }, selectors: [{ selector: 'role=MenuItem name="Copy"' }] },
  });
  expect(down).not.toHaveProperty('target.unsure');
  // The menu is left, and the element below it is pressed.
  events = [];
  devices.move(seven);
  opensMenu();
  press(await desk.middle('Calculator', 'role=Button name="8"'));
  await expectLines(['right down on 7', 'up', 'left down on 8', 'up']);
  // No menu was there: its popup reports it.
  events = [];
  press(display);
  await expectLines(['left down on Display', 'up']);
  // A popup opens elsewhere than under the resting pointer, whose element is known before the press.
  events = [];
  devices.move(seven);
  windows.popupAt = () => Promise.resolve(entry.bounds);
  press(display);
  await expectLines(['left down on Copy', 'up']);
});

describe('a dialog that has just opened, and reports its focus late', () => {
  const field = (name: string, y: number, ...more: ElementState[]) =>
    element({ controlType: 'Edit', name, at: [0, y, 90, 20], value: '', states: ['editable', 'focusable', ...more] });

  /** Its first field has focus; the calculator's app was read before. */
  async function openDialog(first: FakeElement) {
    const { desktop, faults } = desk.backend;
    const of = desktop.window((await desk.window('Calculator')).id);
    desktop.activate(of);
    await settle();
    const root = element({ controlType: 'Window', name: 'Find', children: [first, field('Other', 30)] });
    const content = { x: 300, y: 300, width: 100, height: 60 };
    faults.set('deaf', 'focused', 1);
    const opened = desktop.open({ title: 'Find', app: 'calculator', className: 'Calculator', content, root }, of);
    opened.focused = first;
    await sleep(20);
    events.length = 0;
    return opened;
  }

  test('is waited for, so that text typed there is reported', async () => {
    await openDialog(field('What', 0));
    type('two');
    await expectLines([...Array.from('two', (char) => `key ${char} "${char}" editable`), 'What = "two"']);
  });

  test('is waited for even if it reports nothing at first', async () => {
    const what = field('What', 0);
    const { root } = await openDialog(what);
    const { children } = root;
    root.children = [];
    setTimeout(() => (root.children = children), 150);
    await sleep(30);
    type('two');
    await expectLines([...Array.from('two', (char) => `key ${char} "${char}" editable`), 'What = "two"']);
  });

  test.each(['at rest', 'after a press'])(
    'gets the keys that follow, though both are received at once: %s',
    async (when) => {
      const { desktop } = desk.backend;
      const of = desktop.window((await desk.window('Calculator')).id);
      desktop.activate(of);
      await settle();
      if (when === 'after a press') press(await desk.middle('Calculator', 'role=Button name="7"'));
      const what = field('What', 0);
      const root = element({ controlType: 'Window', name: 'Find', children: [what] });
      const content = { x: 300, y: 300, width: 100, height: 60 };
      desktop.open({ title: 'Find', app: 'calculator', className: 'Calculator', content, root }, of).focused = what;
      type('two');
      await vi.waitFor(() => expect(lines().at(-1)).toBe('What = "two"'), soon);
      const windows = events.flatMap((event) => (event.type === 'key' ? [event.window?.title] : []));
      expect(windows).toEqual(['Find', 'Find', 'Find']);
    },
  );

  test('is not reported as appended text without proof: it may have replaced the value', async () => {
    const what = field('What', 0);
    what.value = 'a.txt';
    await openDialog(what);
    desk.backend.faults.set('stale', 'details');
    type('b');
    what.value = 'b.txt';
    await sleep(300);
    press({ x: 345, y: 340 });
    await vi.waitFor(() => expect(lines()).toContain('up'), soon);
    expect(lines().filter((line) => line.startsWith('What = '))).toEqual([]);
    expect(lines()[0]).toBe('key b "b" editable');
  });

  test('is not trusted once the focus may have moved on: it may have been a password', async () => {
    await openDialog(field('Password', 0, 'password'));
    type('geheim');
    desk.backend.devices.key('Tab');
    await vi.waitFor(() => expect(lines().at(-1)).toMatch(/^key Tab/), soon);
    const masked = Array.from('geheim', () => 'key • null editable');
    expect(lines().slice(0, -1)).toEqual([...masked, 'Password = null']);
  });
});

test('notches of one wheel turn are one event', async () => {
  desk.backend.devices.move(await desk.middle('Form', 'name="Fruit"'));
  for (let i = 0; i < 3; i++) desk.backend.devices.wheel('vertical', -1);
  await expectLines(['wheel -3 on Fruit']);
});

const pressOn = async (name: string, window = 'Ten thousand rows') =>
  press(await desk.middle(window, `role=ListItem name="${name}"`));
const brought = () => events.flatMap((event) => (event.type === 'pointerDown' ? [event.scrolledTo ?? false] : []));

/** The list in front, with few enough rows to be read often. */
async function rowsInFront() {
  const window = desk.backend.desktop.window((await desk.window('Ten thousand rows')).id);
  const list = window.root.children[0]!;
  list.children = list.children.slice(0, 300);
  desk.backend.desktop.activate(window);
  await settle();
  return list;
}

test('a press reports whether the wheel brought its target into view', async () => {
  await rowsInFront();
  const turn = async (notches: number) => {
    desk.backend.devices.move(await desk.middle('Ten thousand rows', 'name="Rows"'));
    for (let i = 0; i < Math.abs(notches); i++) desk.backend.devices.wheel('vertical', Math.sign(notches));
    await settle();
  };
  await turn(-3);
  await pressOn('Row 12');
  await turn(-3);
  await pressOn('Row 25');
  await vi.waitFor(() => expect(brought()).toEqual([false, true]), soon);
  await pressOn('Row 26');
  await turn(-3);
  desk.backend.devices.key('F5');
  await pressOn('Row 32');
  await vi.waitFor(() => expect(brought()).toEqual([false, true, false, false]), soon);
});

test('rereads an app that still glides when it is read after the wheel', async () => {
  const rows = await rowsInFront();
  const middle = await desk.middle('Ten thousand rows', 'name="Rows"');
  desk.backend.devices.move(middle);
  desk.backend.devices.wheel('vertical', -1);
  await sleep(300);
  // The app does not report the change.
  turnOver(rows, -10);
  await sleep(600);
  desk.backend.devices.button('left', true);
  desk.backend.devices.button('left', false);
  await expectLines(['wheel -1 on Rows', 'left down on Row 29', 'up']);
});

test('reports nothing of our own windows', async () => {
  const { processId } = await desk.window('Form');
  const send = await desk.middle('Form', 'id=send');
  const seven = await desk.middle('Calculator', 'role=Button name="7"');
  await desk.engine.setOwnProcesses({ processIds: [processId] });
  await settle();
  press(send);
  type('secret');
  // Do not attribute the time between two windows to a user.
  await sleep(20);
  press(seven);
  await expectLines(['left down on 7', 'up']);
});

test('omits input of an agent, and reports the value before it', async () => {
  const { devices } = desk.backend;
  press(await desk.middle('Form', 'id=name'));
  await settle();
  events.length = 0;
  const [send, seven] = [await desk.middle('Form', 'id=send'), await desk.middle('Calculator', 'role=Button name="7"')];
  type('x');
  // The agent moves the focus: a key that is looked up later may have been part of a password.
  await vi.waitFor(() => expect(lines()).toContain('key x "x" editable'), soon);
  devices.byEngine(() => {
    press(seven);
    type('8');
    devices.wheel('vertical', 2);
  });
  await settle();
  press(send);
  await expectLines(['key x "x" editable', 'Name = "x"', 'left down on Send', 'up']);
});

test('a stuck app delays its events, and loses only their targets', async () => {
  desk.backend.faults.set('hang', 'hitTest');
  desk.backend.faults.set('hang', 'details');
  desk.backend.faults.set('hang', 'tree');
  const started = Date.now();
  const twin = (await desk.engine.listWindows({})).items.find((window) => window.title === 'Twin');
  press({ x: twin!.bounds.x + 5, y: twin!.bounds.y + 5 });
  await expectLines(['left down on nothing', 'up']);
  expect(Date.now() - started).toBeLessThan(5_000);
});

test('rarely reads an app with an expensive tree while nothing happens, however often it announces changes', async () => {
  const { desktop, elements, faults } = desk.backend;
  const editor = desktop.window((await desk.window('Editor')).id);
  await settle();
  faults.set('slow', 'tree');
  const walk = vi.spyOn(elements, 'walk');
  for (let count = 0; count < 10; count++) {
    desktop.retitle(editor, editor.title);
    await sleep(700);
  }
  expect(walk.mock.calls.length).toBeLessThanOrEqual(6);
});

test('reports the earlier element as unsure if an app does not respond in time', async () => {
  const seven = await desk.middle('Calculator', 'role=Button name="7"');
  await settle();
  desk.backend.faults.set('hang', 'hitTest');
  desk.backend.devices.key('Shift');
  press(seven);
  await vi.waitFor(() => expect(lines().at(-1)).toBe('up'), 5_000);
  const down = events.find(({ type }) => type === 'pointerDown');
  expect(down).toMatchObject({ target: { element: { name: '7' }, unsure: true } });
});

test('a key belongs to the window it was pressed in, not to the one that it opens', async () => {
  const { desktop, devices } = desk.backend;
  desktop.activate(desktop.window((await desk.window('Editor')).id));
  await settle();
  devices.key('Shift');
  devices.key('ctrl+s');
  await vi.waitFor(() => expect(events.filter(({ type }) => type === 'key')).toHaveLength(2), soon);
  expect(events.at(-1)).toMatchObject({ key: 'ctrl+s', window: { app: 'editor', kind: 'normal' } });
});

test('a key after a window has opened belongs to that window, however soon it comes', async () => {
  const { desktop, devices } = desk.backend;
  desktop.activate(desktop.window((await desk.window('Editor')).id));
  await settle();
  devices.key('ctrl+s');
  await sleep(50);
  devices.key('Escape');
  await vi.waitFor(() => expect(events.filter(({ type }) => type === 'key')).toHaveLength(2), soon);
  expect(events.at(-1)).toMatchObject({ key: 'Escape', window: { title: 'Save As' } });
});

test('reads nothing without listeners', async () => {
  const quiet = await createFakeEngine();
  const walk = vi.spyOn(quiet.backend.elements, 'walk');
  quiet.engine.on('input', () => undefined).dispose();
  await settle();
  walk.mockClear();
  quiet.backend.devices.key('a');
  await settle();
  expect(walk).not.toHaveBeenCalled();
  await quiet.engine.close();
});

test('knows the element under the resting pointer before the press, whatever the app does then', async () => {
  const { desktop, devices, faults } = desk.backend;
  desktop.activate(desktop.window((await desk.window('Calculator')).id));
  const send = await desk.middle('Form', 'id=send');
  devices.move(send);
  await settle();
  for (const point of ['hitTest', 'tree', 'details'] as const) faults.set('hang', point);
  press(send);
  await expectLines(['left down on Send', 'up']);
  expect(events[0]).not.toHaveProperty('target.unsure');
});

test('reports a drag with the element at its end, and its way points', async () => {
  const { devices } = desk.backend;
  const [from, to] = [await desk.middle('Form', 'id=send'), await desk.middle('Form', 'name="Newsletter"')];
  const corner = { x: from.x + 200, y: to.y };
  devices.move(from);
  await settle();
  devices.button('left', true);
  devices.move(corner);
  devices.move(to);
  await settle();
  devices.button('left', false);
  await vi.waitFor(() => expect(events.at(-1)?.type).toBe('pointerUp'), soon);
  expect(events.at(-1)).toHaveProperty('target.element.name', 'Newsletter');
  expect(events.at(-1)).toHaveProperty('via', [corner]);
});

test('a drag ends on the element there, not in the menu that it opens', async () => {
  const { backend, engine } = desk;
  const place = (x: number) => ({ at: [x, 0, 40, 40] as const, states: ['focusable'] as const });
  const [file, folder] = ['a.txt', 'Box'].map((name, at) =>
    element({ controlType: 'ListItem', name, ...place(at * 50) }),
  );
  const root = element({ controlType: 'Window', name: 'Files', children: [file!, folder!] });
  const content = { x: 300, y: 300, width: 100, height: 60 };
  const files = backend.desktop.open({ title: 'Files', app: 'files', className: 'Files', content, root });
  backend.desktop.activate(files);
  await engine.settleInput({});
  const { devices } = backend;
  devices.move({ x: 320, y: 320 });
  await settle();
  devices.button('left', true);
  devices.move({ x: 370, y: 320 });
  const copy = element({ controlType: 'MenuItem', name: 'Copy here', at: [50, 0, 60, 60] });
  const menu = element({ controlType: 'Menu', at: [50, 0, 60, 60], children: [copy] });
  root.children = [...root.children, menu];
  devices.button('left', false);
  await vi.waitFor(() => expect(events.at(-1)?.type).toBe('pointerUp'), soon);
  expect(events.at(-1)).toHaveProperty('target.element.name', 'Box');
});

test('an earlier element is not the target of a press after something else happened there', async () => {
  const { desktop, devices } = desk.backend;
  desktop.activate(desktop.window((await desk.window('Editor')).id));
  devices.key('ctrl+s');
  await settle();
  const cancel = await desk.middle('Save As', 'name="Cancel"');
  devices.move(cancel);
  await settle();
  desktop.close(desktop.window((await desk.window('Save As')).id));
  await settle();
  events.length = 0;
  press(cancel);
  await vi.waitFor(() => expect(lines()).toHaveLength(2), soon);
  expect(lines()[0]).not.toContain('Cancel');
});
