import { expect, it } from 'vitest';
import { classes } from './generated/interfaces.ts';
import { guidBytes } from './guid.ts';
import { interfaces } from './runtime-interfaces.ts';

it("writes the first three parts of a GUID little-endian, as in COM's memory layout", () => {
  expect(guidBytes('00020400-0000-0000-c000-000000000046').toString('hex')).toBe('0004020000000000c000000000000046');
  expect(() => guidBytes('IUnknown')).toThrow('no GUID');
});

it('has distinct ids in the tables', () => {
  const all = [...Object.values(interfaces).map(({ iid }) => iid), ...Object.values(classes)];
  expect(all.length).toBeGreaterThan(70);
  expect(new Set(all.map((text) => guidBytes(text).toString('hex'))).size).toBe(all.length);
});
