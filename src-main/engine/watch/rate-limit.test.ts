import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { longestGapMs, rateLimited, shortestGapMs } from './rate-limit.ts';

let answers: number[];
let pace: ReturnType<typeof rateLimited>;

beforeEach(() => {
  vi.useFakeTimers();
  const start = performance.now();
  answers = [];
  pace = rateLimited(() => answers.push(performance.now() - start));
});
afterEach(() => void vi.useRealTimers());

it('answers the first hint at once, and those of the same moment with it', () => {
  pace.hint();
  pace.hint();
  vi.advanceTimersByTime(1);
  expect(answers).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(answers).toHaveLength(1);
});

it('answers what follows soon after', () => {
  pace.hint();
  vi.advanceTimersByTime(1);
  pace.hint();
  vi.advanceTimersByTime(shortestGapMs);
  expect(answers).toHaveLength(2);
});

it('answers a stream in steps that grow, up to the last hint', () => {
  for (let ms = 0; ms < 1_000; ms++) {
    pace.hint();
    vi.advanceTimersByTime(1);
  }
  const steps = answers.slice(1).map((at, i) => at - (answers[i] ?? 0));
  expect(steps.slice(0, 4).map(Math.round)).toEqual([4, 8, 16, 32]);
  for (const step of steps.slice(4)) expect(step).toBeGreaterThanOrEqual(longestGapMs);
  const before = answers.length;
  vi.advanceTimersByTime(longestGapMs);
  expect(answers).toHaveLength(before + 1);
});

it('is as fast as at first after a rest', () => {
  for (let i = 0; i < 100; i++) {
    pace.hint();
    vi.advanceTimersByTime(1);
  }
  vi.advanceTimersByTime(3 * longestGapMs);
  const before = answers.length;
  pace.hint();
  vi.advanceTimersByTime(1);
  expect(answers).toHaveLength(before + 1);
});

it('answers nothing more once it is disposed', () => {
  pace.hint();
  pace.dispose();
  vi.advanceTimersByTime(1_000);
  expect(answers).toEqual([]);
});
