import { expect, test } from 'vitest';
import { boardOf, failuresOn, type Line } from './board.ts';

const line = (more: Partial<Line>): Line => ({
  judge: {
    name: 'Outsider',
    source: 'owner/judge',
    about: 'cases',
    left: '',
    names: () => [],
    run: () => Promise.resolve(),
  },
  commit: 'abcdef0123456789',
  cases: [],
  missing: [],
  versions: '',
  why: '',
  ...more,
});
const failed = { name: 'b', passed: false, cause: 'a | b' };

test('a board stores its failures for the next one', () => {
  const page = boardOf([line({ cases: [{ name: 'a', passed: true, cause: '' }, failed] })]);
  expect(failuresOn(page, 'Outsider')).toBe(1);
  expect(page).toContain('- `b`: a \\| b');
});

test('skipped cases are not passes', () => {
  expect(boardOf([line({ cases: [{ name: 'a', passed: true, cause: '' }], missing: ['b'] })])).toContain('50.0 %');
});

test('a judge that did not run has no failures to compare with', () => {
  const page = boardOf([line({ why: 'no checkout' })]);
  expect(failuresOn(page, 'Outsider')).toBeNull();
});
