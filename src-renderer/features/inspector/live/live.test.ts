import { expect, it } from 'vitest';
import { testWindow } from '../store/test-tree.ts';
import { doubtOf } from './live.ts';

const sure = {
  window: testWindow,
  closedAt: null,
  trueAt: 10_000,
  settled: true,
  liveError: null,
  paused: false,
  past: null,
};

it.each([
  ['nothing, with a fresh and settled look', {}, 10_500, null],
  ['nothing, up to three seconds without an answer', {}, 13_000, null],
  ['age, after that', {}, 13_001, 'old'],
  ['age at once, with an error', { liveError: new Error('gone') }, 10_001, 'old'],
  ['a rest while somebody records, however old they are', { paused: true }, 20_000, 'paused'],
  ['movement, where tree and picture may not be of one moment', { settled: false }, 10_500, 'moving'],
  ['age rather than movement', { settled: false }, 14_000, 'old'],
  ['the end of the window rather than all else', { closedAt: 9_000, settled: false }, 20_000, 'closed'],
  ['nothing before the first look', { trueAt: null, settled: false }, 20_000, null],
  ['nothing without a window', { window: null, closedAt: 1, settled: false }, 20_000, null],
] as const)('boxes are doubted for %s', (_, change, now, doubt) => {
  expect(doubtOf({ ...sure, ...change }, now)).toBe(doubt);
});
