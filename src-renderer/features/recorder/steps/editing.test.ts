import { expect, it, vi } from 'vitest';
import type { RecorderState as Recorded } from '#contract/api';
import type { Condition } from '#contract/model/recordings/condition';
import type { Step } from '#contract/model/recordings/recording';
import { defaultSettings } from '#contract/model/settings';
import { testServices } from '../../../bridge/test-services.ts';
import { canRun, commandById } from '../../../ui/command.ts';
import { recorderCommands } from '../commands.ts';
import { markedLines, resultOf } from '../derived.ts';
import { createRecorderStore } from '../store.ts';

const step = (id: string, group?: string): Step => {
  const action = { type: 'wait', ms: 1 } as const;
  return { id, at: 0, action, target: null, window: {}, enabled: true, ...(group !== undefined && { group }) };
};
const recorded: Recorded = {
  status: 'idle',
  startedAt: null,
  recording: {
    version: 1,
    id: 'r',
    name: '',
    createdAt: '',
    platform: '',
    steps: [step('a'), step('b', 'G'), step('c', 'G'), step('d')],
    groups: [{ id: 'G', name: 'Group' }],
  },
  path: null,
  dirty: false,
  canUndo: false,
  canRedo: false,
  notice: '',
};

const element = { controlType: 'Button', name: 'Next', selector: 'name="Next"' } as const;
const shows: Condition = { type: 'shows', element, window: { app: 'tips' }, is: true };

async function setUp() {
  const asked: unknown[] = [];
  const method = (name: string) => (input: object) => {
    asked.push({ [name]: input });
    return Promise.resolve('G') as Promise<never>;
  };
  const edits = ['removeSteps', 'nudge', 'group', 'ungroup', 'enable', 'moveStep', 'moveGroup'] as const;
  const services = testServices({
    'recorder.state': () => Promise.resolve(recorded),
    'replay.state': () => Promise.resolve({ status: 'idle', results: [], elapsedMs: 0 }),
    'recorder.formats': () => Promise.resolve([]),
    'recorder.export': () =>
      Promise.resolve({
        text: '',
        lines: [
          [1, 2],
          [3, 4],
          [5, 6],
          [7, 8],
        ],
        language: 'json',
        extension: 'json',
      }),
    'settings.get': () => Promise.resolve(defaultSettings),
    'pick.start': () => Promise.resolve(),
    'recorder.updateGroup': ({ name }) => (name === '' ? Promise.reject(new Error('No name.')) : Promise.resolve()),
    'recorder.conditionOn': () => Promise.resolve(shows),
    ...Object.fromEntries(edits.map((name) => [`recorder.${name}`, method(name)])),
  });
  const store = createRecorderStore(services);
  store.getState().follow();
  await vi.waitFor(() => expect(store.getState().script).not.toBeNull());
  const command = (id: string) => commandById(recorderCommands(store), id);
  return {
    services,
    asked,
    state: () => store.getState(),
    can: (id: string) => canRun(command(id)),
    run: (id: string) => command(id).run(),
  };
}

it('groups a range of selected rows', async () => {
  const { state, can, run, asked } = await setUp();
  expect(can('step.group')).toBe(false);
  state().select('a');
  expect([can('step.group'), can('group.ungroup'), can('step.up')]).toEqual([true, false, true]);
  state().select('b', true);
  expect(can('step.up')).toBe(false);
  run('step.group');
  await vi.waitFor(() => expect(state().selected).toBe('G'));
  expect(state().anchor).toBeNull();
  expect([can('step.group'), can('group.ungroup')]).toEqual([false, true]);
  run('group.ungroup');
  await vi.waitFor(() => expect(state().selected).toBe('b'));
  expect(asked).toEqual([{ group: { steps: ['a', 'b'], name: 'Group 2' } }, { ungroup: { group: 'G' } }]);
});

it('shows an edit before it is saved, and reverts it if rejected', async () => {
  const { state } = await setUp();
  const group = () => state().recorded?.recording.groups?.[0];
  const kept = state().updateGroup({ id: 'G', name: 'Twelve' });
  expect(group()).toEqual({ id: 'G', name: 'Twelve' });
  await kept;
  const refused = state().updateGroup({ id: 'G', name: '' });
  expect(group()?.name).toBe('');
  await refused;
  expect(group()?.name).toBe('Twelve');
});

it('applies an operation on a group to its steps', async () => {
  const { state, run, asked } = await setUp();
  state().select('G');
  expect(markedLines(state())).toEqual([3, 6]);
  run('step.toggle');
  run('step.down');
  await state().drop('G', { id: 'd', after: true });
  await state().drop('a', { id: 'G', after: true });
  run('step.remove');
  await vi.waitFor(() => expect(state().selected).toBe('d'));
  expect(asked).toEqual([
    { enable: { steps: ['b', 'c'], enabled: false } },
    { nudge: { id: 'G', by: 1 } },
    { moveGroup: { group: 'G', to: 2 } },
    { moveStep: { step: 'a', to: 0, group: 'G' } },
    { removeSteps: { steps: ['b', 'c'] } },
  ]);
});

it('hides the steps of a collapsed group, but not one to be revealed', async () => {
  const { state, services, can, run } = await setUp();
  state().select('c');
  run('group.fold');
  expect([state().selected, state().folded.has('G')]).toEqual(['G', true]);
  expect([can('group.fold'), can('group.unfold')]).toEqual([false, true]);
  const paused = { status: 'paused', results: [], elapsedMs: 0, next: 'c' } as const;
  services.emit('replay.changed', paused);
  expect([state().selected, state().folded.has('G')]).toEqual(['c', false]);
});

it('reports a heal in an earlier turn', async () => {
  const { state, services } = await setUp();
  const result = (turn: number, status: 'passed' | 'healed') =>
    ({ step: 'b', status, turn, elapsedMs: 1, message: '' }) as const;
  services.emit('replay.changed', {
    status: 'passed',
    results: [result(3, 'passed')],
    earlier: [result(1, 'passed'), result(2, 'healed')],
    elapsedMs: 3,
  });
  expect(resultOf(state(), 'b')).toMatchObject({ status: 'healed', turn: 2 });
});

it('passes the pick for a condition on: an element, or its window', async () => {
  const { state, services } = await setUp();
  const hit = { element: { id: 'window:0x1|runtime:5' } } as never;
  const puts: unknown[] = [];
  for (const of of ['element', 'window'] as const) {
    await state().pickCondition(of, (picked) => Promise.resolve(void puts.push(picked)));
    services.emit('pick.changed', { type: 'picked', hit });
    services.emit('pick.changed', { type: 'ended', reason: 'picked' });
  }
  await vi.waitFor(() => expect(puts).toHaveLength(2));
  expect(puts).toEqual([shows, { type: 'window', window: { app: 'tips' }, is: true }]);
  expect(state().pointing).toBeNull();
});
