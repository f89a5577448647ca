import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { sleep } from '../../../../base/async/deadline.ts';
import { node } from '../../../testing/node.ts';
import type { KeyTime } from '../../../backend.ts';
import type { Message } from '../dbus/message.ts';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../testing/scripted-accessibles.ts';
import { FocusTracker } from './focus.ts';
import { gtk3 } from './toolkits/gtk.ts';
import { libreOffice } from './toolkits/libreoffice.ts';
import * as names from './vocabulary/names.ts';
import { roleNumber } from './vocabulary/roles.ts';
import { stateBit, type StateName } from './vocabulary/states.ts';
import type { Frame } from './frames/frame.ts';
import { noOffset } from './places/offset.ts';

const place = { x: 0, y: 0, width: 10, height: 10 };
const ref = { bus: scriptedBus, path: '/window' };
const more = { title: '', offset: noOffset, parts: null, place, isGuess: false };
const frame: Frame = { ref, app: ref, toolkit: gtk3, ...more };

/** @param under the path of its parent */
const element = (role: string, under: string, children: string[], ...states: StateName[]): ScriptedElement => ({
  role: roleNumber(role),
  bounds: place,
  parent: under,
  children,
  states: [states.reduce((bits, name) => bits | (1 << stateBit[name]), 0), 0],
});

const tookFocus = (path: string): Message => {
  const body = () => ['focused', 1];
  const event = { interface: names.objectEvents, member: 'StateChanged', sender: scriptedBus, path, body };
  return event as unknown as Message;
};

const unread = () => Promise.resolve(null);

/** @param reported path of the element named by an event */
async function focusedIn(
  elements: Record<string, ScriptedElement>,
  reported?: string,
  toolkit = gtk3,
): Promise<string | null> {
  const { bus, accessibles, asked, report } = scriptedAccessibles(new Map(Object.entries(elements)));
  const tracker = new FocusTracker(bus, accessibles);
  if (reported !== undefined) report(tookFocus(reported));
  const found = await tracker.focused({ ...frame, toolkit }, unread, new AbortController().signal);
  // The app has too many elements to query them all.
  if (reported !== undefined) expect(asked.filter((each) => each.endsWith('GetItems'))).toEqual([]);
  return found?.path ?? null;
}

it('is a text, not the viewport that scrolls in it, which is not focusable', async () => {
  const elements = {
    '/window': element('frame', '/app', ['/text']),
    '/text': element('text', '/window', ['/viewport'], 'focused', 'focusable', 'editable'),
    '/viewport': element('filler', '/text', [], 'focused'),
  };
  expect(await focusedIn(elements)).toBe('/text');
  expect(await focusedIn(elements, '/text')).toBe('/text');
});

it('is a field rather than the current item of a list without the focus', async () => {
  const focused = ['focused', 'focusable', 'showing', 'visible'] as const;
  const elements = (inList: readonly StateName[]) => ({
    '/window': element('frame', '/app', ['/list', '/field']),
    '/list': element('list', '/window', ['/item'], ...inList),
    '/item': element('list item', '/list', [], ...focused),
    '/field': element('text', '/window', [], ...focused, 'editable'),
  });
  expect(await focusedIn(elements([]))).toBe('/field');
  expect(await focusedIn(elements(focused))).toBe('/item');
  // The item was made current after the field took the focus.
  const { bus, accessibles, report } = scriptedAccessibles(new Map(Object.entries(elements([]))));
  const tracker = new FocusTracker(bus, accessibles);
  for (const path of ['/field', '/item']) report(tookFocus(path));
  expect((await tracker.focused(frame, unread, new AbortController().signal))?.path).toBe('/field');
});

it('is found in a window whose content claims to be in a second, parentless one', async () => {
  const { parent: _, ...alone } = element('frame', '', []);
  const elements: Record<string, ScriptedElement> = {
    '/window': { ...element('frame', '/app', ['/around']), name: 'Sums' },
    '/around': element('panel', '/window', ['/pane']),
    '/twin': { ...alone, name: 'Sums' },
    '/pane': element('root pane', '/twin', ['/cell']),
    '/cell': element('table cell', '/pane', [], 'focused', 'focusable', 'editable'),
    '/other': { ...alone, name: 'Other' },
    '/stranger': element('table cell', '/other', [], 'focused', 'focusable', 'editable'),
  };
  expect(await focusedIn(elements, '/cell')).toBe('/cell');
  const tracked = scriptedAccessibles(new Map(Object.entries(elements)));
  const tracker = new FocusTracker(tracked.bus, tracked.accessibles);
  tracked.report(tookFocus('/stranger'));
  const empty = () => Promise.resolve({ ...node('Window', 'Form'), runtimeId: `${scriptedBus}/window` });
  expect(await tracker.focused(frame, empty, new AbortController().signal)).toBeNull();
});

it('is taken from a pending read of the window, which is not repeated', async () => {
  const elements = { '/window': element('frame', '/app', ['/text']) };
  const { bus, accessibles, asked } = scriptedAccessibles(new Map(Object.entries(elements)));
  const tracker = new FocusTracker(bus, accessibles);
  const text = { ...node('Edit', 'Name'), runtimeId: `${scriptedBus}/text`, states: ['focused', 'focusable'] } as const;
  const root = { ...node('Window', 'Form'), runtimeId: `${scriptedBus}/window`, children: [text] };
  const found = await tracker.focused(frame, () => Promise.resolve(root), new AbortController().signal);
  expect([found?.path, asked]).toEqual(['/text', []]);
});

it('is asked of the paragraph that a search found, which LibreOffice reports as focused only later', async () => {
  const elements: Record<string, ScriptedElement> = {
    '/window': element('frame', '/app', ['/document']),
    '/document': element('document text', '/window', ['/first', '/second']),
    '/first': element('paragraph', '/document', [], 'focused', 'focusable', 'editable', 'visible'),
    '/second': element('paragraph', '/document', [], 'focusable', 'editable', 'visible'),
  };
  const { bus, accessibles, asked } = scriptedAccessibles(new Map(Object.entries(elements)));
  const tracker = new FocusTracker(bus, accessibles);
  const find = () => tracker.focused({ ...frame, toolkit: libreOffice }, unread, new AbortController().signal);
  const read = (path: string) => asked.filter((each) => each.startsWith(path)).length;
  expect((await find())?.path).toBe('/first');
  const before = read('/second');
  expect((await find())?.path).toBe('/first');
  expect(read('/second')).toBe(before);
  Object.assign(elements['/first'] ?? {}, { states: elements['/second']?.states });
  expect((await find())?.path).not.toBe('/first');
});

it('is the field of a combo box that forwards its keys to it', async () => {
  const elements = {
    '/window': element('frame', '/app', ['/combo']),
    '/combo': element('combo box', '/window', ['/list', '/field'], 'focused', 'focusable'),
    '/list': element('list', '/combo', []),
    '/field': element('text', '/combo', [], 'focused', 'focusable', 'editable'),
  };
  expect(await focusedIn(elements)).toBe('/field');
  expect(await focusedIn(elements, '/combo')).toBe('/field');
});

it('is the visible element, if elements of several pages report the focus', async () => {
  const elements = {
    '/window': element('frame', '/app', ['/last', '/field', '/first'], 'showing', 'visible'),
    '/last': element('list item', '/window', [], 'focused', 'focusable'),
    '/field': element('password text', '/window', [], 'focused', 'focusable', 'editable', 'showing', 'visible'),
    '/first': element('list item', '/window', [], 'focused', 'focusable'),
  };
  expect(await focusedIn(elements)).toBe('/field');
});

it('is an element that is not focusable, if no other reports the focus', async () => {
  const elements = {
    '/window': element('frame', '/app', ['/canvas']),
    '/canvas': element('canvas', '/window', [], 'focused'),
  };
  expect(await focusedIn(elements)).toBe('/canvas');
  expect(await focusedIn({ '/window': element('frame', '/app', [], 'focused') })).toBeNull();
});

it('is the cell of a sheet beneath its editor, if no event named the cell', async () => {
  const sheet = (role: string): Record<string, ScriptedElement> => ({
    '/window': element('frame', '/app', ['/sheet']),
    '/sheet': element(role, '/window', ['/table', '/over']),
    '/table': { ...element('table', '/sheet', []), answers: { GetAccessibleAtPoint: [scriptedBus, '/cell'] } },
    '/cell': element('table cell', '/table', []),
    '/over': element('panel', '/sheet', ['/editor']),
    '/editor': element('paragraph', '/over', [], 'focused', 'focusable', 'editable'),
  });
  expect(await focusedIn(sheet('document spreadsheet'), '/editor', libreOffice)).toBe('/cell');
  expect(await focusedIn(sheet('document text'), '/editor', libreOffice)).toBe('/editor');
  // A busy app answers once the next cell is edited.
  const { bus, accessibles, report } = scriptedAccessibles(new Map(Object.entries(sheet('document spreadsheet'))));
  const tracker = new FocusTracker(bus, accessibles);
  const [first, { signal }] = [performance.now(), new AbortController()];
  report(tookFocus('/gone'));
  await sleep(2);
  const second = performance.now();
  await sleep(2);
  report(tookFocus('/editor'));
  const typedAt = async (at: number) =>
    (await tracker.focused({ ...frame, toolkit: libreOffice }, unread, signal, { at, types: true }))?.path ?? null;
  expect(await typedAt(first)).toBeNull();
  expect(await typedAt(second)).toBe('/cell');
});

describe('applies to keys sent before the user moved the focus', () => {
  const elements = {
    '/window': element('frame', '/app', ['/name', '/pin', '/ok']),
    '/name': element('text', '/window', [], 'focusable', 'focused'),
    '/pin': element('password text', '/window', [], 'focusable'),
    '/ok': element('push button', '/window', [], 'focusable'),
    '/other': element('text', '/elsewhere', [], 'focusable'),
    '/elsewhere': element('frame', '/app', ['/other']),
  };

  /** @param reported before the user moved the focus, and after */
  async function only(reported: readonly string[], ...after: readonly string[]): Promise<string | null> {
    const { bus, accessibles, report } = scriptedAccessibles(new Map(Object.entries(elements)));
    const tracker = new FocusTracker(bus, accessibles);
    const since = performance.now();
    await sleep(2);
    for (const path of reported) report(tookFocus(path));
    await sleep(2);
    const until = performance.now();
    await sleep(2);
    for (const path of after) report(tookFocus(path));
    const { signal } = new AbortController();
    return (await tracker.onlyReported(frame, { since, until, movesAfter: 1 }, signal))?.path ?? null;
  }

  it('is the only element of the window that had reported the focus by then', async () => {
    expect(await only(['/other', '/name', '/name'], '/pin')).toBe('/name');
    expect(await only(['/pin', '/name'], '/ok')).toBeNull();
    expect(await only(['/other'], '/pin')).toBeNull();
  });

  it('may differ if the app itself moved the focus late, or if an element that had it is gone', async () => {
    expect(await only(['/name'], '/pin', '/ok')).toBeNull();
    expect(await only(['/name'], '/pin', '/name')).toBeNull();
    expect(await only(['/gone', '/name'], '/pin')).toBeNull();
    expect(await only([...Array.from({ length: 63 }, () => '/other'), '/name'])).toBeNull();
  });
});

describe('applies to a key sent before an editor took the focus', () => {
  const elsewhere = { x: 50, y: 50, width: 10, height: 10 };
  async function typedIn(role: string, editorAt: typeof place, editor = 'paragraph'): Promise<string | undefined> {
    const elements = {
      '/window': element('frame', '/app', ['/table', '/editor']),
      '/table': element('table', '/window', ['/cell']),
      '/cell': element(role, '/table', [], 'focusable'),
      '/editor': { ...element(editor, '/window', [], 'focusable', 'focused'), bounds: editorAt },
    };
    const { bus, accessibles, report } = scriptedAccessibles(new Map(Object.entries(elements)));
    const tracker = new FocusTracker(bus, accessibles);
    report(tookFocus('/cell'));
    await sleep(2);
    const keyAt = performance.now();
    await sleep(2);
    report(tookFocus('/editor'));
    const { signal } = new AbortController();
    expect((await tracker.focused(frame, unread, signal, { at: performance.now(), types: true }))?.path).toBe(
      '/editor',
    );
    return (await tracker.focused(frame, unread, signal, { at: keyAt, types: true }))?.path;
  }

  it('is the cell under the editor', async () => {
    expect(await typedIn('table cell', place)).toBe('/cell');
  });

  it('is the cell that was focused then, however late the event arrives', async () => {
    const elements = {
      '/window': element('frame', '/app', ['/table']),
      '/table': element('table', '/window', ['/a', '/b', '/c']),
      '/a': { ...element('table cell', '/table', [], 'focusable'), bounds: elsewhere },
      '/b': element('table cell', '/table', [], 'focusable'),
      '/c': { ...element('table cell', '/table', [], 'focusable', 'focused'), bounds: elsewhere },
    };
    const { bus, accessibles, report } = scriptedAccessibles(new Map(Object.entries(elements)));
    const tracker = new FocusTracker(bus, accessibles);
    const after = async (...paths: string[]) => {
      for (const path of paths) report(tookFocus(path));
      await sleep(2);
      const at = performance.now();
      await sleep(2);
      return at;
    };
    // As in Calc: the editor is already gone, and the table is reported before the next cell.
    const first = await after();
    const typed = await after('/a');
    const more = await after('/b', '/editor of b', '/text of b');
    const enter = await after();
    await after('/table', '/b', '/c');
    const { signal } = new AbortController();
    const at = async (key: KeyTime) => (await tracker.focused(frame, unread, signal, key))?.path;
    expect(await at({ at: typed, types: true })).toBe('/b');
    expect(await at({ at: more, types: true })).toBe('/b');
    expect(await at({ at: enter, types: false })).toBe('/b');
    expect(await at({ at: typed, types: false })).toBe('/a');
    expect(await at({ at: first, types: false })).toBeUndefined();
    expect(await at({ at: performance.now(), types: true })).toBe('/c');
  });

  it('is the element that took the focus elsewhere, or over no cell: the app may report it late', async () => {
    expect(await typedIn('table cell', elsewhere)).toBe('/editor');
    expect(await typedIn('text', place)).toBe('/editor');
  });

  it('is a password field, whatever that opened over', async () => {
    expect(await typedIn('list item', place, 'password text')).toBe('/editor');
  });
});

it('is known of the elements that took the focus after one, in their order', async () => {
  const elements = {
    '/window': element('frame', '/app', ['/name', '/city', '/ok']),
    '/name': element('text', '/window', [], 'focusable'),
    '/city': element('text', '/window', [], 'focusable'),
    '/ok': element('push button', '/window', [], 'focusable'),
    '/other': element('text', '/elsewhere', [], 'focusable'),
    '/elsewhere': element('frame', '/app', ['/other']),
  };
  const { bus, accessibles, report } = scriptedAccessibles(new Map(Object.entries(elements)));
  const tracker = new FocusTracker(bus, accessibles);
  const since = async (path: string) =>
    (await tracker.reportedSince(frame, { bus: scriptedBus, path }, new AbortController().signal))?.map(
      ({ path }) => path,
    );
  for (const path of ['/city', '/name', '/city', '/city', '/other', '/ok']) report(tookFocus(path));
  expect(await since('/name')).toEqual(['/city', '/ok']);
  expect(await since('/window')).toBeUndefined();
  report(tookFocus('/gone'));
  expect(await since('/name')).toBeUndefined();
});
