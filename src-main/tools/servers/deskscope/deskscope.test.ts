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

it('drags from place to place of the elements that were recorded, wherever they are now', async () => {
  const { window, element } = await find('calculator', 'role=Button name="7"');
  const end = await find('calculator', 'role=Button name="="');
  await bench.engine.moveWindow({ window, bounds: { x: 40, y: 60 } });
  const [from, to] = await Promise.all([element, end.element].map((id) => bench.engine.details({ element: id })));
  const size = { width: 20, height: 10 };
  const calculator = { app: 'calculator' };
  const drag = { selector: 'role=Button name="7"', window: calculator, at: { x: 1, y: 1 }, size, to: { x: 2, y: 2 } };
  await bench.text('action::step_drag_element', { ...drag, onto: { selector: 'role=Button name="="', size } });
  expect(await bench.fake.input.pointer()).toEqual({ x: to!.bounds!.x + 2, y: to!.bounds!.y + 2 });
  await bench.text('action::step_drag_element', { ...drag, to: { x: 31, y: 1 } });
  expect(await bench.fake.input.pointer()).toEqual({ x: from!.bounds!.x + 31, y: from!.bounds!.y + 1 });
  const gone = { ...drag, onto: { selector: 'name="nowhere"', size }, timeout_ms: 0 };
  expect(await bench.failure('action::step_drag_element', gone)).toContain('element_not_found');
});

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
