import { expect, test } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import type { RawNode } from '../backend.ts';
import { node } from '../testing/node.ts';
import { deepestAt } from './hit.ts';

const at = (raw: RawNode, bounds: Rect | null, ...states: RawNode['states']): RawNode => ({
  ...raw,
  bounds,
  states: [...raw.states, ...states],
});
const whole = { x: 0, y: 0, width: 100, height: 100 };
const small = { x: 10, y: 10, width: 10, height: 10 };
const point = { x: 12, y: 12 };

function nameAt(...children: RawNode[]): string | undefined {
  return deepestAt(at(node('Window', 'window', children), whole), point)?.name;
}

test('the deepest wins, then the smallest', () => {
  const deep = at(node('Group', 'group', [at(node('Text', 'deep'), small)]), whole);
  expect(nameAt(deep, at(node('Button', 'shallow'), small))).toBe('deep');
  expect(nameAt(at(node('Button', 'big'), whole), at(node('Button', 'small'), small))).toBe('small');
});

test('a popup outside its parent counts', () => {
  const menu = at(node('MenuItem', 'File', [at(node('MenuItem', 'Open'), small)]), { ...small, x: 60 });
  expect(nameAt(menu)).toBe('Open');
});

test('content that is scrolled out of its container is not there, and what opens from it is', () => {
  const away = { ...whole, y: 50 };
  const bars = at(node('Pane', 'bars', [at(node('ScrollBar', 'bar'), away)]), away);
  const pane = (child: RawNode) => at(node('Pane', 'pane', [at(node('Group', 'content', [child]), whole), bars]), away);
  const row = at(node('Pane', 'row', [at(node('Button', 'OK'), small)]), small);
  expect(nameAt(pane(at(node('Edit', 'Notes'), whole)), row)).toBe('OK');
  const menu = at(node('Menu', 'menu', [at(node('MenuItem', 'Copy'), small)]), whole);
  expect(nameAt(pane(menu), row)).toBe('Copy');
});

test('hidden, off-screen and empty elements, and those without bounds, do not count', () => {
  const hidden: RawNode = { ...at(node('Button', 'hidden'), small), states: ['enabled'] };
  const others = [
    at(node('Button', 'offscreen'), small, 'offscreen'),
    at(node('Button', 'empty'), { ...small, width: 0 }),
    at(node('Button', 'nowhere'), null),
  ];
  expect(nameAt(hidden, ...others)).toBe('window');
});

test('there is no hit outside all elements', () => {
  expect(deepestAt(at(node('Window', 'window'), whole), { x: 100, y: 5 })).toBeNull();
});
