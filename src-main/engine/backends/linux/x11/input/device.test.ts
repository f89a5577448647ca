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

type FakeInput = (type: number, detail: number, delay: number, window: number, x: number, y: number) => void;

/** A device on a scripted server, which calls back for what it is sent. */
function deviceOn(controls: typeof slowKeys, fakeInput: FakeInput, answers: object = {}): Device {
  const extensions = {
    xkb: { UseCoreKbd: 0, GetControls: (_: number, done: Done) => done(null, controls) },
    xtest: { KeyPress: 2, KeyRelease: 3, ButtonPress: 4, ButtonRelease: 5, MotionNotify: 6, FakeInput: fakeInput },
  };
  const client = new Proxy(
    {},
    {
      get:
        () =>
        (...asked: readonly unknown[]) =>
          typeof asked.at(-1) === 'function' && (asked.at(-1) as Done)(null, answers),
    },
  );
  const x = {
    root: 1,
    client,
    extension: (name: string) => Promise.resolve(name in extensions ? extensions[name as 'xkb'] : null),
    ask: (send: (client: object, done: Done) => void) =>
      new Promise((resolve) => send(x.client, (_, answer) => resolve(answer))),
    sync: () => Promise.resolve(),
  };
  const nothing = new Proxy({}, { get: () => () => undefined });
  return new Device(x as unknown as XConnection, nothing as never, nothing as never, nothing as never);
}

/** The keys of some calls, with pauses of more than 300 ms between them. */
async function keysOf(controls: typeof slowKeys, work: (device: Device) => Promise<void>): Promise<string> {
  const sent: { readonly what: string; readonly at: number }[] = [];
  const send: FakeInput = (type, key) =>
    sent.push({ what: `${type === 2 ? '+' : '-'}${key === h ? 'h' : 'shift'}`, at: Date.now() });
  const device = deviceOn(controls, send, { present: 0, width: 1_000, height: 800 });
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

it('releases a button without moving the pointer that is there, and says if the user moved it in that moment', async () => {
  const sent: unknown[] = [];
  const send: FakeInput = (...input) => void sent.push(input);
  const there = { rootX: 30, rootY: 40, keyMask: 1 << 8 };
  await deviceOn(off, send, there).release(1, { x: 30, y: 40 }, 1 << 8);
  expect(sent).toEqual([[5, 1, 0, 0, 0, 0]]);
  let asked = 0;
  const moving = {
    ...there,
    get rootX() {
      return asked++ === 0 ? 30 : 90;
    },
  };
  const released = deviceOn(off, send, moving).release(1, { x: 30, y: 40 }, 1 << 8);
  await expect(released).rejects.toMatchObject({ code: 'busy', delivery: 'unknown' });
});
