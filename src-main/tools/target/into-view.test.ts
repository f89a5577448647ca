import { expect, it } from 'vitest';
import { element, type FakeElement } from '../../engine/backends/fake/element.ts';
import { createBench } from '../testing/run-tools.ts';

const row = { window: { app: 'rows' }, selector: 'role=ListItem name="Row 70"' };

/** The list of the scripted app, short enough to be read quickly. */
async function benchWithRows() {
  const bench = await createBench({ caller: { kind: 'user', name: 'user' } });
  const list = bench.fake.desktop.windows.find(({ spec }) => spec.app === 'rows')!.root.children[0]!;
  list.children = list.children.slice(0, 100);
  return { bench, list };
}

it('scrolls an element into view before it is clicked', async () => {
  const { bench, list } = await benchWithRows();
  expect(list.children[70]!.has('offscreen')).toBe(true);
  expect(await bench.run('action::step_click', row)).toMatchObject({ ok: true });
  expect(list.children[70]!.has('offscreen')).toBe(false);
  await bench.close();
});

it('clicks the row that a list recreated while scrolling', async () => {
  const { bench, list } = await benchWithRows();
  const scrolled: FakeElement[] = list.children.slice();
  const { y } = scrolled[0]!.place!;
  let recreated: readonly FakeElement[] | null = null;
  const copy = ({ name, place, states, controlType }: FakeElement) => {
    const { x, y: top, width, height } = place!;
    const made = element({ controlType, name, at: [x, top, width, height], states: [...states] });
    return Object.assign(made, { parent: list });
  };
  Object.defineProperty(list, 'children', {
    get: () => (scrolled[0]!.place!.y === y ? scrolled : (recreated ??= scrolled.map(copy))),
  });
  expect(await bench.run('action::step_click', row)).toMatchObject({ ok: true });
  expect(recreated).not.toBeNull();
  await bench.close();
});

it('does not click a row that was found by its name and has another once it is in view', async () => {
  const bench = await createBench();
  const list = bench.fake.desktop.windows.find(({ spec }) => spec.app === 'rows')!.root.children[0]!;
  list.children = list.children.slice(0, 100);
  const [top, far] = [list.children[0]!, list.children[70]!];
  const { name } = far;
  const { y } = top.place!;
  Object.defineProperty(far, 'name', { get: () => (top.place!.y === y ? name : 'Renamed') });
  const words = await bench.failure('click_element', { window: 'Rows', name, control_type: 'ListItem' });
  expect(words).toMatch(/^element_stale: ListItem “Row 70” is called “Renamed” now/);
  await bench.close();
});

it('clicks the text of a spinner, not the buttons beside it', async () => {
  const bench = await createBench();
  const spinner = element({ controlType: 'Spinner', name: 'Size', at: [10, 10, 132, 34], value: '3' });
  const root = element({ controlType: 'Window', name: 'Sizes', children: [spinner] });
  const content = { x: 300, y: 200, width: 400, height: 300 };
  bench.fake.desktop.open({ title: 'Sizes', app: 'sizes', className: 'Sizes', content, root });
  await bench.text('click_element', { window: 'Sizes', name: 'Size' });
  const { x } = bench.fake.devices.pointer;
  expect(x).toBeGreaterThan(310);
  expect(x).toBeLessThan(310 + 132 / 3);
  await bench.close();
});
