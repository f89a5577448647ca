import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import type { CallDetails, OpenedRun, RunInfo } from '#contract/model/run';
import type { CallSummary } from '#contract/model/trace';
import type { ApiClient } from '#contract/api';
import { testServices } from '../../bridge/test-services.ts';
import { filterCalls, noFilter, withCall } from './calls/filter-calls.ts';
import { createRunsStore, shownCalls } from './store.ts';

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
});

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
    calls: JSON.stringify(calls[run]),
    steps: '[]',
    story: '[]',
    damaged: 0,
    complete: true,
  });
  const services = testServices({
    'runs.list': () => Promise.resolve({ runs, warning: '' }),
    'runs.open': ({ run }) => Promise.resolve(opened(run)),
    'runs.call': ({ call: number }) => Promise.resolve(details(number)),
    'runs.treeChange': () => Promise.resolve(null),
    ...more,
  });
  const store = createRunsStore(services);
  store.getState().follow();
  return { services, store, state: () => store.getState() };
}

const opened = async ({ state }: ReturnType<typeof setUp>) => vi.waitFor(() => expect(state().opened).not.toBeNull());

describe('the calls of a run', () => {
  it('take in what is told live, once each, in their order, and never back to running', () => {
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
    expect(numbers({ status: 'failed' })).toEqual([2]);
    expect(numbers({ tool: 'data_collection::get_ui_tree' })).toEqual([3]);
    expect(numbers({ caller: 'robot', text: 'calculator' })).toEqual([1, 2]);
  });
});

describe('the store', () => {
  it('opens the live run, and new calls take no selection away', async () => {
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

  it('shows whoever waits for the first call the run that begins, and no one else', async () => {
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

  it('hears that the run that is open has ended', async () => {
    const bench = setUp({ live: [call(1)] });
    await opened(bench);
    const ended = { ...info('live', false), ended: 5, outcome: { status: 'passed', text: '' } as const };
    bench.services.emit('runs.changed', { runs: [ended], warning: '' });
    expect(bench.state().opened).toMatchObject({ info: { live: false, ended: 5 }, complete: true });
  });

  it('shows a call of the log where it was traced', async () => {
    const placeOf = vi.fn(() => Promise.resolve({ run: 'client', call: 2 }));
    const bench = setUp({ live: [], client: [call(1), call(2)] }, { 'runs.placeOf': placeOf });
    await opened(bench);
    await bench.state().showLive(77);
    expect(placeOf).toHaveBeenCalledWith({ call: 77 });
    expect(bench.state()).toMatchObject({ current: 'client', selected: 2 });
  });

  it('chooses the first failure of a run of before', async () => {
    const bench = setUp({ live: [], old: [call(1), call(2, { status: 'failed' }), call(3)] });
    await opened(bench);
    await bench.state().open('old');
    expect(bench.state().selected).toBe(2);
  });

  it('says why a run cannot be opened', async () => {
    const error = new AppError('not_found', 'It is gone.');
    const bench = setUp({ live: [] }, { 'runs.open': () => Promise.reject(error) });
    await vi.waitFor(() => expect(bench.state().openError).toBe(error));
  });

  it('runs a call again with the arguments as edited, and not with what is no object', async () => {
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

  it('tells of a full disk once', async () => {
    const bench = setUp({ live: [] });
    await opened(bench);
    const reported = { runs: bench.state().runs ?? [], warning: 'No space left.' };
    for (let time = 0; time < 2; time++) bench.services.emit('runs.changed', reported);
    expect(bench.services.reported).toHaveLength(1);
    expect(bench.state().warning).toBe('No space left.');
  });
});
