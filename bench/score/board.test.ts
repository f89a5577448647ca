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
  const page = boardOf([line({ cases: [{ name: 'a', passed: true, cause: '' }, failed] })], null);
  expect(failuresOn(page, 'Outsider')).toBe(1);
  expect(page).toContain('- `b`: a \\| b');
});

test('skipped cases are not passes', () => {
  expect(boardOf([line({ cases: [{ name: 'a', passed: true, cause: '' }], missing: ['b'] })], null)).toContain(
    '50.0 %',
  );
});

test('a judge that did not run has no failures to compare with', () => {
  const page = boardOf([line({ why: 'no checkout' })], null);
  expect(failuresOn(page, 'Outsider')).toBeNull();
});

test('a case that the app contradicts is named, and neither failed nor counted', () => {
  const cases = [
    { name: 'a', passed: true, cause: '' },
    { ...failed, contradicted: true },
  ];
  const page = boardOf([line({ cases })], null);
  expect(failuresOn(page, 'Outsider')).toBe(0);
  expect(page).toContain('100.0 %');
  expect(page).toMatch(/Not counted either, .*: `b`\./u);
});

test('a peer without a figure has none, not zero', () => {
  const rows = [{ what: 'first look (ms)', by: { Deskscope: 12.34, dogtail: 1234.5 } }];
  expect(boardOf([], { versions: '', rows })).toContain('| first look (ms) | 12 | – | 1,235 | – |');
});
