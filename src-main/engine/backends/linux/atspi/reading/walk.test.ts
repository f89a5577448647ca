import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Accessibles } from '../bus/accessibles.ts';
import type { AccessibilityBus } from '../bus/bus.ts';
import type { Answer } from '../../dbus/connection.ts';
import type { Call } from '../../dbus/message.ts';
import { gtk3 } from '../toolkits/gtk.ts';
import { readCacheSoon } from './walk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/**
 * An app that takes the given time in milliseconds to return all elements, with a window that has a box of that many children
 * inside two others.
 */
function appThatTakes(ms: number, bus: string, siblings = 3) {
  const asked: string[] = [];
  const call = async ({ member }: Call): Promise<unknown[]> => {
    asked.push(member);
    await new Promise((resolve) => setTimeout(resolve, ms));
    return [[]];
  };
  const inside: Record<string, string> = { '/window': '/frame', '/frame': '/box' };
  const ask = <T>({ path, member }: Call, _: AbortSignal, { read }: Answer<T>): Promise<T> => {
    const below = inside[path];
    const children = below === undefined ? [] : [[bus, below]];
    const count = path === '/box' ? siblings : children.length;
    asked.push(`${path} ${member}`);
    return Promise.resolve(read([member === 'GetChildren' ? children : count]));
  };
  const frame = { app: { bus, path: '/root' }, ref: { bus, path: '/window' }, toolkit: gtk3 };
  const accessibles = new Accessibles({ call, ask } as unknown as AccessibilityBus);
  return { asked, read: () => readCacheSoon(accessibles, frame, new AbortController().signal) };
}

it('uses an answer that arrives in time', async () => {
  const { asked, read } = appThatTakes(500, ':1.1');
  for (let look = 0; look < 2; look++) {
    const reading = read();
    await vi.advanceTimersByTimeAsync(500);
    expect((await reading)?.facts.size).toBe(0);
  }
  expect(asked.filter((what) => what === 'GetItems')).toHaveLength(2);
  // The size is checked once.
  expect(asked.filter((what) => what === '/window Get')).toHaveLength(1);
});

it('gives up on a slow app, and never queries its cache again', async () => {
  const { asked, read } = appThatTakes(60_000, ':1.2');
  const reading = read();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await reading).toBeNull();
  expect(await read()).toBeNull();
  expect(asked.filter((what) => what === 'GetItems')).toHaveLength(1);
});

it('does not query the cache of an app with thousands of children in one box', async () => {
  const { asked, read } = appThatTakes(60_000, ':1.3', 8_000);
  expect(await read()).toBeNull();
  expect(asked).not.toContain('GetItems');
  expect(asked).not.toContain('/box GetChildren');
});
