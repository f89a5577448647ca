import { expect, it } from 'vitest';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allContracts } from './all-contracts.ts';

const file = fileURLToPath(new URL('../../../docs/contract.md', import.meta.url));

it('docs/contract.md matches the tables and the tools', () => {
  if (process.env['DESKSCOPE_WRITE_DOCS']) writeFileSync(file, allContracts());
  expect(readFileSync(file, 'utf8'), 'run `npm run docs`').toBe(allContracts());
});
