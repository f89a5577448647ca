import { expect, it } from 'vitest';
import type { Rect } from '#contract/model/geometry';
import { inReadingOrder } from './reading-order.ts';

interface Item {
  readonly name: string;
  readonly bounds: Rect | null;
}

const box = (name: string, x: number, y: number, width: number, height: number): Item => ({
  name,
  bounds: { x, y, width, height },
});
const names = (...items: readonly Item[]) =>
  inReadingOrder(items, ({ bounds }) => bounds)
    .map(({ name }) => name)
    .join(' ');

it('reads a form row by row, whatever order the app reports', () => {
  const form = [
    box('Browse', 200, 40, 60, 34),
    box('folder', 80, 40, 110, 34),
    box('Folder:', 10, 50, 50, 18),
    box('name', 80, 0, 110, 34),
    box('Name:', 10, 10, 50, 18),
    box('OK', 200, 90, 60, 30),
    box('Cancel', 130, 90, 60, 30),
  ];
  expect(names(...form)).toBe('Name: name Folder: folder Browse Cancel OK');
});

it('reads a column beside several rows as a whole', () => {
  const rows = [box('second', 110, 50, 80, 40), box('first', 110, 0, 80, 40)];
  expect(names(...rows, box('side', 0, 0, 100, 200))).toBe('side first second');
});

it('keeps the order of what overlaps, such as the pages of a stack', () => {
  expect(names(box('b', 0, 0, 90, 90), box('a', 0, 0, 90, 90), box('c', 4, 4, 90, 90))).toBe('b a c');
});

it('takes boxes whose borders touch for separate ones', () => {
  expect(names(box('b', 38, 0, 40, 20), box('a', 0, 0, 40, 20))).toBe('a b');
});

it('leaves an item without bounds behind its predecessor, or last', () => {
  const hidden = { name: 'hidden', bounds: null };
  expect(names({ name: 'first', bounds: null }, box('b', 0, 50, 9, 9), hidden, box('a', 0, 0, 9, 9))).toBe(
    'a b hidden first',
  );
});

it('reads a keypad row by row, though one key is two rows high', () => {
  const keys = [
    box('=', 60, 0, 20, 42),
    box('4', 0, 22, 20, 20),
    box('7', 0, 0, 20, 20),
    box('8', 30, 0, 20, 20),
    box('5', 30, 22, 20, 20),
    box('C', 90, 0, 20, 20),
    box('AC', 90, 22, 20, 20),
  ];
  expect(names(...keys)).toBe('7 8 = C 4 5 AC');
});
