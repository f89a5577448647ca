import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import type { CallDetails, OpenedRun, RunInfo } from '#contract/model/runs/run';
import type { AgentStepSummary, StoryEvent } from '#contract/model/agents/agent-step';
import type { CallSummary } from '#contract/model/runs/trace';
import type { ApiClient } from '#contract/api';
import { testServices } from '../../bridge/test-services.ts';
import { filterCalls, noFilter, withCall } from './calls/filter-calls.ts';
import { createRunsStore, shownCalls } from './store.ts';

const bytesOf = (list: unknown) => new TextEncoder().encode(JSON.stringify(list));
const call = (number: number, more: Partial<CallSummary> = {}): CallSummary => ({
  call: number,
  at: number,
  tool: 'action::click_input',
  caller: { kind: 'agent', name: 'robot' },
  target: 'role=Button name="7" in Calculator',
  status: 'ok',
  elapsedMs: 5,
  ...more,
});

const info = (id: string, live: boolean): RunInfo => ({
  id,
  kind: 'app',
  live,
  opened: false,
  calls: 0,
  title: id,
  started: 0,
  place: `/runs/${id}`,
  ended: null,
  outcome: null,
  origin: null,
});

const step = (number: number, more: Partial<AgentStepSummary> = {}): AgentStepSummary => ({
  step: number,
  agent: { kind: 'HostAgent', name: 'HostAgent' },
  round: 1,
  at: number * 10,
  elapsedMs: 5,
  ended: true,
  state: 'CONTINUE',
  action: '',
  status: 'success',
  calls: [],
  inputTokens: 0,
  outputTokens: 0,
  cost: null,
  attempts: 1,
  problem: '',
  edited: false,
  ...more,
});

const round: StoryEvent = {
  at: 1,
  event: { event: 'round', round: 1, request: 'compute', models: { HostAgent: 'a:b', AppAgent: 'a:b' }, limits: {} },
};

const details = (number: number): CallDetails => ({
  call: number,
  before: null,
  after: null,
  seen: { before: null, after: null },
  parameters: { id: '1' },
  text: '',
});

function setUp(calls: Readonly<Record<string, readonly CallSummary[]>>, more: Partial<ApiClient> = {}) {
  const runs = Object.keys(calls).map((id, index) => info(id, index === 0));
  const opened = (run: string): OpenedRun => ({
    info: runs.find(({ id }) => id === run)!,
    calls: bytesOf(calls[run]),
    steps: bytesOf([]),
    story: bytesOf([]),
    damaged: 0,
    complete: true,
  });
  const services = testServices({
    'runs.list': () => Promise.resolve({ runs, warning: '' }),
    'runs.open': ({ run }) => Promise.resolve(opened(run)),
    'runs.call': ({ call: number }) => Promise.resolve(details(number)),
    'runs.treeChange': () => Promise.resolve(null),
    'runs.why': () => Promise.resolve(null),
    ...more,
  });
  const store = createRunsStore(services);
  store.getState().follow();
  return { services, store, state: () => store.getState() };
}

const opened = async ({ state }: ReturnType<typeof setUp>) => vi.waitFor(() => expect(state().opened).not.toBeNull());

describe('the calls of a run', () => {
  it('merge live updates, once each, in order, and never return to running', () => {
    let calls: readonly CallSummary[] = [];
    for (const reported of [call(1, { status: 'running' }), call(3), call(2), call(1), call(1, { status: 'running' })])
      calls = withCall(calls, reported);
    expect(calls.map(({ call: number, status }) => `${number} ${status}`)).toEqual(['1 ok', '2 ok', '3 ok']);
  });

  it('are filtered by words, status, tool and caller', () => {
    const calls = [
      call(1),
      call(2, { status: 'failed', error: 'timeout' }),
      call(3, { tool: 'data_collection::get_ui_tree', caller: { kind: 'user', name: 'You' } }),
    ];
    const numbers = (filter: object) =>
      filterCalls(calls, { ...noFilter, ...filter }).map(({ call: number }) => number);
    expect(numbers({})).toEqual([1, 2, 3]);
    expect(numbers({ text: 'TIMEOUT click' })).toEqual([2]);
    expect(numbers({ text: 'took too long' })).toEqual([2]);
    expect(numbers({ status: 'failed' })).toEqual([2]);
    expect(numbers({ tool: 'data_collection::get_ui_tree' })).toEqual([3]);
    expect(numbers({ caller: 'robot', text: 'calculator' })).toEqual([1, 2]);
  });
});

describe('the store', () => {
  it('opens the live run, and new calls do not change the selection', async () => {
    const bench = setUp({ live: [call(1)], other: [] });
    await opened(bench);
    bench.state().select(1);
    bench.services.emit('runs.called', { run: 'live', call: call(2) });
    bench.services.emit('runs.called', { run: 'other', call: call(3) });
    expect(bench.state().runs?.map(({ id, calls }) => [id, calls])).toContainEqual(['other', 3]);
    expect(shownCalls(bench.state()).map(({ call: number }) => number)).toEqual([1, 2]);
    expect(bench.state().selected).toBe(1);
    await vi.waitFor(() => expect(bench.state().details?.call).toBe(1));
  });

  it('encodes no video of a run without pictures', async () => {
    const bench = setUp({ live: [call(1)] });
    await opened(bench);
    const encoding = bench.state().exportVideo();
    expect(bench.state().video).toBe(0);
    await encoding;
    expect(bench.services.reported).toEqual([expect.objectContaining({ message: 'This run has no pictures.' })]);
    expect(bench.state().video).toBeNull();
  });

  it('cancels a video before it asks where to save it', async () => {
    const saveVideo = vi.fn();
    const pictured = call(1, { thumbnail: 'a' });
    const bench = setUp(
      { live: [pictured] },
      { 'runs.call': () => Promise.reject(new Error('not read to its end')), 'runs.saveVideo': saveVideo },
    );
    await opened(bench);
    const encoding = bench.state().exportVideo();
    bench.state().cancelVideo();
    await encoding;
    expect(bench.state().video).toBeNull();
    expect(bench.services.reported).toEqual([]);
    expect(saveVideo).not.toHaveBeenCalled();
  });

  it('shows the waiting caller with the run its call starts, and nobody else', async () => {
    const begun = { runs: [info('live', true), info('client', true)], warning: '' };
    const waiting = setUp({ live: [], client: [call(1)] });
    await opened(waiting);
    waiting.services.emit('runs.changed', begun);
    await vi.waitFor(() => expect(waiting.state().opened?.info.id).toBe('client'));
    const reading = setUp({ live: [call(1)], client: [call(1)] });
    await opened(reading);
    reading.services.emit('runs.changed', begun);
    expect(reading.state().current).toBe('live');
  });

  it('updates the open run when it ends, including why it failed', async () => {
    const why = { end: 'It failed.', reasons: [] };
    const bench = setUp({ live: [call(1)] }, { 'runs.why': () => Promise.resolve(why) });
    await opened(bench);
    expect(bench.state().why).toBeNull();
    const ended = { ...info('live', false), ended: 5, outcome: { status: 'failed', text: '' } as const };
    bench.services.emit('runs.changed', { runs: [ended], warning: '' });
    expect(bench.state().opened).toMatchObject({ info: { live: false, ended: 5 }, complete: true });
    await vi.waitFor(() => expect(bench.state().why).toBe(why));
  });

  it('explains the failure of a finished run, and not of the next one', async () => {
    const why = { end: 'It failed.', reasons: [] };
    const whyOf = ({ run }: { readonly run: string }) => Promise.resolve(run === 'old' ? why : null);
    const bench = setUp({ live: [], old: [call(1)], fine: [call(1)] }, { 'runs.why': whyOf });
    await opened(bench);
    await bench.state().open('old');
    await vi.waitFor(() => expect(bench.state().why).toBe(why));
    await bench.state().open('fine');
    expect(bench.state().why).toBeNull();
  });

  it('shows a logged call in its trace', async () => {
    const placeOf = vi.fn(() => Promise.resolve({ run: 'client', call: 2 }));
    const bench = setUp({ live: [], client: [call(1), call(2)] }, { 'runs.placeOf': placeOf });
    await opened(bench);
    await bench.state().showLive(77);
    expect(placeOf).toHaveBeenCalledWith({ call: 77 });
    expect(bench.state()).toMatchObject({ current: 'client', selected: 2 });
  });

  it('selects the first failure of a finished run', async () => {
    const bench = setUp({ live: [], old: [call(1), call(2, { status: 'failed' }), call(3)] });
    await opened(bench);
    await bench.state().open('old');
    expect(bench.state().selected).toBe(2);
  });

  it('reports why a run cannot be opened', async () => {
    const error = new AppError('not_found', 'It is gone.');
    const bench = setUp({ live: [] }, { 'runs.open': () => Promise.reject(error) });
    await vi.waitFor(() => expect(bench.state().openError).toBe(error));
  });

  it('reopens a run whose lists are damaged', async () => {
    const asked: unknown[] = [];
    const bench = setUp(
      { live: [call(1)] },
      {
        'runs.open': (input) => {
          asked.push(input);
          const calls = input.reload ? bytesOf([call(1)]) : new TextEncoder().encode('[{"call"x1}]');
          const lists = { calls, steps: bytesOf([]), story: bytesOf([]) };
          return Promise.resolve({ info: info('live', true), ...lists, damaged: 0, complete: true });
        },
      },
    );
    await opened(bench);
    expect(asked).toEqual([{ run: 'live' }, { run: 'live', reload: true }]);
    expect(bench.state().calls).toHaveLength(1);
  });

  it('repeats a call with the edited arguments, and not with a non-object', async () => {
    const rerun = vi.fn(() => Promise.resolve({ text: 'Clicked.', elapsedMs: 3, error: null }));
    const bench = setUp({ live: [call(1)] }, { 'runs.rerun': rerun });
    await opened(bench);
    bench.state().select(1);
    for (const wrong of ['{', '[1]', '"x"']) {
      bench.state().edit(wrong);
      await bench.state().rerun();
      expect(bench.state().draft?.problem).not.toBe('');
    }
    expect(rerun).not.toHaveBeenCalled();
    bench.state().edit('{"id": "2"}');
    await bench.state().rerun();
    expect(rerun).toHaveBeenCalledWith({ run: 'live', call: 1, parameters: { id: '2' } });
    expect(bench.state().draft).toMatchObject({ running: false, outcome: { text: 'Clicked.' } });
    bench.state().select(null);
    expect(bench.state().draft).toBeNull();
  });

  it('reports a full disk once', async () => {
    const bench = setUp({ live: [] });
    await opened(bench);
    const reported = { runs: bench.state().runs ?? [], warning: 'No space left.' };
    for (let time = 0; time < 2; time++) bench.services.emit('runs.changed', reported);
    expect(bench.services.reported).toHaveLength(1);
    expect(bench.state().warning).toBe('No space left.');
  });
});

describe('an agents’ run', () => {
  /** The live run `task`, of these steps; records the number of each step read. */
  const setUpTask = (steps: readonly AgentStepSummary[], live = true) => {
    const read: number[] = [];
    const task = { ...info('task', live), kind: 'task' as const };
    const run = {
      info: task,
      calls: bytesOf([call(1), call(25)]),
      steps: bytesOf(steps),
      story: bytesOf([round]),
      damaged: 0,
      complete: true,
    };
    const bench = setUp(
      {},
      {
        'runs.list': () => Promise.resolve({ runs: [task], warning: '' }),
        'runs.open': () => Promise.resolve(run),
        'runs.step': ({ step: number }) => {
          read.push(number);
          const action = { function: 'click', arguments: {} };
          const event = { event: 'acted', step: number, action, calls: [25], status: 'success', text: '' } as const;
          return Promise.resolve({ summary: step(number), events: [{ at: 0, event: { ...event, calls: [25] } }] });
        },
        'runs.blob': ({ blob }) =>
          Promise.resolve(blob === 'gone' ? null : new TextEncoder().encode(`text of ${blob}`)),
      },
    );
    return { ...bench, read };
  };

  it('of a finished run opens at its first problem, and reads the step with its calls', async () => {
    const bench = setUpTask([step(1), step(2, { problem: 'It broke.' }), step(3)], false);
    await opened(bench);
    expect(bench.state().step).toBe(2);
    await vi.waitFor(() => expect(bench.state().stepDetails?.summary.step).toBe(2));
    expect(bench.state().stepCalls.map(({ call: number }) => number)).toEqual([25]);
  });

  it('merges live updates without changing the selection, and reads the selected step again', async () => {
    const bench = setUpTask([step(1), step(2, { ended: false })]);
    await opened(bench);
    bench.state().selectStep(2);
    await vi.waitFor(() => expect(bench.read).toEqual([2]));
    bench.services.emit('runs.progress', { run: 'task', step: step(3, { ended: false }) });
    bench.services.emit('runs.progress', { run: 'elsewhere', step: step(4) });
    bench.services.emit('runs.progress', { run: 'task', story: { ...round, at: 2 } });
    expect(bench.state().steps.map((one) => one.step)).toEqual([1, 2, 3]);
    expect(bench.state().story).toHaveLength(2);
    expect(bench.state().step).toBe(2);
    for (let time = 0; time < 3; time++) bench.services.emit('runs.progress', { run: 'task', step: step(2) });
    await vi.waitFor(() => expect(bench.read).toEqual([2, 2]));
  });

  it('keeps updates that arrive while it is being read', async () => {
    const bench = setUpTask([step(1)]);
    await opened(bench);
    const opening = bench.state().open('task');
    bench.services.emit('runs.progress', { run: 'task', step: step(2) });
    bench.services.emit('runs.progress', { run: 'task', story: round });
    await opening;
    expect(bench.state().steps.map((one) => one.step)).toEqual([1, 2]);
    expect(bench.state().story).toHaveLength(1);
  });

  it('selects with a call its step, and with a step no call', async () => {
    const bench = setUpTask([step(1), step(2)]);
    await opened(bench);
    bench.state().select(25);
    expect(bench.state()).toMatchObject({ selected: 25, step: 2, part: null });
    bench.state().selectStep(2);
    expect(bench.state()).toMatchObject({ selected: null, step: 2 });
    bench.state().selectPart('round 1');
    expect(bench.state()).toMatchObject({ selected: null, step: null, part: 'round 1' });
    bench.state().select(1);
    expect(bench.state()).toMatchObject({ selected: 1, part: null });
  });

  it('reads texts on demand, and knows the missing ones', async () => {
    const bench = setUpTask([step(1)]);
    await opened(bench);
    await Promise.all([bench.state().needText('a.txt'), bench.state().needText('gone')]);
    expect([...bench.state().texts]).toEqual(
      expect.arrayContaining([
        ['a.txt', 'text of a.txt'],
        ['gone', null],
      ]),
    );
  });
});
