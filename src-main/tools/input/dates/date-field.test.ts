import { expect, it } from 'vitest';
import { unitsOf } from './date-field.ts';
import { readDate } from './iso-date.ts';

it.each([
  ['2026-05-04', { year: 2026, month: 5, day: 4 }],
  ['2026-05', { year: 2026, month: 5 }],
  ['2026-W09', { year: 2026, week: 9 }],
  ['7:05', { hour: 7, minute: 5 }],
  ['23:45:10.5', { hour: 23, minute: 45, second: 10, millisecond: 500 }],
  ['2024-02-29T07:08', { year: 2024, month: 2, day: 29, hour: 7, minute: 8 }],
  ['2024-02-29 07:08', { year: 2024, month: 2, day: 29, hour: 7, minute: 8 }],
])('reads %s', (text, units) => {
  expect(readDate(text)).toEqual(units);
});

it.each(['', 'tomorrow', '2026-02-31', '2025-02-29', '04.05.2026', '5/4/2026', '2026-05-04T', '10:30T11:00', '2026'])(
  'does not read “%s” as a date',
  (text) => {
    expect(readDate(text)).toBeNull();
  },
);

const range = (minimum: number, maximum: number) => ({ minimum, maximum, current: 0, step: 1 });
const [year, month, day] = [range(1, 275_760), range(1, 12), range(1, 31)];
const [hour12, hour24, minute, half] = [range(1, 12), range(0, 23), range(0, 59), range(1, 2)];

it('infers the parts of a field from their ranges, in the order of any country', () => {
  expect(unitsOf([month, day, year])).toEqual(['month', 'day', 'year']);
  expect(unitsOf([day, month, year, hour24, minute, minute])).toEqual([
    'day',
    'month',
    'year',
    'hour',
    'minute',
    'second',
  ]);
  expect(unitsOf([year, month, day, half, hour12, minute])).toEqual(['year', 'month', 'day', 'half', 'hour', 'minute']);
  expect(unitsOf([hour12, minute, half])).toEqual(['hour', 'minute', 'half']);
  expect(unitsOf([range(1, 53), year])).toEqual(['week', 'year']);
});

it('does not read other adjacent numbers as a date', () => {
  expect(unitsOf([range(0, 5), range(0, 5)])).toBeNull();
  expect(unitsOf([year, year])).toBeNull();
  expect(unitsOf([minute, null])).toBeNull();
});
