import { expect, it } from 'vitest';
import { elementsOf } from './elements.ts';

it('finds each element of a list where it stands', () => {
  const text = ' [ {"a": "],[\\"{"},\n[1, [2, 3]] ,"x,]", null,-1e3, {} ]\n';
  const found = [...elementsOf(text)];
  expect(found.map((one) => JSON.parse(one.text) as unknown)).toEqual(JSON.parse(text));
  for (const one of found) expect(text.startsWith(one.text, one.offset)).toBe(true);
  expect([...elementsOf('[]')]).toEqual([]);
  expect([...elementsOf('[\n]')]).toEqual([]);
});
