import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sleep } from '../../../base/async/deadline.ts';
import type { InputEvent } from '#contract/model/engine';
import { descend, element, type FakeElement } from '../../backends/fake/element.ts';
import type { FakeWindow } from '../../backends/fake/window.ts';
import { soon } from '../../testing/outcome.ts';
import { createFakeEngine, type FakeEngine } from '../../testing/fake-engine.ts';
import { nowhere } from '../found.ts';
import { keepsCaret } from './fields.ts';

let desk: FakeEngine;
let events: InputEvent[];

beforeEach(async () => {
  desk = await createFakeEngine();
  events = [];
  desk.engine.on('input', (event) => events.push(event));
  await sleep(200);
});
afterEach(() => desk.engine.close());

/** Keys, presses and values, in order. */
function lines(): string[] {
  return events.flatMap((event) => {
    if (event.type === 'key') return `key ${event.key}`;
    if (event.type === 'pointerDown') return `press ${event.target?.element.name ?? 'nothing'}`;
    return event.type === 'fieldValue' ? `${event.target.element.name} = ${event.value ?? 'secret'}` : [];
  });
}

async function pressOn(selector: string): Promise<void> {
  const { devices } = desk.backend;
  devices.move(await desk.middle('Form', selector));
  devices.button('left', true);
  devices.button('left', false);
}

async function composeIn(selector: string, keys: string, text: string): Promise<void> {
  await pressOn(selector);
  await sleep(200);
  events.length = 0;
  for (const key of keys) desk.backend.devices.byInputMethod({ takes: key });
  desk.backend.devices.byInputMethod({ composes: text });
}

test('keys consumed by an input method are not reported, and its committed text counts as typed', async () => {
  const { devices } = desk.backend;
  await composeIn('id=name', 'nihao', '你好');
  devices.byInputMethod({ takes: 'Enter' });
  devices.commit('你好');
  devices.byInputMethod({ composes: '' });
  await vi.waitFor(() => expect(lines()).toEqual(['key 你好', 'Name = 你好']), soon);
});

test('text that a press elsewhere commits a moment later belongs to the previous field', async () => {
  const { devices } = desk.backend;
  await composeIn('id=name', 'gks', '한');
  const form = desk.backend.desktop.window((await desk.window('Form')).id);
  await pressOn('id=send');
  devices.commit(
    '한',
    [...descend(form.root)].find(({ automationId }) => automationId === 'name'),
  );
  devices.byInputMethod({ composes: '' });
  await vi.waitFor(() => expect(lines()).toEqual(['key 한', 'Name = 한', 'press Send']), soon);
});

test('text that a press commits to both fields, as in Qt, is the value of both', async () => {
  const { backend } = desk;
  const form = backend.desktop.window((await desk.window('Form')).id);
  const [name, other] = [...descend(form.root)].filter(({ controlType }) => controlType === 'Edit');
  other!.states.delete('password');
  await composeIn('id=name', 'gks', '한');
  await pressOn('role=Edit name=Password');
  backend.devices.commit('한', name);
  backend.devices.byInputMethod({ composes: '' });
  other!.value = '한';
  backend.desktop.changed();
  await sleep(500);
  await pressOn('id=send');
  const expected = ['key 한', 'Name = 한', 'press Password', 'Password = 한', 'press Send'];
  await vi.waitFor(() => expect(lines()).toEqual(expected), soon);
});

async function busy(ms: number): Promise<void> {
  await sleep(20);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test.each([
  [null, 'at rest', sleep],
  ['ctrl+a', 'at rest', sleep],
  ['ctrl+a', 'on a busy machine', busy],
])('uncommitted text that browsers include in values counts once, after %s %s', async (first, _, pass) => {
  const { devices, faults } = desk.backend;
  await composeIn('id=name', 'gks', '한');
  const form = desk.backend.desktop.window((await desk.window('Form')).id);
  const name = [...descend(form.root)].find(({ automationId }) => automationId === 'name')!;
  const send = await desk.middle('Form', 'id=send');
  if (first) devices.key(first);
  devices.commit('한');
  devices.byInputMethod({ composes: '글' });
  name.value = '한글';
  await pass(400);
  // As of browsers, it is unknown which keys the app has handled.
  faults.set('deaf', 'uptake');
  devices.move(send);
  devices.button('left', true);
  devices.button('left', false);
  name.value = '한';
  devices.commit('글', name);
  devices.byInputMethod({ composes: '' });
  await vi.waitFor(() => expect(lines().slice(-3)).toEqual(['key 글', 'Name = 한글', 'press Send']), soon);
});

/** A document with a paragraph, of which LibreOffice shows uncommitted text as its own. */
async function composeInDocument(shown: string): Promise<FakeElement> {
  const { desktop, devices } = desk.backend;
  const at = [0, 0, 100, 40] as const;
  const paragraph = element({ controlType: 'Text', role: 'paragraph', value: '', at, states: ['focusable'] });
  const page = element({ controlType: 'Document', name: 'Page', at: [0, 0, 100, 90], children: [paragraph] });
  const root = element({ controlType: 'Window', name: 'Text', children: [page] });
  const form = desktop.open({
    title: 'Text',
    app: 'writer',
    className: 'Text',
    content: { x: 300, y: 300, width: 100, height: 90 },
    root,
  });
  form.focused = paragraph;
  desktop.activate(form);
  await desk.engine.settleInput({});
  events.length = 0;
  devices.byInputMethod({ takes: 'g' });
  devices.byInputMethod({ composes: shown });
  paragraph.value = shown;
  desktop.changed();
  await sleep(300);
  return paragraph;
}

test.each([
  ['takes', '한', ['key 한', 'press Page']],
  ['drops', '', ['press Page']],
])(
  'text that a press commits to a paragraph is recorded if its app takes it: here it %s it',
  async (_, left, expected) => {
    const { devices, desktop } = desk.backend;
    const paragraph = await composeInDocument('한');
    devices.move({ x: 340, y: 370 });
    devices.button('left', true);
    devices.button('left', false);
    paragraph.value = '';
    devices.commit('한', paragraph);
    devices.byInputMethod({ composes: '' });
    paragraph.value = left;
    desktop.changed();
    await vi.waitFor(() => expect(lines()).toEqual(expected), soon);
  },
);

test.each([
  ['takes', '한', []],
  ['drops', '', [{ type: 'lost', cause: 'uncommitted', events: 1 }]],
])('committed text is reported as lost unless the paragraph shows it: here it %s it', async (_, left, expected) => {
  const { devices, desktop } = desk.backend;
  const paragraph = await composeInDocument('');
  devices.commit('한', paragraph);
  paragraph.value = left;
  desktop.changed();
  await desk.engine.settleInput({ isEnd: true });
  expect(lines()).toEqual(['key 한']);
  expect(events.filter(({ type }) => type === 'lost')).toMatchObject(expected);
});

test.each([
  ['includes', '한', ['Name = 한']],
  ['leaves out', '', []],
])(
  'at the end, the value of a field is what its app reports, which %s uncommitted text',
  async (_, value, expected) => {
    const form = desk.backend.desktop.window((await desk.window('Form')).id);
    const name = [...descend(form.root)].find(({ automationId }) => automationId === 'name') ?? expect.fail();
    await composeIn('id=name', 'gks', '한');
    name.value = value;
    await desk.engine.settleInput({ isEnd: true });
    expect(lines()).toEqual(expected);
    expect(events.filter(({ type }) => type === 'lost')).toEqual([]);
  },
);

test('text that is still being composed at the end is reported as lost in a document, but not before', async () => {
  await composeInDocument('한');
  const lost = () => events.filter(({ type }) => type === 'lost');
  await desk.engine.settleInput({});
  expect(lost()).toEqual([]);
  await desk.engine.settleInput({ isEnd: true });
  expect(lost()).toMatchObject([{ cause: 'uncommitted', events: null }]);
});

test.each([
  ['gtk3', ['key Enter']],
  ['gtk4', []],
])('of keys that an input method sends again, %s gets %j', async (toolkit, expected) => {
  const { devices, desktop } = desk.backend;
  Object.assign(desktop.window((await desk.window('Form')).id).spec, { toolkit });
  await composeIn('id=name', '', '');
  devices.byInputMethod({ forwards: 'Enter' });
  await pressOn('id=send');
  await vi.waitFor(() => expect(lines()).toEqual([...expected, 'press Send']), soon);
});

test('text that a press commits unseen is read from a slow app', async () => {
  const form = desk.backend.desktop.window((await desk.window('Form')).id);
  const name = [...descend(form.root)].find(({ automationId }) => automationId === 'name') ?? expect.fail();
  await composeIn('id=name', 'gks', '한');
  desk.backend.faults.set('slow', 'details');
  await pressOn('id=send');
  name.value = '한';
  desk.backend.devices.byInputMethod({ composes: '' });
  await vi.waitFor(() => expect(lines()).toEqual(['Name = 한', 'press Send']), soon);
  expect(events.find(({ type }) => type === 'fieldValue')).toMatchObject({ composed: true });
});

test('text that a press commits unseen in an app that does not answer is unknown, not left out', async () => {
  await composeIn('id=name', 'gks', '한');
  desk.backend.faults.set('hang', 'details');
  await pressOn('id=send');
  desk.backend.devices.byInputMethod({ composes: '' });
  await vi.waitFor(() => expect(lines()).toEqual(['Name = secret', 'press Send']), soon);
});

test('discarded letters are not text', async () => {
  const { devices } = desk.backend;
  await composeIn('id=name', 'nihao', '你好');
  devices.byInputMethod({ takes: 'Escape' });
  devices.byInputMethod({ composes: '' });
  await pressOn('id=send');
  await vi.waitFor(() => expect(lines()).toEqual(['press Send']), soon);
});

test('text typed after selecting all of a field goes to that field, even if its app does not report the focus', async () => {
  const { devices, faults } = desk.backend;
  await pressOn('id=name');
  await sleep(200);
  devices.key('ctrl+a');
  await vi.waitFor(() => expect(lines()).toContain('key ctrl+a'), soon);
  faults.set('deaf', 'focused');
  devices.character('x');
  await vi.waitFor(() => expect(lines().at(-1)).toMatch(/^Name = .*x$/), soon);
  expect(lines()).toContain('key x');
});

test('selecting all does not move focus, even if the focus is unknown', () => {
  const pressed = (key: 'ctrl+a' | 'ctrl+l') => keepsCaret(nowhere, { type: 'key', time: 0, key, text: null });
  expect([pressed('ctrl+a'), pressed('ctrl+l')]).toEqual([true, false]);
});

test('text typed with unreported keys is the value of the pressed field, even if the next press empties it', async () => {
  const { backend } = desk;
  Object.assign(backend.observer, { missesKeys: true });
  const form = backend.desktop.window((await desk.window('Form')).id);
  const field = [...descend(form.root)].find(({ automationId }) => automationId === 'name') ?? expect.fail();
  await pressOn('id=name');
  await sleep(200);
  field.value = 'tea';
  backend.desktop.changed();
  await sleep(200);
  await pressOn('id=send');
  field.value = '';
  await vi.waitFor(() => expect(lines()).toEqual(['press Name', 'Name = tea', 'press Send']), soon);
});

test('text of an unreported field does not go to the button that Tab focuses before its app answers', async () => {
  const { backend } = desk;
  const form = backend.desktop.window((await desk.window('Form')).id);
  const send = [...descend(form.root)].find(({ automationId }) => automationId === 'send') ?? expect.fail();
  await pressOn('id=name');
  await sleep(200);
  backend.devices.key('ctrl+h');
  await vi.waitFor(() => expect(lines()).toContain('key ctrl+h'), soon);
  const answers: ((id: string) => void)[] = [];
  vi.spyOn(backend.elements, 'focused').mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  backend.devices.character('x');
  backend.devices.key('Tab');
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0), soon);
  for (const answer of answers) answer(send.runtimeId);
  await vi.waitFor(() => expect(lines()).toContain('key Tab'), soon);
  const targets = events.flatMap((event) => (event.type === 'key' ? [event.target?.element.name] : []));
  expect(targets.slice(1)).not.toContain('Send');
});

test('a key does not belong to the page that it turns to', async () => {
  const { backend } = desk;
  const form = backend.desktop.window((await desk.window('Form')).id);
  const send = [...descend(form.root)].find(({ automationId }) => automationId === 'send') ?? expect.fail();
  await pressOn('id=name');
  send.states.delete('visible');
  backend.desktop.changed();
  await sleep(200);
  vi.spyOn(backend.elements, 'focused').mockResolvedValue(send.runtimeId);
  backend.devices.key('Tab');
  backend.devices.key('ctrl+n');
  await vi.waitFor(() => expect(lines()).toContain('key ctrl+n'), soon);
  expect(events.flatMap((event) => (event.type === 'key' ? [event.target] : [])).at(-1)).toBeNull();
});

test('a field that shows since the window was read is described as it is now', async () => {
  const { backend } = desk;
  const form = backend.desktop.window((await desk.window('Form')).id);
  const field = [...descend(form.root)].find(({ automationId }) => automationId === 'name') ?? expect.fail();
  await pressOn('id=send');
  field.states.delete('visible');
  backend.desktop.changed();
  await sleep(300);
  field.states.add('visible');
  field.name = 'Username';
  vi.spyOn(backend.elements, 'focused').mockResolvedValue(field.runtimeId);
  backend.devices.key('Tab');
  backend.devices.character('x');
  await vi.waitFor(() => expect(lines()).toContain('key x'), soon);
  expect(events.flatMap((event) => (event.type === 'key' ? [event.target?.element.name] : [])).at(-1)).toBe('Username');
});

test('a value read late before a paste is what was typed, without what the paste added', async () => {
  const { devices } = desk.backend;
  await pressOn('id=name');
  await vi.waitFor(() => expect(lines()).toContain('press Name'), soon);
  devices.key('x');
  await vi.waitFor(() => expect(lines()).toContain('Name = x'), soon);
  events.length = 0;
  for (const key of ['a', 'b', 'ctrl+v']) devices.key(key);
  const form = desk.backend.desktop.window((await desk.window('Form')).id);
  const name = [...descend(form.root)].find(({ automationId }) => automationId === 'name')!;
  name.value = 'xab of the clipboard';
  await vi.waitFor(
    () => expect(lines()).toEqual(['key a', 'key b', 'Name = xab', 'key ctrl+v', 'Name = xab of the clipboard']),
    soon,
  );
});

test('a value read late before a line break is what was typed, without the break', async () => {
  const { devices } = desk.backend;
  await pressOn('id=name');
  await vi.waitFor(() => expect(lines()).toContain('press Name'), soon);
  const form = desk.backend.desktop.window((await desk.window('Form')).id);
  const name = [...descend(form.root)].find(({ automationId }) => automationId === 'name')!;
  name.states.add('multiline');
  devices.key('x');
  await vi.waitFor(() => expect(lines()).toContain('Name = x'), soon);
  events.length = 0;
  for (const key of ['a', 'b', 'Enter']) devices.key(key);
  // An editor may indent the new line.
  name.value = 'xab\n  ';
  await vi.waitFor(
    () => expect(lines()).toEqual(['key a', 'key b', 'Name = xab', 'key Enter', 'Name = xab\n  ']),
    soon,
  );
});

describe('in an app that lags', () => {
  const field = (name: string, y: number) =>
    element({ controlType: 'Edit', name, at: [0, y, 90, 20], value: '', states: ['editable', 'focusable'] });
  let fields: readonly [FakeElement, FakeElement, FakeElement];
  let form: FakeWindow;

  beforeEach(async () => {
    fields = [field('First', 0), field('Second', 30), field('Third', 60)];
    const root = element({ controlType: 'Window', name: 'Lags', children: [...fields] });
    const content = { x: 300, y: 300, width: 100, height: 90 };
    form = desk.backend.desktop.open({ title: 'Lags', app: 'lags', className: 'Lags', content, root });
    form.focused = fields[0];
    desk.backend.desktop.activate(form);
    await desk.engine.settleInput({});
    await typed('ab');
    await vi.waitFor(() => expect(lines()).toContain('First = ab'), soon);
    events.length = 0;
  });

  const press = (at: number) => {
    const { devices } = desk.backend;
    devices.move({ x: 330, y: 310 + 30 * at });
    devices.button('left', true);
    devices.button('left', false);
  };
  async function typed(text: string): Promise<void> {
    for (const character of text) {
      desk.backend.devices.character(character);
      await sleep(30);
    }
  }
  /** Texts by the field that they are reported of, and values. */
  async function told(): Promise<Record<string, string>> {
    await desk.engine.settleInput({});
    const texts: Record<string, string> = {};
    for (const event of events) {
      if (event.type === 'key' && event.text !== null)
        texts[event.target?.element.name ?? '?'] = (texts[event.target?.element.name ?? '?'] ?? '') + event.text;
      if (event.type === 'fieldValue') texts[`${event.target.element.name} holds`] = event.value ?? 'secret';
    }
    return texts;
  }

  test.each([0, 400])('uncommitted text that a browser shows is no effect of the press %i ms before', async (ms) => {
    const { devices, desktop } = desk.backend;
    press(1);
    await sleep(ms);
    devices.byInputMethod({ takes: 'w' });
    devices.byInputMethod({ composes: 'わたし' });
    fields[1].value = 'わたし';
    desktop.changed();
    await sleep(400);
    press(2);
    fields[1].value = '';
    devices.byInputMethod({ composes: '' });
    await desk.engine.settleInput({});
    expect(JSON.stringify(events.filter(({ type }) => type === 'effects'))).not.toContain('わたし');
  });

  test('text typed after a press belongs to the pressed field', async () => {
    desk.backend.devices.lagMs = 500;
    press(1);
    await typed('cd');
    expect(await told()).toEqual({ Second: 'cd', 'Second holds': 'cd' });
  });

  test('even if another press follows before the app has handled the first', async () => {
    desk.backend.devices.lagMs = 500;
    press(1);
    await typed('cd');
    press(2);
    await typed('ef');
    expect(await told()).toMatchObject({ Second: 'cd', Third: 'ef', 'Third holds': 'ef' });
  });

  test('or another field, if the app gives that the focus', async () => {
    desk.backend.devices.lagMs = 300;
    const other = fields[2];
    press(1);
    setTimeout(() => (form.focused = other), 310);
    await sleep(50);
    await typed('cd');
    expect(await told()).toEqual({ Third: 'cd', 'Third holds': 'cd' });
  });

  test('text typed after Tab belongs to the field that it leads to', async () => {
    desk.backend.devices.lagMs = 500;
    desk.backend.devices.key('Tab');
    await typed('cd');
    expect(await told()).toEqual({ Second: 'cd', 'Second holds': 'cd' });
  });

  test('even if the next Tab follows before the app has handled the first', async () => {
    desk.backend.devices.lagMs = 500;
    for (const text of ['cd', 'ef']) {
      desk.backend.devices.key('Tab');
      await typed(text);
    }
    expect(await told()).toMatchObject({ Second: 'cd', Third: 'ef', 'Third holds': 'ef' });
  });

  test('and to no field if the app has not handled Tab in time', async () => {
    desk.backend.devices.lagMs = 20_000;
    desk.backend.devices.key('Tab');
    await typed('cd');
    expect(await told()).toEqual({ '?': 'cd' });
  });
});
