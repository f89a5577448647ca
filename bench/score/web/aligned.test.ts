import { expect, test } from 'vitest';
import { aligned } from './aligned.ts';
import type { Line } from './expectation.ts';
import type { Element } from './reading.ts';

const line = (role: string, name: string, ...children: readonly Line[]): Line => ({
  role,
  name,
  children,
  number: 1,
  facts: [],
});
const element = (role: string, name: string, ...children: readonly Element[]): Element =>
  ({ told: { role, name }, children }) as unknown as Element;
const namesOf = (stated: Line, found: Element) =>
  aligned(stated, found).map((pair) => pair.element && `${pair.element.told.role} ${pair.element.told.name}`);

test('an element that is not stated moves no other', () => {
  const stated = line('d', '', line('link', 'a'), line('link', 'b'));
  const found = element('d', '', element('static', ' '), element('link', 'a'), element('link', 'b'));
  expect(namesOf(stated, found)).toEqual(['d ', 'link a', 'link b']);
});

test('a missing element is missed, not its neighbour', () => {
  const stated = line('d', '', line('entry', 'a'), line('link', 'b'));
  expect(namesOf(stated, element('d', '', element('link', 'b')))).toEqual(['d ', null, 'link b']);
});

test('another role at the same place is that element', () => {
  const stated = line('d', '', line('panel', 'a'), line('link', 'b'));
  expect(namesOf(stated, element('d', '', element('form', 'a'), element('link', 'b')))).toEqual([
    'd ',
    'form a',
    'link b',
  ]);
});
