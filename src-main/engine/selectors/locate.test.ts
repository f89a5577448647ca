import { expect, it } from 'vitest';
import { parseSelector } from '#contract/model/elements/selector';
import type { RawNode } from '../backend.ts';
import { locate, type Chain, type Link } from './locate.ts';
import { chainInWords } from './locate-words.ts';

const node = (own: Partial<RawNode>, ...children: readonly RawNode[]): RawNode => ({
  runtimeId: own.name ?? '',
  controlType: 'Pane',
  role: 'panel',
  name: '',
  automationId: '',
  description: '',
  value: null,
  states: ['visible', 'enabled'],
  bounds: { x: 0, y: 0, width: 10, height: 10 },
  childCount: children.length,
  children,
  ...own,
});
const button = (name: string, own: Partial<RawNode> = {}) =>
  node(
    { controlType: 'Button', role: 'push button', name, ...own },
    node({ controlType: 'Text', role: 'label', name }),
  );
const closed = { states: ['offscreen', 'enabled'] } as const;
const row = (name: string, own: Partial<RawNode> = {}) =>
  node({ controlType: 'ListItem', role: 'list item', name, ...own });

const window = node(
  { controlType: 'Window', role: 'frame', name: 'Notes' },
  node(
    { controlType: 'MenuItem', role: 'menu', name: 'File' },
    node({ controlType: 'MenuItem', role: 'menu item', name: 'Save', ...closed }),
    node({ controlType: 'MenuItem', role: 'check menu item', name: 'Wrap', states: ['visible', 'checked'] }),
  ),
  node({ role: 'filler', name: 'left' }, button('Save'), button('Save as', { states: ['visible'] })),
  node(
    { role: 'filler', name: 'right' },
    button('Save'),
    node({ controlType: 'Edit', role: 'text', name: 'Title', value: 'a  b' }),
    node({ controlType: 'Edit', role: 'text', name: 'Hidden', states: [] }),
  ),
  node({ controlType: 'List', role: 'list' }, row('one'), row('two', closed)),
);

const found = (...chain: readonly Link[]) => locate([window], chain).map(({ node: { name } }) => name);
const role = (word: string, more: object = {}): Link => ({ by: 'role', role: word, ...more });

it('finds by ARIA roles, the platform’s roles and control types', () => {
  expect(found(role('button'))).toEqual(['Save', 'Save as', 'Save']);
  expect(found(role('push button', { name: 'as' }))).toEqual(['Save as']);
  expect(found(role('menuitem'))).toEqual(['File']);
  expect(found(role('menuitemcheckbox', { checked: true }))).toEqual(['Wrap']);
  expect(found(role('textbox'))).toEqual(found(role('Edit')));
  expect(found(role('button', { disabled: true }))).toEqual(['Save as']);
  expect(found(role('buton'))).toEqual([]);
});

it('skips elements that are neither visible nor reachable by scrolling', () => {
  expect(found(role('menuitem', { name: 'Save' }))).toEqual([]);
  expect(found(role('menuitem', { name: 'Save', includeHidden: true }))).toEqual(['Save']);
  expect(found(role('listitem'))).toEqual(['one', 'two']);
  expect(found({ by: 'label', text: 'Title' })).toEqual(['Title']);
  expect(found({ by: 'label', text: 'Hidden' })).toEqual([]);
});

it('takes a case-insensitive substring, the whole name, or a pattern', () => {
  expect(found(role('button', { name: 'save' }))).toHaveLength(3);
  expect(found(role('button', { name: 'Save', exact: true }))).toHaveLength(2);
  expect(found(role('button', { name: /^save as$/gi }))).toEqual(['Save as']);
  expect(found({ by: 'text', text: 'a b', exact: true })).toEqual(['Title']);
});

it('resolves a text to the innermost element with it', () => {
  expect(locate([window], [{ by: 'text', text: 'Save as' }]).map(({ node: { role: own } }) => own)).toEqual(['label']);
});

it('chains, narrows and joins', () => {
  const right = { by: 'selector', selector: parseSelector('name="right"'), text: 'name="right"' } as const;
  const title: Chain = [role('textbox')];
  expect(found(right, role('button'))).toEqual(['Save']);
  expect(found(role('filler'), { by: 'filter', has: title }, role('button'))).toEqual(['Save']);
  expect(found(role('filler'), { by: 'filter', hasNot: title })).toEqual(['left']);
  expect(found(role('button'), { by: 'filter', hasText: /^Save$/ })).toEqual(['Save', 'Save']);
  expect(found(role('button'), { by: 'filter', hasNotText: 'as' }, { by: 'nth', index: -1 })).toEqual(['Save']);
  expect(found(role('button'), { by: 'nth', index: 1 })).toEqual(['Save as']);
  expect(found(role('textbox'), { by: 'or', other: [role('listitem')] })).toEqual(['Title', 'one', 'two']);
  expect(
    found(role('button'), { by: 'and', other: [{ by: 'selector', selector: parseSelector('name~="as"'), text: '' }] }),
  ).toEqual(['Save as']);
});

it('formats chains as source code', () => {
  const chain: Chain = [
    role('button', { name: "it's", exact: true }),
    { by: 'filter', has: [role('img')] },
    { by: 'nth', index: 2 },
  ];
  expect(chainInWords(chain)).toBe(
    "getByRole('button', { name: 'it\\'s', exact: true }).filter({ has: getByRole('img') }).nth(2)",
  );
});
