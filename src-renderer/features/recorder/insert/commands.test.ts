import { expect, it, vi } from 'vitest';
import type { RecorderState as Recorded } from '#contract/api';
import type { ElementHit } from '#contract/model/elements/element';
import type { Step } from '#contract/model/recordings/recording';
import { defaultSettings } from '#contract/model/settings';
import { testServices } from '../../../bridge/test-services.ts';
import { canRun, commandById } from '../../../ui/command.ts';
import { createRecorderStore } from '../store.ts';
import { insertCommands } from './commands.ts';

const target = { controlType: 'Button', name: 'Save', selectors: [], bounds: null } as const;
const steps = ['1', '2'].map((id): Step => {
  const action = { type: 'pressKeys', keys: 'Enter', repeat: 1 } as const;
  return { id, at: 5, enabled: true, window: { app: 'editor' }, action, target: { ...target, selectors: [] } };
});
const recording = { version: 1, id: 'r', name: '', createdAt: '', platform: '', steps } as const;
const recorded: Recorded = {
  status: 'idle',
  startedAt: null,
  recording: { ...recording, steps },
  path: null,
  dirty: false,
  canUndo: false,
  canRedo: false,
  notice: '',
};
const hit = { element: { id: 'window:0x1|runtime:5' } } as unknown as ElementHit;

async function setUp() {
  const asked: [method: string, input: unknown][] = [];
  const method = (name: string) => (input: unknown) => {
    asked.push([name, input]);
    return Promise.resolve('2');
  };
  const services = testServices({
    'recorder.state': () => Promise.resolve(recorded),
    'replay.state': () => Promise.resolve({ status: 'idle', results: [], elapsedMs: 0 }),
    'recorder.formats': () => Promise.resolve([]),
    'recorder.export': () => new Promise(() => undefined),
    'settings.get': () => Promise.resolve(defaultSettings),
    'recorder.insertStep': method('insertStep'),
    'recorder.insertCheck': method('insertCheck'),
    'recorder.retarget': method('retarget') as () => Promise<never>,
    'recorder.expect': method('expect') as () => Promise<never>,
    'recorder.start': method('start') as () => Promise<never>,
    'pick.start': () => Promise.resolve(),
  });
  const store = createRecorderStore(services);
  store.getState().follow();
  await vi.waitFor(() => expect(store.getState().recorded).not.toBeNull());
  const commands = insertCommands(store);
  const run = (id: string) => commandById(commands, id).run();
  const can = (id: string) => canRun(commandById(commands, id));
  return { services, store, asked, run, can };
}

it('inserts steps after the selected one, or last', async () => {
  const { store, asked, run, can } = await setUp();
  expect(['insert.recorded', 'step.duplicate', 'step.repick'].map(can)).toEqual([false, false, false]);
  const wait = { action: { type: 'wait', ms: 1_000 }, target: null, window: {}, enabled: true };
  run('insert.wait');
  expect(asked.pop()).toEqual(['insertStep', { step: wait, at: 2, group: null }]);
  store.getState().select('1');
  run('insert.wait');
  expect(asked.pop()).toEqual(['insertStep', { step: wait, at: 1, group: null }]);
  await vi.waitFor(() => expect(store.getState().selected).toBe('2'));
  store.getState().select('1');
  run('insert.recorded');
  expect(asked.pop()).toEqual(['start', { after: '1' }]);
  const { id: _, at: __, ...copy } = steps[0]!;
  run('step.duplicate');
  expect(asked.pop()).toEqual(['insertStep', { step: copy, at: 1, group: null }]);
});

it.each([
  ['insert.element', ['insertCheck', { of: 'element', element: hit.element.id, at: 1, group: null }]],
  ['insert.window', ['insertCheck', { of: 'window', element: hit.element.id, at: 1, group: null }]],
  ['step.repick', ['retarget', { step: '1', element: hit.element.id }]],
])('%s uses the next pick only', async (id, call) => {
  const { services, store, asked, run } = await setUp();
  store.getState().select('1');
  run(id);
  services.emit('pick.changed', { type: 'ended', reason: 'cancelled' });
  services.emit('pick.changed', { type: 'picked', hit });
  expect(asked).toEqual([]);
  run(id);
  services.emit('pick.changed', { type: 'picked', hit });
  services.emit('pick.changed', { type: 'ended', reason: 'picked' });
  services.emit('pick.changed', { type: 'picked', hit });
  expect(asked).toEqual([call]);
});

it('inserts a step at the pressed “+” between two rows, and the next one after the selected one again', async () => {
  const { store, asked, run, can } = await setUp();
  expect(can('insert.here')).toBe(false);
  store.getState().select('1');
  run('insert.here');
  expect(store.getState().gap).toEqual({ id: '1', after: true });
  store.getState().insertAt({ id: '1', after: false });
  run('insert.wait');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  store.getState().select('1');
  run('insert.wait');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.map(([, input]) => (input as { at: number }).at)).toEqual([0, 1]);
});

it('inserts a check there too, no matter how long the pick takes', async () => {
  const { services, store, asked, run } = await setUp();
  store.getState().select('2');
  store.getState().insertAt({ id: '1', after: false });
  run('insert.element');
  await vi.waitFor(() => expect(store.getState().pointing).not.toBeNull());
  store.getState().select('1');
  services.emit('pick.changed', { type: 'picked', hit });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toEqual(['insertCheck', { of: 'element', element: hit.element.id, at: 0, group: null }]);
});

it('adds an expectation to the step selected when the pick began', async () => {
  const { services, store, asked, run, can } = await setUp();
  expect(can('step.expect')).toBe(false);
  store.getState().select('2');
  run('step.expect');
  await vi.waitFor(() => expect(store.getState().pointing).not.toBeNull());
  store.getState().select('1');
  services.emit('pick.changed', { type: 'picked', hit });
  services.emit('pick.changed', { type: 'ended', reason: 'picked' });
  await vi.waitFor(() => expect(asked).toEqual([['expect', { step: '2', element: hit.element.id }]]));
  expect(store.getState().pointing).toBeNull();
});
