import { expect, it } from 'vitest';
import type { ElementNode } from '#contract/model/elements/element';
import { notAmong } from './options.ts';

it('says how many options it does not list', () => {
  const place = { list: { controlType: 'ComboBox', name: 'Many' } } as Parameters<typeof notAmong>[0];
  const options = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `item ${at}` }) as ElementNode);
  expect(notAmong(place, options(2), 'other').message).toMatch(/It has “item 0”, “item 1”\.$/);
  expect(notAmong(place, options(53), 'other').message).toMatch(/“item 49” and 3 more\.$/);
});
