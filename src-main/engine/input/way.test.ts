import { expect, test } from 'vitest';
import { stepsAlong } from './way.ts';

test('a straight way is cut into even steps that end where it ends', () => {
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

test('every way point is reached, however short its leg', () => {
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

test('a way that goes nowhere still arrives', () => {
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
