import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFloor, type Floor, type Turn } from './floor.ts';

let turn: Turn;
let floor: Floor;
beforeEach(() => {
  vi.useFakeTimers();
  turn = 'none';
  floor = createFloor((next) => (turn = next));
});
afterEach(() => vi.useRealTimers());

it('shows a question at once, and lets no act begin until it is answered', () => {
  floor.wait(1);
  expect(turn).toBe('question');
  expect(() => floor.enter()).toThrow('is asking the user');
  floor.wait(0);
  expect(turn).toBe('none');
  floor.enter()();
});

it('does what was just allowed before it asks the next thing', () => {
  floor.wait(2);
  floor.wait(1);
  expect(turn).toBe('question');
  floor.yieldToActs();
  expect(turn).toBe('acts');
  const leave = floor.enter();
  vi.advanceTimersByTime(1_000);
  expect(turn).toBe('acts');
  leave();
  expect(turn).toBe('question');
  leave();
  expect(() => floor.enter()).toThrow();
});

it('does not wait for an act that never begins, nor long for one that does not end', () => {
  floor.wait(2);
  floor.wait(1);
  floor.yieldToActs();
  vi.advanceTimersByTime(299);
  expect(turn).toBe('acts');
  vi.advanceTimersByTime(1);
  expect(turn).toBe('question');
  floor.wait(0);
  const leave = floor.enter();
  floor.wait(1);
  expect(turn).toBe('acts');
  vi.advanceTimersByTime(5_000);
  expect(turn).toBe('question');
  leave();
  expect(turn).toBe('question');
});
