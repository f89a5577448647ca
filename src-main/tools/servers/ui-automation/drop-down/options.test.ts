import { expect, it } from 'vitest';
import type { ElementNode } from '#contract/model/elements/element';
import { element } from '../../../../engine/backends/fake/element.ts';
import { createBench } from '../../../testing/run-tools.ts';
import { notAmong } from './options.ts';

it('says how many options it does not list', () => {
  const place = { list: { controlType: 'ComboBox', name: 'Many' } } as Parameters<typeof notAmong>[0];
  const options = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `item ${at}` }) as ElementNode);
  expect(notAmong(place, options(2), 'other').message).toMatch(/It has “item 0”, “item 1”\.$/);
  expect(notAmong(place, options(53), 'other').message).toMatch(/“item 49” and 3 more\.$/);
});

it('presses no option in another list that gives its items new ids at each look', async () => {
  const bench = await createBench();
  const pressed: string[] = [];
  const fruits = element({ controlType: 'List', name: 'Fruits', at: [10, 100, 200, 80] });
  Object.defineProperty(fruits, 'children', {
    get: () => {
      const item = element({
        controlType: 'ListItem',
        name: 'Fig',
        at: [10, 100, 200, 20],
        onInvoke: () => pressed.push('Fig'),
      });
      return [Object.assign(item, { parent: fruits })];
    },
  });
  // It opens elsewhere, where nobody can see it.
  const button = element({ controlType: 'Button', name: 'Open', at: [150, 10, 50, 30] });
  const combo = element({ controlType: 'ComboBox', name: 'Tree', at: [10, 10, 200, 30], children: [button] });
  const root = element({ controlType: 'Window', name: 'Lists', children: [combo, fruits] });
  const content = { x: 300, y: 200, width: 400, height: 300 };
  bench.fake.desktop.open({ title: 'Lists', app: 'lists', className: 'Lists', content, root });
  const choose = { window: 'Lists', name: 'Tree', value: 'Fig', timeout_ms: 500 };
  expect(await bench.failure('select_option', choose)).toMatch(
    /^element_not_found: ComboBox “Tree” has no option “Fig”/,
  );
  expect(pressed).toEqual([]);
  await bench.close();
});
