import { expect, test } from 'vitest';
import { stepsAlong } from './way.ts';

test('cuts a straight way into even steps up to its end', () => {
  expect(
    stepsAlong(
      [
        { x: 0, y: 0 },
        { x: 40, y: -20 },
      ],
      4,
    ),
  ).toEqual([
    { x: 10, y: -5 },
    { x: 20, y: -10 },
    { x: 30, y: -15 },
    { x: 40, y: -20 },
  ]);
});

test('reaches every way point, however short its leg', () => {
  const way = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 100 },
    { x: -50, y: 100 },
  ];
  const steps = stepsAlong(way, 10);
  expect(steps).toEqual(expect.arrayContaining(way.slice(1)));
  expect(steps.at(-1)).toEqual(way.at(-1));
  expect(steps.length).toBeGreaterThanOrEqual(10);
});

test('a way of zero length still arrives', () => {
  expect(
    stepsAlong(
      [
        { x: 5, y: 5 },
        { x: 5, y: 5 },
      ],
      2,
    ),
  ).toEqual([
    { x: 5, y: 5 },
    { x: 5, y: 5 },
  ]);
});
