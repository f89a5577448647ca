import { describe, expect, it } from 'vitest';
import type { ElementDetails } from '#contract/model/elements/element';
import { noFacts } from '#contract/model/elements/element-facts';
import type { Pattern } from '#contract/model/elements/pattern';
import { bare, node } from '../store/test-tree.ts';
import { patternButtons } from './pattern-list.ts';

function details(patterns: readonly Pattern[], more: Partial<ElementDetails> = {}): ElementDetails {
  const window = { id: '0x1' as const, title: 'Test', app: 'test', processId: 1 };
  return { ...bare(node('x')), ...noFacts, runtimeId: 'x', patterns, actions: [], properties: {}, window, ...more };
}

const shown = (of: ElementDetails) => patternButtons(of).map(({ title, call }) => [title, call] as const);

describe('the buttons of an element', () => {
  it('do the opposite of what is', () => {
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

  it('select what is not selected, and let go of what is', () => {
    expect(shown(details(['select'])).map(([title]) => title)).toEqual(['Select', 'Add to selection']);
    expect(shown(details(['select'], { states: ['selected'] }))).toEqual([
      ['Deselect', { pattern: 'select', how: 'remove' }],
    ]);
  });

  it('select all only where several can be', () => {
    const one = { canSelectMultiple: false, count: 0, selected: [] };
    expect(shown(details(['selection'])).map(([title]) => title)).toEqual(['Select all', 'Select none']);
    expect(shown(details(['selection'], { selection: one })).map(([title]) => title)).toEqual(['Select none']);
  });

  it('show it in its other views, and dock it elsewhere', () => {
    const views = { current: 'Icons', all: ['Icons', 'Details'] };
    expect(shown(details(['multipleView'], { views }))).toEqual([
      ['Show as Details', { pattern: 'multipleView', view: 'Details' }],
    ]);
    const titles = shown(details(['dock'], { dock: 'top' })).map(([title]) => title);
    expect(titles.join(', ')).toBe('Dock at the left, Dock at the bottom, Dock at the right, Dock to fill, Undock');
  });

  it('scroll only where it can be scrolled', () => {
    const scroll = { vertical: 0, horizontal: null };
    expect(shown(details(['scroll'], { scroll }))).toEqual([
      ['Scroll up', { pattern: 'scroll', vertical: { by: -10 } }],
      ['Scroll down', { pattern: 'scroll', vertical: { by: 10 } }],
    ]);
    expect(shown(details(['scroll']))).toEqual([]);
  });
});
