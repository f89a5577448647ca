import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGlobalKeys } from './global-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(engineHears: boolean) {
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const actions = { pick: note('pick'), record: note('record'), halt: note('halt') };
  return { done, keys: createGlobalKeys(actions, () => engineHears) };
}

it('listens to the system where the engine hears nothing', () => {
  const { done, keys } = setUp(false);
  keys.actions.pick();
  keys.actions.halt();
  expect(done).toEqual(['pick', 'halt']);
});

it('acts once on a press that both hear, but never passes over a halt', () => {
  const { done, keys } = setUp(true);
  keys.actions.pick();
  keys.press('ctrl+shift+F10');
  keys.press('ctrl+a');
  keys.actions.halt();
  expect(done).toEqual(['pick', 'halt']);
});

it('acts once on a key that is held', () => {
  const { done, keys } = setUp(true);
  for (let n = 0; n < 20; n += 1) {
    keys.press('ctrl+shift+F10');
    vi.advanceTimersByTime(n === 0 ? 660 : 40);
  }
  vi.advanceTimersByTime(1_000);
  keys.press('ctrl+shift+F10');
  expect(done).toEqual(['pick', 'pick']);
});
