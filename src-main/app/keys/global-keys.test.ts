import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { globalKeys } from '#contract/model/recordings/global-keys';
import { createGlobalKeys } from './global-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const press = { type: 'pressed', key: globalKeys.pick } as const;

function setUp() {
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  return { done, keys: createGlobalKeys({ pick: note('pick'), record: note('record'), halt: note('halt') }) };
}

it('listens to the system until the engine receives keys, and again when it does no longer', () => {
  const { done, keys } = setUp();
  keys.actions.pick();
  keys.received({ type: 'listening' });
  keys.actions.record();
  expect(done).toEqual(['pick']);
  keys.received({ type: 'deaf' });
  vi.advanceTimersByTime(1_000);
  keys.actions.record();
  expect(done).toEqual(['pick', 'record']);
});

it('acts once on a press that both hear, and on every one that the engine reports, however soon', () => {
  const { done, keys } = setUp();
  keys.received({ type: 'listening' });
  keys.actions.pick();
  keys.received(press);
  keys.received({ type: 'pressed', key: 'ctrl+a' });
  vi.advanceTimersByTime(100);
  keys.received(press);
  keys.actions.pick();
  expect(done).toEqual(['pick', 'pick']);
});

it('never passes over a halt', () => {
  const { done, keys } = setUp();
  keys.actions.halt();
  vi.advanceTimersByTime(100);
  keys.actions.halt();
  expect(done).toEqual(['halt', 'halt']);
});

it('acts once on a key that is held, where only the system reports', () => {
  const { done, keys } = setUp();
  for (let n = 0; n < 20; n += 1) {
    keys.actions.pick();
    vi.advanceTimersByTime(n === 0 ? 660 : 40);
  }
  vi.advanceTimersByTime(1_000);
  keys.actions.pick();
  expect(done).toEqual(['pick', 'pick']);
});
