import { expect, it } from 'vitest';
import type { ElementNode } from './element.ts';
import {
  describeElementQuery,
  elementInWords,
  pointIn,
  rankElements,
  selectorOf,
  selectorsForOne,
  type ElementQuery,
} from './element-query.ts';

it.each<[ElementQuery, string]>([
  [{ name: 'Save' }, 'name~="Save"'],
  [{ name: '' }, 'name~=""'],
  [{ controlType: 'Button' }, 'role=Button'],
  [{ automationId: 'x', name: 'a "b"', controlType: 'Edit' }, 'role=Edit id="x" name~="a \\"b\\""'],
  [{ selector: 'role=Button nth=0' }, 'role=Button nth=0'],
  [{}, 'name~=""'],
])('%j is the selector %s', (query, selector) => {
  expect(selectorOf(query)).toBe(selector);
  expect(selectorsForOne(query).at(-1)).toBe(selector);
});

it('one element is searched for by its exact name first', () => {
  expect(selectorsForOne({ name: 'Save', controlType: 'Button' })).toEqual([
    'role=Button name="Save"',
    'role=Button name~="Save"',
  ]);
  expect(selectorsForOne({ controlType: 'Button' })).toHaveLength(1);
  expect(selectorsForOne({ selector: 'id="x"' })).toEqual(['id="x"']);
});

it.each([
  ['480,330', { x: 480, y: 330 }],
  [' -5 , 0 ', { x: -5, y: 0 }],
  ['480', null],
  ['480,330,1', null],
  ['48.5,3', null],
  ['e12', null],
  ['9999999,1', null],
])('%j is the point %j', (text, point) => {
  expect(pointIn(text)).toEqual(point);
});

it.each<[string, ElementQuery]>([
  ['role=Button name="Save"', { selector: 'role=Button name="Save"' }],
  ['name~=save', { selector: 'name~=save' }],
  ['window:0x1|runtime:id=5', { called: 'window:0x1|runtime:id=5' }],
  ['480,330', { called: '480,330' }],
  ['e12', { called: 'e12' }],
])('%j in words is %j', (words, query) => {
  expect(elementInWords(words)).toEqual(query);
});

it('is described in a sentence', () => {
  expect(describeElementQuery({ name: 'Save', controlType: 'Button', parent: 'e1' })).toBe(
    'name “Save”, type Button, below e1',
  );
  expect(describeElementQuery({})).toBe('everything');
});

const bounds = { x: 0, y: 0, width: 10, height: 10 };
const one = (name: string, more: Partial<ElementNode> = {}) =>
  ({ name, bounds, states: ['enabled', 'visible'], ...more }) as unknown as ElementNode;

it('matches are ranked by name, then by in view, enabled and on top', () => {
  const part = one('Save as');
  const hidden = one('Save', { states: ['enabled'] });
  const disabled = one('Save', { states: ['visible'] });
  const covered = one('Save');
  const top = one('Save');
  const folded = one('SAVE');
  const scrolled = one('Save', { states: ['enabled', 'visible', 'offscreen'] });
  const all = [part, hidden, disabled, scrolled, covered, top, folded];
  expect(rankElements(all, { name: 'Save' }, new Set([top, part])).map(({ element, why }) => [element, why])).toEqual([
    [top, 'exact name, in view, enabled, on top'],
    [covered, 'exact name, in view, enabled'],
    [disabled, 'exact name, in view, disabled'],
    [hidden, 'exact name, out of view, enabled'],
    [scrolled, 'exact name, out of view, enabled'],
    [part, 'a part of its name, in view, enabled, on top'],
    [folded, 'its name in another case, in view, enabled'],
  ]);
  expect(rankElements([disabled], {}, new Set())).toEqual([{ element: disabled, why: 'in view, disabled' }]);
});
