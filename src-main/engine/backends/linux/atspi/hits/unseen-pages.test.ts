import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { gtk4, gtk48 } from '../toolkits/gtk.ts';
import { rootPath } from '../vocabulary/names.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { stateBit, type StateSet } from '../vocabulary/states.ts';
import { hitTest } from './hit-test.ts';
import type { Frame } from '../frames/frame.ts';
import { noOffset } from '../places/offset.ts';

const whole: Rect = { x: 0, y: 0, width: 600, height: 400 };
const button: Rect = { x: 200, y: 180, width: 200, height: 40 };
const middle = { x: 300, y: 200 };
const { signal } = new AbortController();
const ref = (path: string) => ({ bus: scriptedBus, path });
const visible: StateSet = [(1 << stateBit.visible) | (1 << stateBit.showing), 0];

/** GTK 4.18 with two pages, the first visible: their container hits the button of the second. */
function twoPages(parentOfHidden: string, hitInShown?: string) {
  const element = (role: string, bounds: Rect, children: string[], parent: string, hit?: string): ScriptedElement => {
    const answers = hit === undefined ? {} : { GetAccessibleAtPoint: [scriptedBus, hit] };
    return { role: roleNumber(role), bounds, children, parent, states: visible, answers };
  };
  return scriptedAccessibles(
    new Map([
      ['/frame', element('frame', whole, ['/stack'], rootPath, '/hidden')],
      ['/stack', element('grouping', whole, ['/two', '/one'], '/frame', '/hidden')],
      ['/one', element('panel', whole, ['/shown'], '/stack', hitInShown)],
      ['/two', element('panel', whole, [], '/stack')],
      ['/shown', element('push button', button, [], '/one')],
      ['/hidden', element('push button', button, [], parentOfHidden)],
    ]),
  );
}

const frame: Frame = {
  ref: ref('/frame'),
  app: ref(rootPath),
  toolkit: gtk4,
  title: 'Pages',
  offset: noOffset,
  parts: null,
  place: whole,
  isGuess: false,
};

it.each([
  ['/two', '/shown'],
  ['/stack', '/shown'],
  // The page of a notebook answers nothing.
  ['/stack', undefined],
])('hits the visible page, not what GTK 4 reports about another: parent %s, own hit %s', async (parent, hit) => {
  const { accessibles } = twoPages(parent, hit);
  expect(await hitTest(accessibles, frame, middle, signal)).toEqual(ref('/shown'));
  expect(await hitTest(accessibles, frame, middle, signal, { press: true })).toEqual(ref('/shown'));
});

it('asks for each fact of an element once in a hit test', async () => {
  const { accessibles, asked } = twoPages('/two', '/shown');
  expect(await hitTest(accessibles, frame, middle, signal, { press: true })).toEqual(ref('/shown'));
  const facts = asked.filter((each) => !/GetExtents|AtPoint/.test(each));
  expect(facts.filter((each, index) => facts.indexOf(each) !== index)).toEqual([]);
});

it('hits elements whose parts are not in the tree', async () => {
  const table = new Map<string, ScriptedElement>();
  const put = (path: string, role: string, children: string[], parent: string) =>
    table.set(path, {
      role: roleNumber(role),
      bounds: whole,
      children,
      parent,
      states: visible,
      answers: { GetAccessibleAtPoint: [scriptedBus, '/trough'] },
    });
  put('/frame', 'frame', ['/bar'], rootPath);
  put('/bar', 'progress bar', [], '/frame');
  put('/trough', 'invalid', [], '/bar');
  const { accessibles } = scriptedAccessibles(table);
  expect(await hitTest(accessibles, frame, middle, signal)).toEqual(ref('/bar'));
});

it.each([
  ['nothing, a press reaches the only element', ['/entry'], null, '/entry'],
  ['nothing, a press reaches none of several elements', ['/entry', '/lid'], null, '/box'],
  ['with an element whose border is not reported, a press reaches no other', ['/entry'], '/beside', '/box'],
])('where GTK 4.8 answers %s', async (_, children, reported, expected) => {
  const put = (role: string, bounds: Rect, below: readonly string[], parent: string): ScriptedElement => ({
    role: roleNumber(role),
    bounds,
    children: [...below],
    parent,
    states: visible,
    // `contains` is how GTK 4.8 reports hidden pages.
    answers: { Contains: true, ...(reported && { GetAccessibleAtPoint: [scriptedBus, reported] }) },
  });
  const { accessibles } = scriptedAccessibles(
    new Map([
      ['/frame', put('frame', whole, ['/box'], rootPath)],
      ['/box', put('panel', whole, children, '/frame')],
      ['/entry', put('text', button, [], '/box')],
      ['/lid', put('push button', button, [], '/box')],
      ['/beside', put('push button', { ...button, x: 310 }, [], '/box')],
    ]),
  );
  const found = await hitTest(accessibles, { ...frame, toolkit: gtk48 }, middle, signal, { press: true });
  expect(found).toEqual(ref(expected));
});
