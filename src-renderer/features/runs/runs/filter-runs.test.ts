import { expect, it } from 'vitest';
import type { RunInfo } from '#contract/model/runs/run';
import { formatCost, formatCount, formatDuration } from '../figures.ts';
import { filterRuns, noRunFilter, outcomeOf, titleOf } from './filter-runs.ts';

const run = (id: string, more: Partial<RunInfo> = {}): RunInfo => ({
  id,
  title: id,
  started: 0,
  place: `/runs/${id}`,
  kind: 'task',
  live: false,
  opened: false,
  calls: 0,
  ended: 1,
  outcome: { status: 'done', text: 'It is written.' },
  origin: null,
  ...more,
});

it('finds runs by kind and by all words of their rows', () => {
  const runs = [
    run('compute'),
    run('fill in', { outcome: { status: 'failed', text: '' } }),
    run('old', { kind: null }),
  ];
  const found = (filter: object) => filterRuns(runs, { ...noRunFilter, ...filter }).map(({ id }) => id);
  expect(found({})).toEqual(['compute', 'fill in', 'old']);
  expect(found({ kind: 'app' })).toEqual(['old']);
  expect(found({ text: 'FAILED fill' })).toEqual(['fill in']);
  expect(found({ text: 'written' })).toEqual(['compute', 'old']);
});

it('shows the outcome of a run, and of one ended by a crash', () => {
  expect(outcomeOf(run('a'))).toBe('done');
  expect(outcomeOf(run('a', { live: true, outcome: null }))).toBe('live');
  expect(outcomeOf(run('a', { outcome: { status: 'ended', text: '' } }))).toBe('');
  expect(outcomeOf(run('a', { outcome: null, ended: null }))).toBe('cut short');
  expect(outcomeOf(run('a', { kind: null, outcome: null, ended: null }))).toBe('');
  expect(titleOf(run('a', { kind: 'app', live: true }))).toBe('Your own actions');
  expect(titleOf(run('a', { kind: 'app', opened: true }))).toBe('a');
});

it('abbreviates numbers', () => {
  expect([0, 999, 59_940, 59_960, 3_599_000, 7_500_000].map(formatDuration)).toEqual([
    '0 ms',
    '999 ms',
    '59.9 s',
    '1 min 0 s',
    '59 min 59 s',
    '2 h 5 min',
  ]);
  expect([999, 1_000, 999_940, 999_960].map(formatCount)).toEqual(['999', '1.0k', '999.9k', '1.0M']);
  expect([null, 0, 0.00123, 1.5].map(formatCost)).toEqual(['', '$0', '$0.0012', '$1.50']);
});
