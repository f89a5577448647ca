import { describe, expect, it } from 'vitest';
import type { Step } from '#contract/model/recordings/recording';
import { movedTo, neighbourOf, placeBeside, rowsBetween, rowsOf, stepsIn, type Row } from './rows.ts';

/** `a(bc)d`: a group in brackets, named by its first step in capitals; square brackets mean collapsed. */
function drawn(picture: string): readonly Row[] {
  const steps: Step[] = [];
  const folded = new Set<string>();
  let group: string | undefined;
  for (const [at, letter] of picture.split('').entries()) {
    if (letter === '(' || letter === '[') group = (picture[at + 1] ?? '').toUpperCase();
    if (letter === '[') folded.add(group ?? '');
    if (letter === ')' || letter === ']') group = undefined;
    if (!/[a-z]/.test(letter)) continue;
    const action = { type: 'wait', ms: 1 } as const;
    steps.push({ id: letter, at: 0, action, target: null, window: {}, enabled: true, ...(group && { group }) });
  }
  const groups = [...new Set(steps.flatMap((step) => step.group ?? []))].map((id) => ({ id, name: id }));
  return rowsOf(steps, groups, folded);
}
const row = (rows: readonly Row[], id: string) => rows.find((one) => one.id === id)!;
const ids = (of: readonly { readonly id: string }[]) => of.map(({ id }) => id).join('');

it.each([
  ['a(bc)d', 'aBbcd'],
  ['a[bc]d', 'aBd'],
  ['(a)(b)', 'AaBb'],
])('%s is shown as %s', (picture, shown) => expect(ids(drawn(picture))).toBe(shown));

it.each([
  ['a(bc)d', 'a', 'b', 'ab'],
  ['a(bc)d', 'B', 'B', 'bc'],
  ['a(bc)d', 'a', 'B', 'a'],
  ['a(bc)d', 'd', 'B', 'bcd'],
  ['a[bc]d', 'a', 'B', 'abc'],
  ['a(bc)d', 'gone', 'd', 'd'],
  ['a(bc)d', 'gone', 'x', ''],
])('in %s, from %s to %s selects the steps %s', (picture, one, other, steps) =>
  expect(ids(stepsIn(rowsBetween(drawn(picture), one, other)))).toBe(steps),
);

it.each<[string, string, boolean, { at: number; group: string | null }]>([
  ['a(bc)d', 'a', true, { at: 1, group: null }],
  ['a(bc)d', 'B', false, { at: 1, group: null }],
  ['a(bc)d', 'B', true, { at: 1, group: 'B' }],
  ['a[bc]d', 'B', true, { at: 3, group: null }],
  ['a(bc)d', 'c', true, { at: 3, group: 'B' }],
  ['a(bc)d', 'd', false, { at: 3, group: null }],
])('in %s, beside %s, after it: %s', (picture, id, after, place) =>
  expect(placeBeside(row(drawn(picture), id), after)).toEqual(place),
);

describe('a dragged row', () => {
  it.each<[string, string, string, boolean, { at: number; group: string | null } | null]>([
    ['abcd', 'a', 'c', false, { at: 1, group: null }],
    ['abcd', 'a', 'd', true, { at: 3, group: null }],
    ['abcd', 'd', 'a', false, { at: 0, group: null }],
    ['abcd', 'b', 'b', true, null],
    ['a(bc)d', 'a', 'c', true, { at: 2, group: 'B' }],
    ['a(bc)d', 'd', 'B', true, { at: 1, group: 'B' }],
    ['a(bc)d', 'c', 'd', true, { at: 3, group: null }],
    ['a(bc)d', 'B', 'a', false, { at: 0, group: null }],
    ['a(bc)d', 'B', 'd', true, { at: 2, group: null }],
    ['a(bc)d', 'B', 'c', true, null],
    ['a(bc)d', 'x', 'a', true, null],
  ])('in %s, %s dropped on %s, after it: %s', (picture, dragged, id, after, place) =>
    expect(movedTo(drawn(picture), dragged, { id, after })).toEqual(place),
  );
});

it.each([
  ['a(bc)d', 'B', 'B', 'd'],
  ['a(bc)d', 'd', 'd', 'c'],
  ['a(bc)d', 'a', 'a', 'B'],
  ['a(bc)d', 'b', 'c', 'd'],
  ['(ab)', 'A', 'A', undefined],
])('if in %s the rows %s to %s are removed, %s is selected', (picture, one, other, next) => {
  const rows = drawn(picture);
  expect(neighbourOf(rows, rowsBetween(rows, one, other))?.id).toBe(next);
});
