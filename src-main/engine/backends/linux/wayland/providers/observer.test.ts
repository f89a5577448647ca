import { expect, it } from 'vitest';
import type { RawInput } from '../../../../backend.ts';
import { LateKeys } from './observer.ts';

const key = (time: number): RawInput => ({ type: 'key', key: 's', text: 's', time });
const press = (time: number, down = true): RawInput => ({
  type: 'button',
  x: 1,
  y: 1,
  button: 'left',
  down,
  modifiers: [],
  time,
});

it('marks a key reported only after a later press', () => {
  const late = new LateKeys();
  const marked = [key(10), press(20), press(30, false), key(15), key(25)].map((input) => late.mark(input));
  expect(marked.map((input) => 'isLate' in input)).toEqual([false, false, false, true, false]);
});
