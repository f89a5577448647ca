import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startHeartbeat } from './supervisor.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Number of beats until an engine that never answers counts as hung. */
function beatsUntilItHangs(workedPerBeat: number | null): number {
  const beatMs = 1_000;
  let [beats, hangs, worked] = [0, false, 0];
  const heart = startHeartbeat({
    beatMs,
    processorMs: () => (workedPerBeat === null ? null : (worked += workedPerBeat)),
    ping: () => undefined,
    latency: () => undefined,
    hangs: () => (hangs = true),
  });
  while (!hangs && beats < 100) {
    beats += 1;
    vi.advanceTimersByTime(beatMs);
  }
  heart.dispose();
  return beats;
}

test.each([
  ['that does nothing', 0, 6],
  ['of which nothing is known', null, 6],
  ['that is busy with itself', 990, 6],
  ['that hardly gets a processor, and goes on', 70, 21],
])('an engine %s is given up after its beats', (_, workedPerBeat, beats) => {
  expect(beatsUntilItHangs(workedPerBeat)).toBe(beats);
});
