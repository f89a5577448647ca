import { afterEach, beforeEach, expect, it } from 'vitest';
import { element } from '../../engine/backends/fake/element.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench({ policyMode: 'act', caller: { kind: 'agent', name: 'robot' } });
  const clear = element({
    controlType: 'Button',
    name: 'AC',
    description: 'Reset calculator (clear all)',
    at: [10, 10, 60, 20],
  });
  bench.fake.desktop.open({
    title: 'Adder',
    app: 'adder',
    className: 'Adder',
    content: { x: 900, y: 600, width: 300, height: 150 },
    root: element({ controlType: 'Window', name: 'Adder', children: [clear] }),
  });
});
afterEach(() => bench.close());

it.each<[string, string, object]>([
  ['its name', 'click_element', { window: 'Adder', name: 'AC' }],
  [
    'a selector with its help text',
    'click_element',
    { window: 'Adder', selector: 'description="Reset calculator (clear all)"' },
  ],
  [
    'a recorded step',
    'click_input',
    {
      window: { app: 'adder' },
      selector: 'role=Button name="AC"',
      alternatives: ['role=Button description="Reset calculator (clear all)"'],
    },
  ],
])('an element is judged only by its name if found by %s', async (_, tool, parameters) => {
  expect(await bench.text(tool, parameters)).toMatch(/^Click/);
});

it('a name in a selector counts, regardless of its other conditions', async () => {
  const selector = 'role=Button description="x" name="Delete"';
  expect(await bench.failure('click_element', { window: 'Adder', selector })).toContain('delete');
});
