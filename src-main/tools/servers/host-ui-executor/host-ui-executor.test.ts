import { afterEach, expect, it, vi } from 'vitest';
import { createBroker } from '../../../permissions/broker.ts';
import { createBench, type Bench, type BenchOptions } from '../../testing/run-tools.ts';
import { permissionsIn } from '../../../permissions/testing/asked.ts';

let bench: Bench;
afterEach(() => bench.close());

/** The id of the calculator in a fresh listing. */
async function start(options: BenchOptions = {}): Promise<string> {
  bench = await createBench({ settings: { showOutline: false }, ...options });
  bench.fake.desktop.start('form');
  await bench.text('get_desktop_app_info');
  return [...bench.session.windows].find(([, window]) => window.title === 'Calculator')![0];
}

const select = 'action::select_application_window';

it('selects: brings to the front and returns root name and window info in the order of UFO’s wire', async () => {
  const id = await start();
  const outcome = await bench.run(select, { id, name: 'Calculator' });
  const window = bench.fake.desktop.active!;
  expect(window.title).toBe('Calculator');
  const { x, y, width, height } = window.bounds;
  const data = {
    root_name: 'calculator',
    window_info: {
      annotation_id: id,
      name: 'Calculator',
      title: 'Calculator',
      handle: Number(window.id),
      class_name: 'Calculator',
      rectangle: { x, y, width, height },
      control_type: 'Window',
      automation_id: null,
      is_enabled: null,
      is_visible: true,
      source: null,
      text_content: 'Calculator',
      process_id: window.processId,
      process_name: 'calculator',
      is_minimized: false,
      is_maximized: false,
      is_active: true,
    },
  };
  expect(outcome).toMatchObject({ ok: true, result: { data, text: JSON.stringify(data) } });
  expect(bench.session.selected?.title).toBe('Calculator');
  expect(bench.fake.desktop.highlight).toEqual([]);
});

it('refuses in UFO’s words', async () => {
  const id = await start();
  const ids = [...bench.session.windows.keys()].map((one) => `'${one}'`).join(', ');
  expect(await bench.failure(select, { id: '', name: 'x' })).toBe(
    'invalid_parameter: Window id is required for select_application_window',
  );
  expect(await bench.failure(select, { id: '99', name: 'x' })).toBe(
    `invalid_parameter: Control with id '99' not found. Available control ids: [${ids}]`,
  );
  expect(await bench.failure(select, { id, name: 'Nope' })).toBe(
    `invalid_parameter: The name of your chosen window id ${id} is Calculator, but the name argument is Nope. Nothing was selected.`,
  );
  expect(await bench.failure(select, { id })).toBe('invalid_parameter: select_application_window: “name” is missing.');
  expect(bench.fake.desktop.active?.title).toBe('Form');
  expect(bench.session.selected).toBeNull();
  bench.session.windows = new Map();
  expect(await bench.failure(select, { id, name: 'Calculator' })).toBe(
    'invalid_parameter: No application windows available. Please call get_desktop_app_info first.',
  );
});

it('accepts a title that changed since the listing', async () => {
  const id = await start();
  const window = bench.fake.desktop.windows.find((one) => one.title === 'Calculator')!;
  bench.fake.desktop.retitle(window, 'Calculator – 42');
  await bench.text(select, { id, name: 'Calculator – 42' });
  await bench.text(select, { id, name: 'Calculator' });
});

it('reports when the window does not come to the front', async () => {
  const id = await start();
  bench.fake.faults.set('deaf', 'act');
  const outcome = await bench.run(select, { id, name: 'Calculator' });
  expect(outcome).toMatchObject({
    ok: false,
    error: {
      code: 'not_verified',
      delivery: 'not_delivered',
      message: expect.stringMatching(/^Failed to set focus on window: “Calculator” did not follow/) as string,
    },
  });
  bench.fake.faults.clear();
  bench.fake.desktop.close(bench.fake.desktop.windows.find((one) => one.title === 'Calculator')!);
  expect(await bench.failure(select, { id, name: 'Calculator' })).toContain(
    'window_not_found: Failed to set focus on window: ',
  );
  expect(bench.session.selected).toBeNull();
}, 10_000);

it('maximises if the settings say so, and restores a minimised window', async () => {
  const id = await start({ settings: { maximizeWindow: true, showOutline: false } });
  const window = bench.fake.desktop.windows.find((one) => one.title === 'Calculator')!;
  bench.fake.desktop.minimize(window);
  const outcome = await bench.run(select, { id, name: 'Calculator' });
  expect(outcome).toMatchObject({ result: { data: { window_info: { is_maximized: true, is_minimized: false } } } });
});

it('draws the outline for two seconds if the settings say so', async () => {
  const id = await start({ settings: { showOutline: true } });
  await bench.text(select, { id, name: 'Calculator' });
  const { bounds } = bench.session.selected!;
  expect(bench.fake.desktop.highlight).toEqual([{ bounds, label: 'Calculator', line: 'solid' }]);
  await vi.waitFor(() => expect(bench.fake.desktop.highlight).toEqual([]), { timeout: 3_000 });
}, 10_000);

it('asks by the name of its target app', async () => {
  const broker = createBroker();
  const id = await start({ broker, caller: { kind: 'agent', name: 'Robot' } });
  const asked: string[] = [];
  broker.onChange((pending) => {
    for (const { id, target } of permissionsIn(pending)) {
      asked.push(target);
      broker.decide(id, 'once');
    }
  });
  await bench.run(select, { id, name: 'Calculator' });
  expect(asked).toEqual(['calculator']);
});
