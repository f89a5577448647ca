import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { longestGapMs, rateLimited, shortestGapMs } from './rate-limit.ts';

let answers: number[];
let limited: ReturnType<typeof rateLimited>;

beforeEach(() => {
  vi.useFakeTimers();
  const start = performance.now();
  answers = [];
  limited = rateLimited(() => answers.push(performance.now() - start));
});
afterEach(() => void vi.useRealTimers());

it('answers the first hint at once, together with simultaneous ones', () => {
  limited.hint();
  limited.hint();
  vi.advanceTimersByTime(1);
  expect(answers).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(answers).toHaveLength(1);
});

it('answers the next hints soon after', () => {
  limited.hint();
  vi.advanceTimersByTime(1);
  limited.hint();
  vi.advanceTimersByTime(shortestGapMs);
  expect(answers).toHaveLength(2);
});

it('answers a stream in growing steps, up to the last hint', () => {
  for (let ms = 0; ms < 1_000; ms++) {
    limited.hint();
    vi.advanceTimersByTime(1);
  }
  const steps = answers.slice(1).map((at, i) => at - (answers[i] ?? 0));
  expect(steps.slice(0, 4).map(Math.round)).toEqual([4, 8, 16, 32]);
  for (const step of steps.slice(4)) expect(step).toBeGreaterThanOrEqual(longestGapMs);
  const before = answers.length;
  vi.advanceTimersByTime(longestGapMs);
  expect(answers).toHaveLength(before + 1);
});

it('is as fast as at first after a pause', () => {
  for (let i = 0; i < 100; i++) {
    limited.hint();
    vi.advanceTimersByTime(1);
  }
  vi.advanceTimersByTime(3 * longestGapMs);
  const before = answers.length;
  limited.hint();
  vi.advanceTimersByTime(1);
  expect(answers).toHaveLength(before + 1);
});

it('does not answer after it is disposed', () => {
  limited.hint();
  limited.dispose();
  vi.advanceTimersByTime(1_000);
  expect(answers).toEqual([]);
});
