import { expect, it } from 'vitest';
import type { RawNode } from '../backend.ts';
import { node } from '../testing/node.ts';
import { graft } from './graft.ts';
import { pathTo } from './walk.ts';

const called = (runtimeId: string, raw: RawNode): RawNode => ({ ...raw, runtimeId });
const first = called('a1', node('DataItem', 'A1'));
const sheet = called('sheet', { ...node('Table', 'Sums'), children: [first], childCount: 1_000_000 });
const root = called('root', { ...node('Window', 'Calc'), children: [called('menu', node('MenuBar', '')), sheet] });
const far = called('b7', node('DataItem', 'B7'));

it('an element that was not read stands in what it is in, behind what was', () => {
  const path = graft(root, [root, sheet, far]);
  expect(path?.map(({ name }) => name)).toEqual(['Calc', 'Sums', 'B7']);
  expect(path?.[1]?.children).toEqual([first, far]);
  expect(path && pathTo(path[0], 'b7')).toEqual(path);
  expect(root.children?.[1]).toBe(sheet);
});

it('with what is around it, where that was not read either', () => {
  const page = called('page', node('Pane', 'Page'));
  expect(graft(root, [root, page, far])?.map(({ name }) => name)).toEqual(['Calc', 'Page', 'B7']);
});

it('in the place of what it was before', () => {
  const path = graft(root, [root, sheet, called('a1', node('DataItem', 'A1, changed'))]);
  expect(path?.[1]?.children?.map(({ name }) => name)).toEqual(['A1, changed']);
});

it('not in another window', () => expect(graft(root, [sheet, far])).toBeNull());
