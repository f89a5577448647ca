import { expect, it } from 'vitest';
import { classes, interfaces } from './generated/interfaces.ts';
import { guidBytes, guidText } from './guid.ts';

it('writes the first three parts of a GUID the other way round, as COM has them in memory', () => {
  expect(guidBytes('00020400-0000-0000-c000-000000000046').toString('hex')).toBe('0004020000000000c000000000000046');
  expect(() => guidBytes('IUnknown')).toThrow('no GUID');
});

it('reads every id of the tables back as it was', () => {
  const all = [...Object.values(interfaces).map(({ iid }) => iid), ...Object.values(classes)];
  expect(all.length).toBeGreaterThan(70);
  for (const text of all) expect(guidText(guidBytes(text))).toBe(text);
});
