import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBench, type Bench } from '../../testing/run-tools.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench({ caller: { kind: 'user', name: 'user' } });
});
afterEach(() => bench.close());

async function find(app: string, selector: string) {
  const { items } = await bench.engine.listWindows({});
  const window = items.find((one) => one.app === app)!.id;
  return { window, element: (await bench.engine.find({ window, selector })).matches[0]!.id };
}

it('focuses elements and runs their patterns', async () => {
  const { element } = await find('form', 'name="Newsletter"');
  expect(await bench.text('action::focus_element', { element })).toContain('Focused [e1] CheckBox “Newsletter”');
  const call = { pattern: 'toggle' };
  expect(await bench.text('action::run_pattern', { element, call })).toBe('Ran toggle on CheckBox “Newsletter”.');
  expect((await bench.engine.details({ element })).states).toContain('checked');
  expect(await bench.failure('action::run_pattern', { element, call: { pattern: 'value', value: 'x' } })).toContain(
    'pattern_not_supported',
  );
});
