import { describe, expect, it } from 'vitest';
import type { ElementDetails } from '#contract/model/elements/element';
import { noFacts } from '#contract/model/elements/element-facts';
import type { Pattern } from '#contract/model/elements/pattern';
import { bare, node } from '../store/test-tree.ts';
import { patternButtons, patternForms } from './patterns.tsx';

const bounds = { x: 10, y: 20, width: 300, height: 40 };

function details(patterns: readonly Pattern[], more: Partial<ElementDetails> = {}): ElementDetails {
  const window = { id: '0x1' as const, title: 'Test', app: 'test', processId: 1 };
  const element = { ...bare(node('x')), ...noFacts, runtimeId: 'x', patterns, actions: [], properties: {}, window };
  return { ...element, bounds, ...more };
}

const titles = (of: ElementDetails) => patternForms(of).map(({ submit }) => submit);
const filled = (of: ElementDetails, ...numbers: readonly number[]) => patternForms(of).at(-1)?.call(numbers);

it('rotates and zooms only elements whose app reports that they can', () => {
  const moving = { TransformCanMove: 'true', TransformCanResize: 'false', TransformCanRotate: 'false' };
  expect(titles(details(['transform'], { properties: moving }))).toEqual(['Move']);
  const turning = { TransformCanMove: 'false', TransformCanResize: 'false', TransformCanRotate: 'true' };
  expect(titles(details(['transform'], { properties: turning }))).toEqual(['Turn']);
  expect(filled(details(['transform'], { properties: turning }), 45)).toEqual({ pattern: 'transform', degrees: 45 });
  const zooming = { ...turning, Transform2CanZoom: 'true', Transform2ZoomLevel: '150', Transform2ZoomMaximum: '400' };
  const zooms = details(['transform'], { properties: zooming });
  expect(titles(zooms)).toEqual(['Turn', 'Zoom']);
  expect(patternForms(zooms).at(-1)?.fields).toEqual([{ label: 'Percent', start: 150, min: undefined, max: 400 }]);
  expect(filled(zooms, 200)).toEqual({ pattern: 'transform', zoom: 200 });
});

it('otherwise moves an element, by the changed parts of its bounds', () => {
  expect(titles(details(['transform']))).toEqual(['Move']);
  expect(filled(details(['transform']), 10, 25, 300, 40)).toEqual({ pattern: 'transform', y: 25 });
  expect(titles(details(['transform'], { bounds: null }))).toEqual([]);
});

it('a number is limited to its range, and a selection to the length of the text', () => {
  const range = { current: 3, minimum: 0, maximum: 9, step: null };
  expect(patternForms(details(['rangeValue'], { range }))[0]?.fields).toMatchObject([{ start: 3, min: 0, max: 9 }]);
  expect(titles(details(['text']))).toEqual([]);
});

const shown = (of: ElementDetails) => patternButtons(of).map(({ title, call }) => [title, call] as const);

describe('the buttons of an element', () => {
  it('offer the opposite of the current state', () => {
    const both: readonly Pattern[] = ['toggle', 'expand'];
    expect(shown(details(both))).toEqual([
      ['Toggle on', { pattern: 'toggle' }],
      ['Expand', { pattern: 'expand', expanded: true }],
    ]);
    expect(shown(details(both, { states: ['checked', 'expanded'] }))).toEqual([
      ['Toggle off', { pattern: 'toggle' }],
      ['Collapse', { pattern: 'expand', expanded: false }],
    ]);
  });

  it('select an unselected element, and deselect a selected one', () => {
    expect(shown(details(['select'])).map(([title]) => title)).toEqual(['Select', 'Add to selection']);
    expect(shown(details(['select'], { states: ['selected'] }))).toEqual([
      ['Deselect', { pattern: 'select', how: 'remove' }],
    ]);
  });

  it('select all only if the container allows multiple selection', () => {
    const one = { canSelectMultiple: false, count: 0, selected: [] };
    expect(shown(details(['selection'])).map(([title]) => title)).toEqual(['Select all', 'Select none']);
    expect(shown(details(['selection'], { selection: one })).map(([title]) => title)).toEqual(['Select none']);
  });

  it('switch to the other views, and dock elsewhere', () => {
    const views = { current: 'Icons', all: ['Icons', 'Details'] };
    expect(shown(details(['multipleView'], { views }))).toEqual([
      ['Show as Details', { pattern: 'multipleView', view: 'Details' }],
    ]);
    const titles = shown(details(['dock'], { dock: 'top' })).map(([title]) => title);
    expect(titles.join(', ')).toBe('Dock at the left, Dock at the bottom, Dock at the right, Dock to fill, Undock');
  });

  it('scroll only if the element can scroll', () => {
    const scroll = { vertical: 0, horizontal: null };
    expect(shown(details(['scroll'], { scroll }))).toEqual([
      ['Scroll up', { pattern: 'scroll', vertical: { by: -10 } }],
      ['Scroll down', { pattern: 'scroll', vertical: { by: 10 } }],
    ]);
    expect(shown(details(['scroll']))).toEqual([]);
  });
});
