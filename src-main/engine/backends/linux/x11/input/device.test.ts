import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { XConnection } from '../display/connection.ts';
import { Device } from './device.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Done = (error: null, answer: unknown) => void;

const [shift, h] = [50, 43];
const slowKeys = { enabledControls: 1 << 1, slowKeysDelay: 300, debounceDelay: 300 };
const bounceKeys = { ...slowKeys, enabledControls: 1 << 2 };
const off = { ...slowKeys, enabledControls: 0 };

/** The keys of some calls, with pauses of more than 300 ms between them. */
async function keysOf(controls: typeof slowKeys, work: (device: Device) => Promise<void>): Promise<string> {
  const sent: { readonly what: string; readonly at: number }[] = [];
  const extensions = {
    xkb: { UseCoreKbd: 0, GetControls: (_: number, done: Done) => done(null, controls) },
    xtest: {
      KeyPress: 2,
      KeyRelease: 3,
      FakeInput: (code: number, key: number) =>
        sent.push({ what: `${code === 2 ? '+' : '-'}${key === h ? 'h' : 'shift'}`, at: Date.now() }),
    },
  };
  const answers = { present: 0, width: 1_000, height: 800 };
  const client = new Proxy(
    {},
    {
      get:
        () =>
        (...asked: readonly unknown[]) =>
          (asked.at(-1) as Done)(null, answers),
    },
  );
  const x = {
    root: 1,
    extension: (name: string) => Promise.resolve(name in extensions ? extensions[name as 'xkb'] : null),
    ask: (send: (client: object, done: Done) => void) =>
      new Promise((resolve) => send(client, (_, answer) => resolve(answer))),
    sync: () => Promise.resolve(),
  };
  const nothing = new Proxy({}, { get: () => () => undefined });
  const device = new Device(x as unknown as XConnection, nothing as never, nothing as never, nothing as never);
  await device.takeKeyboard();
  const done = work(device);
  await vi.runAllTimersAsync();
  await done;
  return sent.map(({ what, at }, i) => `${i > 0 && at - (sent[i - 1]?.at ?? 0) > 300 ? '… ' : ''}${what}`).join(' ');
}

const twice = async (device: Device) => {
  await device.tap(h, [shift]);
  await device.tap(h, []);
  await device.tap(h, []);
};

it('presses keys at once', async () => {
  expect(await keysOf(off, twice)).toBe('+shift +h -h -shift +h -h +h -h');
});

it('holds each key as long as slow keys require, one after the other', async () => {
  expect(await keysOf(slowKeys, twice)).toBe('+shift … +h … -h -shift +h … -h +h … -h');
});

it('waits before a key that bounce keys would take for the same press', async () => {
  expect(await keysOf(bounceKeys, twice)).toBe('+shift +h -h -shift +h -h … +h -h');
});
