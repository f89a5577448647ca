import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { callsSchema } from './calls-schema.ts';

it('are as the published schema says', () => {
  const file = path.resolve(import.meta.dirname, '../../../docs/tool-calls.schema.json');
  const { title: _, description: __, ...published } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  expect(published).toEqual(JSON.parse(JSON.stringify(callsSchema())));
});
