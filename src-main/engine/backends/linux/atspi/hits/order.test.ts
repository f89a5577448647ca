import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { gecko } from '../toolkits/browsers.ts';
import { gtk3, gtk48 } from '../toolkits/gtk.ts';
import { java } from '../toolkits/java.ts';
import { qt } from '../toolkits/qt.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import { rootPath } from '../vocabulary/names.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { stateBit, type StateSet } from '../vocabulary/states.ts';
import { hitTest } from './hit-test.ts';
import type { Frame } from '../frames/frame.ts';
import { noOffset } from '../places/offset.ts';

const whole: Rect = { x: 0, y: 0, width: 600, height: 400 };
const sizeless: Rect = { x: -1, y: -1, width: -1, height: -1 };
const at = { x: 300, y: 200 };
const large: Rect = { x: 200, y: 150, width: 300, height: 100 };
const small: Rect = { x: 250, y: 180, width: 100, height: 40 };
const { signal } = new AbortController();
const shown: StateSet = [(1 << stateBit.visible) | (1 << stateBit.showing), 0];
const unseen: StateSet = [1 << stateBit.visible, 0];

interface Node {
  readonly role: string;
  readonly bounds: Rect;
  readonly states?: StateSet;
  readonly children?: Readonly<Record<string, Node>>;
  /** Its answer to a hit test, at this height. */
  readonly hits?: string | ((y: number) => string);
}

async function hit(toolkit: Toolkit, children: Readonly<Record<string, Node>>, press: boolean, hits?: Node['hits']) {
  const table = new Map<string, ScriptedElement>();
  const add = (path: string, { role, bounds, states = shown, children = {}, hits }: Node, parent: string) => {
    const answer = (_: number, y: number) => [scriptedBus, typeof hits === 'function' ? hits(y) : hits];
    const answers = hits === undefined ? {} : { GetAccessibleAtPoint: answer };
    table.set(path, { role: roleNumber(role), bounds, states, children: Object.keys(children), parent, answers });
    for (const [child, node] of Object.entries(children)) add(child, node, path);
  };
  add('/frame', { role: 'frame', bounds: whole, children, ...(hits && { hits }) }, rootPath);
  const frame: Frame = {
    ref: { bus: scriptedBus, path: '/frame' },
    app: { bus: scriptedBus, path: rootPath },
    toolkit,
    title: 'Hits',
    offset: noOffset,
    parts: null,
    place: whole,
    isGuess: false,
  };
  return (await hitTest(scriptedAccessibles(table).accessibles, frame, at, signal, { press }))?.path;
}

it.each([false, true])(
  "hits the first of Swing's components, which covers the smaller one (press: %s)",
  async (press) => {
    const button = (bounds: Rect): Node => ({ role: 'push button', bounds });
    expect(await hit(java, { '/over': button(large), '/under': button(small) }, press)).toBe('/over');
  },
);

it.each([false, true])(
  'hits visible content in a GTK 3 viewport that claims to be hidden (press: %s)',
  async (press) => {
    const viewport: Node = {
      role: 'viewport',
      bounds: sizeless,
      states: unseen,
      children: { '/button': { role: 'push button', bounds: small } },
    };
    const pane: Node = { role: 'scroll pane', bounds: whole, children: { '/viewport': viewport } };
    expect(await hit(gtk3, { '/pane': pane }, press)).toBe('/button');
  },
);

it.each([
  [false, '/under'],
  [true, '/over'],
])('hits the element at whose edge GTK 4.8 answers with the one beneath (press: %s)', async (press, expected) => {
  const under: Node = { role: 'push button', bounds: small };
  const over: Node = { role: 'push button', bounds: { ...small, y: at.y } };
  const hits = (y: number) => (y > at.y ? '/over' : '/under');
  expect(await hit(gtk48, { '/under': under, '/over': over }, press, hits)).toBe(expected);
});

it('hits nothing on a hidden page of GTK 3', async () => {
  const viewport: Node = {
    role: 'viewport',
    bounds: sizeless,
    states: unseen,
    children: { '/button': { role: 'push button', bounds: small } },
  };
  const hidden: Node = { role: 'scroll pane', bounds: whole, states: unseen, children: { '/viewport': viewport } };
  expect(await hit(gtk3, { '/hidden': hidden }, false)).toBeUndefined();
});

/** A Firefox page whose body has the given size, with two boxes placed by CSS. */
const page = (body: Rect): Readonly<Record<string, Node>> => ({
  '/page': {
    role: 'document web',
    bounds: whole,
    children: {
      '/body': {
        role: 'section',
        bounds: body,
        states: body === sizeless ? unseen : shown,
        children: { '/under': { role: 'push button', bounds: small }, '/over': { role: 'image', bounds: large } },
      },
    },
  },
});
const bodies: readonly Rect[] = [sizeless, { x: 0, y: 0, width: 600, height: 20 }];

it.each(bodies)('is not limited by a clipping Firefox body: %o', async (body) => {
  expect(await hit(gecko, page(body), false)).toBe('/under');
  // A press goes to the element drawn last.
  expect(await hit(gecko, page(body), true)).toBe('/over');
});

it.each([
  ['clips', { x: 200, y: 100, width: 300, height: 60 }, '/page'],
  ['cannot clip', { x: 200, y: 100, width: 300, height: 30 }, '/part'],
] as const)('presses in Firefox beside the body no part that its container %s there', async (_, pane, expected) => {
  const part: Node = { role: 'push button', bounds: large };
  const inner: Node = { role: 'section', bounds: pane, children: { '/part': part } };
  const body: Node = { role: 'section', bounds: sizeless };
  const document: Node = {
    role: 'document web',
    bounds: whole,
    children: { '/body': body, '/inner': inner },
    hits: '/page',
  };
  expect(await hit(gecko, { '/page': document }, true, '/page')).toBe(expected);
});

it('trusts Firefox if the body contains the point', async () => {
  expect(await hit(gecko, page(whole), true)).toBe('/page');
});

it.each<[string, string, Rect, string]>([
  ['beside the label of a check box over it', 'check box', { x: 210, y: 190, width: 60, height: 20 }, '/over'],
  ['a little below it', 'radio button', { x: 210, y: 170, width: 60, height: 20 }, '/over'],
  ['further below it', 'check box', { x: 210, y: 140, width: 60, height: 20 }, '/under'],
  ['beside a check box that lies beside it', 'check box', { x: 100, y: 190, width: 60, height: 20 }, '/under'],
  ['beside a button over it', 'push button', { x: 210, y: 190, width: 60, height: 20 }, '/under'],
])('finds for a press on a Qt element %s', async (_, role, bounds, expected) => {
  const children: Readonly<Record<string, Node>> = {
    '/under': { role: 'label', bounds: large },
    '/over': { role, bounds },
  };
  expect(await hit(qt, children, true, '/under')).toBe(expected);
  expect(await hit(qt, children, false, '/under')).toBe('/under');
});

it.each([false, true])('trusts Qt on which of overlapping cells is visible (press: %s)', async (press) => {
  const cell: Node = { role: 'table cell', bounds: small };
  const table: Node = { role: 'table', bounds: large, children: { '/spans': cell, '/spanned': cell }, hits: '/spans' };
  expect(await hit(qt, { '/table': table }, press, '/table')).toBe('/spans');
});
