import { expect, it } from 'vitest';
import type { ElementDetails } from '#contract/model/elements/element';
import { noFacts } from '#contract/model/elements/element-facts';
import { bare, idOf, node } from '../store/test-tree.ts';
import { factGroups, filteredFacts, withPinned } from './properties.tsx';

const details: ElementDetails = {
  ...bare(node('name')),
  ...noFacts,
  runtimeId: 'x',
  patterns: [],
  actions: [],
  properties: {},
  window: { id: '0x1', title: 'Test', app: 'test', processId: 1 },
};
const titles = (of: ElementDetails) => factGroups(of).map(({ title }) => title);

it('shows only the properties of the element', () => {
  expect(titles(details)).toEqual(['Properties', 'Native']);
  expect(titles({ ...details, cell: { row: 0, column: 1, rowSpan: 1, columnSpan: 1 } })).toContain('Cell');
});

it('reports zero and no, which are values too', () => {
  const text = { length: 0, caret: 0, selections: [], selectedText: '', multiline: false };
  const group = factGroups({ ...details, text }).find(({ title }) => title === 'Text');
  expect(group?.facts).toEqual([
    { name: 'length', value: '0' },
    { name: 'caret', value: '0' },
    { name: 'multiline', value: 'no' },
  ]);
});

it('reports that an element is disabled, which its states express only by omission', () => {
  const statesOf = (states: ElementDetails['states']) =>
    factGroups({ ...details, states })[0]?.facts.find(({ name }) => name === 'states')?.value;
  expect(statesOf(['selectable', 'visible'])).toBe('disabled, selectable, visible');
  expect(statesOf(['enabled', 'visible'])).toBe('enabled, visible');
});

it('links to related elements', () => {
  const label = { id: idOf('label'), name: 'Name:', controlType: 'Text' } as const;
  const group = factGroups({ ...details, relations: [{ type: 'labelled by', targets: [label] }] }).at(1);
  expect(group).toEqual({ title: 'Relations', facts: [{ name: 'labelled by', value: 'Name:', links: [label] }] });
});

it('puts pinned properties first, in the order of the pins, where the element has them', () => {
  const toolkit = { name: 'gtk3', version: '' };
  const groups = factGroups({ ...details, toolkit, attributes: { toolkit: 'gtk' } });
  const [first, ...others] = withPinned(groups, ['Native/toolkit', 'Native/no such property', 'Properties/name']);
  expect(first).toMatchObject({ title: 'Pinned', facts: [{ name: 'toolkit', value: 'gtk3' }, { name: 'name' }] });
  expect(others).toMatchObject(groups);
  expect(withPinned(groups, ['Native/no such property'])).toMatchObject(groups);
});

it('keeps the properties with all words in name or value', () => {
  const groups = factGroups({ ...details, role: 'push button', properties: { toolkit: 'gtk' } });
  const names = (words: string) => filteredFacts(groups, words).flatMap(({ facts }) => facts.map(({ name }) => name));
  expect(names('PUSH')).toEqual(['role']);
  expect(names('tool gtk')).toEqual(['toolkit']);
  expect(names('nothing-like-it')).toEqual([]);
  expect(filteredFacts(groups, ' ')).toBe(groups);
});
