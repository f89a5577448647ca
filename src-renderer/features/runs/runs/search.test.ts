import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApiClient } from '#contract/api';
import type { RunsFound } from '#contract/model/runs/run-analysis';
import type { RunInfo } from '#contract/model/runs/run';
import { testServices } from '../../../bridge/test-services.ts';
import { createRunsStore } from '../store.ts';
import { filterRuns } from './filter-runs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const run = (id: string) => ({ id, title: id, kind: 'task', started: 0, place: `/runs/${id}` }) as RunInfo;
const found: RunsFound = { found: [{ run: 'b', place: { call: 2 }, excerpt: 'the invoice' }], unread: 0 };

function setUp(search: ApiClient['runs.search']) {
  const services = testServices({ 'runs.search': search });
  return { services, state: createRunsStore(services).getState };
}

it('searches after a pause in typing, and lists the matching runs', async () => {
  const search = vi.fn(() => Promise.resolve(found));
  const { state } = setUp(search);
  for (const text of ['i', 'in', 'invoice ']) state().setRunFilter({ text });
  expect(state().searching).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(search.mock.calls).toEqual([[{ text: 'invoice' }]]);
  expect(state()).toMatchObject({ searching: false, unread: 0 });
  const ids = filterRuns([run('a'), run('b'), run('my invoice')], state().runFilter, state().found).map(({ id }) => id);
  expect(ids).toEqual(['b', 'my invoice']);
  state().setRunFilter({ text: '' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([state().found.size, state().unread, state().searching, search.mock.calls.length]).toEqual([0, 0, false, 1]);
});

it('shows results while the rest is read, until nothing is left', async () => {
  let answer = (_: RunsFound): void => undefined;
  const search = vi.fn(() => new Promise<RunsFound>((resolve) => (answer = resolve)));
  const { state } = setUp(search);
  state().setRunFilter({ text: 'invoice' });
  await vi.advanceTimersByTimeAsync(1_000);
  answer({ ...found, unread: 2 });
  await vi.advanceTimersByTimeAsync(0);
  expect(state()).toMatchObject({ searching: true, unread: 2 });
  expect(state().found.size).toBe(1);
  answer(found);
  await vi.advanceTimersByTimeAsync(0);
  expect(state()).toMatchObject({ searching: false, unread: 0 });
  expect(search).toHaveBeenCalledTimes(2);
});

it('drops results of a previous text, and reports a failure of the current one', async () => {
  let answer = (_: RunsFound): void => undefined;
  const late = new Promise<RunsFound>((resolve) => (answer = resolve));
  const failure = new Error('It is broken.');
  const { state, services } = setUp(({ text }) => (text === 'one' ? late : Promise.reject(failure)));
  state().setRunFilter({ text: 'one' });
  await vi.advanceTimersByTimeAsync(1_000);
  state().setRunFilter({ text: 'two' });
  answer(found);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state().found.size).toBe(0);
  expect(services.reported).toEqual([failure]);
  expect(state().searching).toBe(false);
});
