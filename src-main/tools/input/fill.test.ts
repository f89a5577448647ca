import { afterEach, expect, it } from 'vitest';
import { element } from '../../engine/backends/fake/element.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';

let bench: Bench | undefined;
afterEach(() => bench?.close());

it('empties a field again if the keys did nothing', async () => {
  bench = await createBench();
  const { fake } = bench;
  const states = ['focusable', 'editable', 'enabled', 'visible'] as const;
  const field = element({ controlType: 'Edit', name: 'Note', value: 'old', at: [20, 20, 200, 30], states });
  const root = element({ controlType: 'Window', name: 'Form', children: [field] });
  const content = { x: 300, y: 200, width: 400, height: 300 };
  const { id: window } = fake.desktop.open({ title: 'Form', app: 'form', className: 'F', content, root });
  Object.assign(fake.desktop.window(window).spec, { toolkit: 'gtk3' });
  const strike = fake.faults.strike.bind(fake.faults);
  let received = 0;
  // The release of the button is received, select-all and Delete are not.
  fake.faults.strike = (point, vanish) => {
    if (point === 'input' && fake.desktop.window(window).focused === field) received += 1;
    return point === 'input' && (received === 2 || received === 3) ? Promise.resolve(false) : strike(point, vanish);
  };
  await bench.text('type_text', { window, name: 'Note', text: '' });
  expect(received).toBeGreaterThan(4);
  expect(field.value).toBe('');
});
