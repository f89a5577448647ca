import { expect, it } from 'vitest';
import { whyNotWritten } from './why-not-written.ts';

it('names a folder in the way', () => {
  expect(whyNotWritten(Object.assign(new Error('EISDIR'), { code: 'EISDIR' }))).toBe('a folder has that name');
});

it('keeps the message of an unknown error', () => {
  expect(whyNotWritten(Object.assign(new Error('odd'), { code: 'EODD' }))).toBe('odd');
});
