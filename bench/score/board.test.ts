import { expect, test } from 'vitest';
import { boardOf, failuresOn, peersPage, type Line } from './board.ts';

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
  const page = boardOf([line({ cases: [{ name: 'a', passed: true, cause: '' }, failed] })], false);
  expect(failuresOn(page, 'Outsider')).toBe(1);
  expect(page).toContain('- `b`: a \\| b');
});

test('skipped cases are not passes', () => {
  expect(boardOf([line({ cases: [{ name: 'a', passed: true, cause: '' }], missing: ['b'] })], false)).toContain(
    '50.0 %',
  );
});

test('a judge that did not run has no failures to compare with', () => {
  const page = boardOf([line({ why: 'no checkout' })], false);
  expect(failuresOn(page, 'Outsider')).toBeNull();
});

test('a case that the app contradicts is named, and neither failed nor counted', () => {
  const cases = [
    { name: 'a', passed: true, cause: '' },
    { ...failed, name: 'f/b 1', contradicted: true },
  ];
  const page = boardOf([line({ cases })], false);
  expect(failuresOn(page, 'Outsider')).toBe(0);
  expect(page).toContain('100.0 %');
  expect(page).toMatch(/^Set apart: f ×1\.$/mu);
  expect(page).toContain('| 100.0 % | 1 |');
});

test('a peer without a figure has none, not zero', () => {
  const rows = [{ what: 'first look (ms)', by: { Deskscope: 12.34, dogtail: 1234.5 } }];
  expect(peersPage({ versions: '', rows })).toContain('| first look (ms) | 12 | – | 1,235 | – |');
});

test('versions are stated once for judges that share them', () => {
  const cases = [{ name: 'a', passed: true, cause: '' }];
  const ran = (name: string, versions: string) => {
    const { judge } = line({});
    return line({ judge: { ...judge, name }, versions, cases });
  };
  const page = boardOf([ran('A', 'old'), ran('B', 'new'), ran('C', 'new')], false);
  expect(page).toContain('A ran with old.');
  expect(page).toContain('Others ran with new.');
  expect(boardOf([ran('A', 'new')], false)).toContain('All ran with new.');
});
