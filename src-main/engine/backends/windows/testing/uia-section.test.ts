import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sectionFields } from './uia-section.ts';

test('tests and the fixture agree on the memory they share', () => {
  const header = readFileSync('e2e/target-apps/windows/uia/section.h', 'utf8');
  const fields = [...header.matchAll(/volatile LONG (\w+);\s*\/\/ (\d+):/g)];
  expect(fields.map(([, name]) => name)).toEqual(sectionFields);
  expect(fields.map(([, , offset]) => Number(offset))).toEqual(sectionFields.map((_, index) => index * 4));
  expect(header).toContain(`volatile wchar_t treeName[64];  // ${sectionFields.length * 4}:`);
});
