import { expect, it } from 'vitest';
import { controlTypes, type ControlType } from '#contract/model/elements/element';
import { contains } from '#contract/model/geometry';
import { placeOn } from './place-on.ts';

const element = (width: number, height: number) => ({ x: 1_000, y: 500, width, height });
const on = (type: ControlType, x: number, then: number, now: number) =>
  placeOn(element(now, 10), type, { at: { x, y: 5 }, size: { width: then, height: 10 } }).x - 1_000;

it('is the same pixel of an element of the same size, wherever the element is', () => {
  for (const type of controlTypes)
    for (let x = 0; x < 50; x++)
      for (let y = 0; y < 20; y++) {
        expect(placeOn(element(50, 20), type, { at: { x, y }, size: { width: 50, height: 20 } })).toEqual({
          x: 1_000 + x,
          y: 500 + y,
        });
      }
});

it('is inside the element, whatever its size', () => {
  for (const type of controlTypes)
    for (const then of [1, 7, 90])
      for (const now of [1, 2, 30, 400])
        for (let x = 0; x < then; x++) {
          const place = placeOn(element(now, 10), type, { at: { x, y: 5 }, size: { width: then, height: 10 } });
          expect(contains(element(now, 10), place), `${type} ${x} of ${then}, now ${now}`).toBe(true);
        }
});

it('is the middle if the position was outside the element', () => {
  expect(on('Button', -4, 300, 300)).toBe(150);
  expect(on('Slider', 300, 300, 300)).toBe(150);
});

it('keeps its distance to a near edge', () => {
  expect(on('TreeItem', 8, 300, 500)).toBe(8);
  expect(on('ComboBox', 290, 300, 500)).toBe(490);
  expect(on('Button', 150, 300, 500)).toBe(250);
});

it('is the same fraction of a slider', () => {
  expect(on('Slider', 30, 300, 600)).toBe(61);
  expect(on('Slider', 270, 300, 600)).toBe(541);
});
