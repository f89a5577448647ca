import { expect, it } from 'vitest';
import type { RawNode } from '../backend.ts';
import { node as made } from '../testing/node.ts';
import { childrenIn, isIn } from './views.ts';

const place = { x: 0, y: 0, width: 10, height: 10 };
const node = (type: Parameters<typeof made>[0], name: string, ...children: RawNode[]): RawNode => ({
  ...made(type, name),
  bounds: place,
  childCount: children.length,
  children,
});

const root = node(
  'Window',
  '',
  node('Pane', '', node('Button', 'Save'), node('Separator', '')),
  node('Pane', 'Tools'),
  { ...node('Group', 'closed menu', node('MenuItem', 'Copy')), bounds: null },
  { ...node('Button', 'hidden'), states: ['enabled'] },
  { ...node('ListItem', 'further down'), states: ['enabled', 'offscreen'] },
  { ...node('Custom', ''), states: ['visible', 'focusable'] },
);
const below = (view: Parameters<typeof childrenIn>[0], from: RawNode): string =>
  (childrenIn(view, from) ?? [])
    .map((child) => `${child.controlType} ${child.name}${outline(below(view, child))}`.trim())
    .join(', ');
const outline = (children: string) => (children === '' ? '' : `(${children})`);

it.each([
  [
    'raw',
    'Pane (Button Save, Separator), Pane Tools, Group closed menu(MenuItem Copy), Button hidden, ListItem further down, Custom',
  ],
  ['control', 'Button Save, Separator, Pane Tools, MenuItem Copy, ListItem further down, Custom'],
  ['content', 'Button Save, Pane Tools, MenuItem Copy, ListItem further down'],
] as const)('%s', (view, shown) => expect(below(view, root)).toBe(shown));

it('keeps unread layout, which may have content below', () => {
  const { children: _, ...closed } = node('Pane', '', node('Button', 'Save'));
  expect(isIn('control', closed)).toBe(false);
  expect(childrenIn('control', node('Window', '', closed))).toEqual([closed]);
});

it('trusts apps that report the views of an element', () => {
  const viewNode = (view: 'raw' | 'control' | 'content') => ({ ...node('Pane', ''), bounds: null, view });
  const reported = [viewNode('raw'), viewNode('control'), viewNode('content'), node('Pane', '')];
  expect(reported.map((one) => isIn('control', one))).toEqual([false, true, true, false]);
  expect(reported.map((one) => isIn('content', one))).toEqual([false, false, true, false]);
});

it('keeps the focused element, wherever it is', () => {
  const focused: RawNode = { ...node('Pane', ''), bounds: null, states: ['focused'] };
  expect(childrenIn('control', node('Window', '', focused))).toEqual([focused]);
});
