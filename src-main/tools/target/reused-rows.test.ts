import { afterEach, beforeEach, expect, it } from 'vitest';
import { element, type FakeElement } from '../../engine/backends/fake/element.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';

let bench: Bench;
let pressed: number;
let label: FakeElement;
beforeEach(async () => {
  pressed = 0;
  bench = await createBench();
  label = element({ controlType: 'Button', name: 'row 3', at: [10, 10, 100, 30], onInvoke: () => void pressed++ });
});
afterEach(() => bench.close());

async function refIn(controlType: 'ListItem' | 'Pane'): Promise<string> {
  const children = [element({ controlType, name: '', at: [0, 0, 200, 50], children: [label] })];
  const root = element({ controlType: 'Window', name: 'Rows', children });
  const content = { x: 300, y: 200, width: 400, height: 300 };
  bench.fake.desktop.open({ title: 'Rows', app: 'rows', className: 'Rows', content, root });
  const look = await bench.text('find_element', { window: 'Rows', name: 'row 3', control_type: 'Button' });
  return /\[(e\d+)\] Button “row 3”/.exec(look)![1]!;
}

it('refuses a ref to a reused row until the client has seen its new name', async () => {
  const ref = await refIn('ListItem');
  label.name = 'row 206';
  const words = await bench.failure('click_element', { element: ref });
  expect(words).toMatch(/^element_stale: Button “row 3” is called “row 206” now/);
  expect(pressed).toBe(0);
  expect(await bench.text('find_element', { window: 'Rows', name: 'row 206' })).toContain(`[${ref}]`);
  await bench.text('click_element', { element: ref });
  expect(pressed).toBe(1);
});

it('a ref to a button that changes its own name outside a list stays valid', async () => {
  const ref = await refIn('Pane');
  label.name = 'Pause';
  await bench.text('click_element', { element: ref });
  expect(pressed).toBe(1);
});

it('takes a part of a name only where no element of that whole name was shown', async () => {
  await refIn('Pane');
  label.name = 'row 31';
  const named = { window: 'Rows', name: 'row 3', timeout_ms: 0 };
  expect(await bench.failure('click_element', named)).toMatch(/^element_not_found/);
  expect(pressed).toBe(0);
  // Now the client knows.
  await bench.text('find_element', { window: 'Rows', name: 'row 31' });
  await bench.text('click_element', named);
  expect(pressed).toBe(1);
});
