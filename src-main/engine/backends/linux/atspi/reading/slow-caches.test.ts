import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Accessibles } from '../bus/accessibles.ts';
import type { AccessibilityBus } from '../bus/bus.ts';
import type { Call } from '../../dbus/message.ts';
import { gtk3 } from '../toolkits/gtk3.ts';
import { readCacheSoon } from './slow-caches.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An app that tells its elements after so long, in milliseconds. */
function appThatTakes(ms: number, bus: string) {
  const asked: string[] = [];
  const call = async ({ member }: Call): Promise<unknown[]> => {
    asked.push(member);
    await new Promise((resolve) => setTimeout(resolve, ms));
    return [[]];
  };
  const frame = { app: { bus, path: '/root' }, toolkit: gtk3 };
  const accessibles = new Accessibles({ call } as unknown as AccessibilityBus);
  return { asked, read: () => readCacheSoon(accessibles, frame, new AbortController().signal) };
}

it('takes what an app tells soon', async () => {
  const { asked, read } = appThatTakes(500, ':1.1');
  for (let look = 0; look < 2; look++) {
    const reading = read();
    await vi.advanceTimersByTimeAsync(500);
    expect((await reading)?.facts.size).toBe(0);
  }
  expect(asked).toEqual(['GetItems', 'GetItems']);
});

it('does without where an app takes too long, and never makes it do that again', async () => {
  const { asked, read } = appThatTakes(60_000, ':1.2');
  const reading = read();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await reading).toBeNull();
  expect(await read()).toBeNull();
  expect(asked).toEqual(['GetItems']);
});
