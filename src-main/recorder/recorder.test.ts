import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeStep } from '#contract/model/recordings/recording';
import { Emitter } from '../base/async/emitter.ts';
import type { Engine, EngineEvents } from '../engine/engine.ts';
import { startRecorder } from './recorder.ts';
import { button, click } from './testing/events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits with a step for input that the engine still looks up, however long', async () => {
  const emitter = new Emitter<EngineEvents>();
  const engine: Pick<Engine, 'on' | 'settleInput'> = {
    on: (topic, listener) => emitter.on(topic, listener),
    settleInput: () => Promise.resolve(),
  };
  const steps: string[] = [];
  const recorder = startRecorder({
    engine,
    changed: (change) => steps.push(...change.steps.map(describeStep)),
    notice: () => undefined,
  });
  for (const event of click(1_000, button)) emitter.emit('input', event);
  emitter.emit('pendingInput', 1_150);
  await vi.advanceTimersByTimeAsync(5_000);
  for (const event of click(1_150, button)) emitter.emit('input', event);
  emitter.emit('pendingInput', null);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(steps).toEqual(['Double-click Button “Save”']);
  await Promise.all([recorder.stop(), vi.advanceTimersByTimeAsync(1_000)]);
});
