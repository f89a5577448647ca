import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { callsSchema } from './calls-schema.ts';
import { elementsOf } from './tool-calls.ts';

it('conform to the published schema', () => {
  const file = path.resolve(import.meta.dirname, '../../../docs/tool-calls.schema.json');
  const { title: _, description: __, ...published } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  expect(published).toEqual(JSON.parse(JSON.stringify(callsSchema())));
});

it('finds each element of a list at its line', () => {
  const text = ' [ {"a": "],[\\"{"},\n[1, [2, 3]] ,"x,]", null,-1e3, {} ]\n';
  const found = [...elementsOf(text)];
  expect(found.map((one) => JSON.parse(one.text) as unknown)).toEqual(JSON.parse(text));
  for (const one of found) expect(text.startsWith(one.text, one.offset)).toBe(true);
  expect([...elementsOf('[]')]).toEqual([]);
  expect([...elementsOf('[\n]')]).toEqual([]);
});
