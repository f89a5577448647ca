import { afterEach, expect, it } from 'vitest';
import { element } from '../../engine/backends/fake/element.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';

let bench: Bench | undefined;
afterEach(() => bench?.close());

it.each([
  ['a view keeps the focus of its item, to which keys go', 'List', 'beta.txt'],
  ['a toolbar takes it from its button', 'ToolBar', 'Files'],
] as const)('%s', async (_, controlType, focused) => {
  bench = await createBench();
  const item = element({
    controlType: controlType === 'List' ? 'ListItem' : 'Button',
    name: 'beta.txt',
    at: [0, 0, 90, 20],
    states: ['focusable'],
  });
  const view = element({
    controlType,
    name: 'Files',
    at: [0, 0, 300, 200],
    states: ['focusable'],
    children: [item],
  });
  const root = element({ controlType: 'Window', name: 'Folder', children: [view] });
  const content = { x: 300, y: 200, width: 400, height: 300 };
  const { id: window } = bench.fake.desktop.open({ title: 'Folder', app: 'folder', className: 'F', content, root });
  for (const named of ['name="beta.txt"', 'name="Files"'])
    await bench.text('keyboard_input', { window, selector: named, keys: '{F2}', control_focus: true });
  const hit = await bench.engine.focused({ window });
  expect(hit?.element.name).toBe(focused);
});
