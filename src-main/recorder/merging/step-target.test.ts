import { expect, it } from 'vitest';
import { stepTarget } from './step-target.ts';
import { ranked, target } from '../testing/events.ts';

it('drops the name of a field that is only its value', () => {
  const [near, named] = [ranked('role=Edit near="beta.txt"', 'neighbour'), ranked('role=Edit name="City"', 'name')];
  expect(stepTarget(target('Edit', 'omega.txt', { selectors: [near] })).name).toBe('');
  expect(stepTarget(target('Edit', 'City', { selectors: [named] })).name).toBe('City');
  expect(stepTarget(target('Button', 'Save', { selectors: [near] })).name).toBe('Save');
  const { element, ...rest } = target('Edit', 'First words', { selectors: [ranked('role=Edit nth=1', 'ordinal')] });
  expect(stepTarget({ ...rest, element: { ...element, role: 'paragraph' } }).name).toBe('First words');
});
