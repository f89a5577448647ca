import { expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import type { ApiClient } from '#contract/api';
import type { ComparedSteps, RecordingComparison, RunComparison } from '#contract/model/runs/run-analysis';
import type { RunInfo } from '#contract/model/runs/run';
import { testServices } from '../../../bridge/test-services.ts';
import { createRunsStore } from '../store.ts';

const bytesOf = (list: unknown) => new TextEncoder().encode(JSON.stringify(list));
const info = (id: string): RunInfo => ({
  id,
  kind: 'task',
  live: true,
  opened: false,
  calls: 3,
  title: id,
  started: 0,
  place: `/runs/${id}`,
  ended: null,
  outcome: null,
  origin: null,
});
const pair = (number: number, alike: boolean) => ({ a: { call: number }, b: { call: number }, title: '', alike });
const comparison: RunComparison = {
  divergence: { kind: 'target', a: { call: 2 }, b: { call: 2 }, sentence: 'Another button.', details: [] },
  pairs: [pair(1, true), pair(2, false), pair(3, false)],
  notes: [],
};
const comparedDetails: ComparedSteps = { a: null, b: null, words: [], before: [], after: [] };

async function setUp(more: Partial<ApiClient> = {}) {
  const runs = ['one', 'two', 'three'].map(info);
  const opened = (run: string) => ({
    info: info(run),
    calls: bytesOf([]),
    steps: bytesOf([]),
    story: bytesOf([]),
    damaged: 0,
    complete: true,
  });
  const details = (call: number) => ({
    call,
    before: null,
    after: null,
    seen: { before: null, after: null },
    parameters: {},
    text: '',
  });
  const services = testServices({
    'runs.list': () => Promise.resolve({ runs, warning: '' }),
    'runs.open': ({ run }) => Promise.resolve(opened(run)),
    'runs.call': ({ call }) => Promise.resolve(details(call)),
    'runs.compare': () => Promise.resolve(comparison),
    'runs.compareAt': () => Promise.resolve(comparedDetails),
    ...more,
  });
  const store = createRunsStore(services);
  await store.getState().load();
  return store;
}

it('shows two runs where they diverge, then the selected pair', async () => {
  const at = vi.fn(() => Promise.resolve(comparedDetails));
  const store = await setUp({ 'runs.compareAt': at });
  store.getState().askCompare(true);
  await store.getState().compare(info('two'));
  expect(store.getState()).toMatchObject({ choosing: false, comparing: { pair: 1, comparedDetails, error: null } });
  expect(at).toHaveBeenCalledWith({ run: 'one', with: 'two', a: { call: 2 }, b: { call: 2 } });
  await store.getState().selectPair(2);
  expect(at).toHaveBeenLastCalledWith({ run: 'one', with: 'two', a: { call: 3 }, b: { call: 3 } });
});

it('reports why two runs cannot be compared, and ends with another run', async () => {
  const error = new AppError('not_found', 'It is gone.');
  const store = await setUp({ 'runs.compare': () => Promise.reject(error) });
  await store.getState().compare(info('two'));
  expect(store.getState().comparing?.error).toBe(error);
  await store.getState().open('three');
  expect(store.getState().comparing).toBeNull();
});

it('drops the answer when another run is compared', async () => {
  let answer = (_: RunComparison): void => undefined;
  const late = new Promise<RunComparison>((resolve) => (answer = resolve));
  const other = { ...comparison, divergence: null };
  const store = await setUp({
    'runs.compare': ({ with: run }) => (run === 'two' ? late : Promise.resolve(other)),
  });
  const first = store.getState().compare(info('two'));
  await store.getState().compare(info('three'));
  answer(comparison);
  await first;
  expect(store.getState().comparing).toMatchObject({ other: { id: 'three' }, pair: 0, comparison: other });
});

it('shows a run beside a recording: the acts of a pair, and all facts of the run', async () => {
  const recorded: RunComparison = {
    divergence: { kind: 'call', a: { step: 2 }, b: { step: 1 }, sentence: 'Otherwise.', details: [] },
    pairs: [
      { a: { step: 2 }, b: { step: 1 }, title: 'Click 7', instead: 'Click 8 in calc', alike: false },
      { a: null, b: { step: 2 }, title: 'Click 9', instead: 'Click 9 in calc', alike: false },
    ],
    notes: [],
  };
  const words = [{ label: 'thought', a: 'I press it.', b: '' }];
  const at = vi.fn(() => Promise.resolve({ ...comparedDetails, words }));
  const choose = vi.fn(() => Promise.resolve<RecordingComparison | null>(null));
  const store = await setUp({ 'runs.compareRecording': choose, 'runs.compareAt': at });
  store.getState().askCompare(true);
  await store.getState().compareRecording();
  expect(store.getState()).toMatchObject({ choosing: true, comparing: null });
  choose.mockResolvedValue({ name: 'By hand', comparison: recorded });
  await store.getState().compareRecording();
  expect(at).toHaveBeenCalledWith({ run: 'one', with: 'one', a: { step: 2 }, b: null });
  const shownWords = () => store.getState().comparing?.comparedDetails?.words;
  expect(store.getState()).toMatchObject({ choosing: false, comparing: { other: { id: '', title: 'By hand' } } });
  expect(shownWords()).toEqual([
    { label: 'Step', a: 'Click 7', b: 'Click 8 in calc' },
    { label: 'thought', a: 'I press it.', b: 'I press it.' },
  ]);
  await store.getState().selectPair(1);
  expect(shownWords()?.[0]).toEqual({ label: 'Step', a: '', b: 'Click 9 in calc' });
});

it('opens the place in either run', async () => {
  const store = await setUp();
  await store.getState().compare(info('two'));
  await store.getState().goTo('one', { call: 2 });
  expect(store.getState()).toMatchObject({ current: 'one', selected: 2, comparing: null });
  await store.getState().compare(info('two'));
  await store.getState().goTo('two', { call: 3 });
  expect(store.getState()).toMatchObject({ current: 'two', selected: 3, comparing: null });
});
