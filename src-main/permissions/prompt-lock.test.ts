import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPromptLock, type PromptLock, type Turn } from './prompt-lock.ts';

let turn: Turn;
let promptLock: PromptLock;
beforeEach(() => {
  vi.useFakeTimers();
  turn = 'none';
  promptLock = createPromptLock((next) => (turn = next));
});
afterEach(() => vi.useRealTimers());

it('shows a question at once, and blocks acts until it is answered', () => {
  promptLock.wait(1);
  expect(turn).toBe('question');
  expect(() => promptLock.enter()).toThrow('A question to the user is open');
  promptLock.wait(0);
  expect(turn).toBe('none');
  promptLock.enter()();
});

it('runs the act just allowed before it asks the next question', () => {
  promptLock.wait(2);
  promptLock.wait(1);
  expect(turn).toBe('question');
  promptLock.waitForActs();
  expect(turn).toBe('acts');
  const leave = promptLock.enter();
  vi.advanceTimersByTime(1_000);
  expect(turn).toBe('acts');
  leave();
  expect(turn).toBe('question');
  leave();
  expect(() => promptLock.enter()).toThrow();
});

it('does not wait for an act that never begins, nor long for one that does not end', () => {
  promptLock.wait(2);
  promptLock.wait(1);
  promptLock.waitForActs();
  vi.advanceTimersByTime(299);
  expect(turn).toBe('acts');
  vi.advanceTimersByTime(1);
  expect(turn).toBe('question');
  promptLock.wait(0);
  const leave = promptLock.enter();
  promptLock.wait(1);
  expect(turn).toBe('acts');
  vi.advanceTimersByTime(5_000);
  expect(turn).toBe('question');
  leave();
  expect(turn).toBe('question');
});
