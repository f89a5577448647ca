import { expect, it, vi } from 'vitest';
import type { RecorderState as Recorded, ReplayState } from '#contract/api';
import type { Step } from '#contract/model/recordings/recording';
import { defaultSettings } from '#contract/model/settings';
import { testServices } from '../../../bridge/test-services.ts';
import { canRun, commandById } from '../../../ui/command.ts';
import { createRecorderStore } from '../store.ts';
import { replayCommands } from './commands.ts';

const steps = ['1', '2'].map((id): Step => {
  const action = { type: 'pressKeys', keys: 'Enter', repeat: 1 } as const;
  return { id, at: 0, enabled: true, window: { app: 'editor' }, action, target: null };
});
const recorded: Recorded = {
  status: 'idle',
  startedAt: null,
  recording: { version: 1, id: 'r', name: '', createdAt: '', platform: '', steps },
  path: null,
  dirty: false,
  canUndo: false,
  canRedo: false,
  notice: '',
};
const replaying = (state: Partial<ReplayState>): ReplayState => ({
  status: 'idle',
  results: [],
  elapsedMs: 0,
  ...state,
});

function setUp() {
  const asked: [method: string, input: unknown][] = [];
  const method = (name: string) => (input: unknown) => {
    asked.push([name, input]);
    return Promise.resolve();
  };
  const services = testServices({
    'recorder.state': () => Promise.resolve(recorded),
    'replay.state': () => Promise.resolve(replaying({})),
    'recorder.formats': () => Promise.resolve([]),
    'recorder.export': () => new Promise(() => undefined),
    'settings.get': () => Promise.resolve({ ...defaultSettings, replayPauseMs: 300 }),
    'replay.start': method('start'),
    'replay.resume': method('resume'),
    'replay.pause': method('pause'),
    'replay.stepOver': method('stepOver'),
    'replay.setBreakpoint': method('setBreakpoint'),
  });
  const store = createRecorderStore(services);
  store.getState().follow();
  const commands = replayCommands(store);
  /** Runs each of the enabled commands. */
  const run = (...ids: string[]) => {
    asked.length = 0;
    for (const command of ids.map((id) => commandById(commands, id))) if (canRun(command)) command.run();
    return asked;
  };
  return { services, store, run };
}

const all = ['start', 'pause', 'step', 'from', 'until', 'only'].map((name) => `replay.${name}`);

it('starts with or without the selected step', async () => {
  const { store, run } = setUp();
  await vi.waitFor(() => expect(store.getState().recorded).not.toBeNull());
  expect(run(...all)).toEqual([
    ['start', {}],
    ['start', { stepwise: true }],
  ]);
  store.getState().select('2');
  expect(run('replay.from', 'replay.until', 'replay.only')).toEqual([
    ['start', { from: '2' }],
    ['start', { until: '2' }],
    ['start', { steps: ['2'] }],
  ]);
});

it('pauses a running replay, and resumes it', async () => {
  const { services, store, run } = setUp();
  await vi.waitFor(() => expect(store.getState().recorded).not.toBeNull());
  services.emit('replay.changed', replaying({ status: 'running' }));
  expect(run(...all)).toEqual([['pause', {}]]);
  services.emit('replay.changed', replaying({ status: 'paused', next: '1' }));
  expect(store.getState().selected).toBe('1');
  expect(run(...all)).toEqual([
    ['resume', {}],
    ['stepOver', {}],
  ]);
  store.getState().select('2');
  expect(run('replay.until')).toEqual([['resume', { until: '2' }]]);
});

it('sets a breakpoint and removes it', async () => {
  const { services, store, run } = setUp();
  await vi.waitFor(() => expect(store.getState().recorded).not.toBeNull());
  expect(run('step.breakpoint')).toEqual([]);
  store.getState().select('1');
  expect(run('step.breakpoint')).toEqual([['setBreakpoint', { step: '1', on: true }]]);
  services.emit('replay.changed', replaying({ breakpoints: ['1'] }));
  expect(run('step.breakpoint')).toEqual([['setBreakpoint', { step: '1', on: false }]]);
});

it('pauses between steps as set', async () => {
  const { services, store } = setUp();
  await vi.waitFor(() => expect(store.getState().replayPauseMs).toBe(300));
  services.emit('settings.changed', defaultSettings);
  expect(store.getState().replayPauseMs).toBe(0);
});
