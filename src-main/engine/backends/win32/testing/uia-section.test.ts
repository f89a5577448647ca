import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sectionFields } from './uia-section.ts';

test('tests and the fixture have the same layout of shared memory', () => {
  const header = readFileSync('e2e/target-apps/windows/uia/section.h', 'utf8');
  const fields = [...header.matchAll(/^ +volatile (.*?);/gm)].map(([, field]) => field);
  expect(fields).toEqual(sectionFields.map((name) => `LONG ${name}`));
});
