import { EventEmitter } from 'node:events';
import { setImmediate as settled } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../base/log.ts';
import { reviveCrashed, type Revivable } from './revive.ts';

let time: number;
let loaded: string[];
let page: EventEmitter;

afterEach(() => vi.useRealTimers());

function crashing(): (reason?: string) => Promise<void> {
  time = 0;
  loaded = [];
  const webContents = Object.assign(new EventEmitter(), {
    isDevToolsOpened: () => false,
    forcefullyCrashRenderer: () => webContents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 1 }),
  });
  page = webContents;
  const window = {
    webContents,
    isDestroyed: () => false,
    loadURL(url: string) {
      loaded.push(url);
      return Promise.resolve();
    },
  } as unknown as Revivable;
  reviveCrashed(window, { afterCrash: 'again', afterHang: 'hung', plain: 'plain' }, silentLog, () => time);
  return async (reason = 'crashed') => {
    webContents.emit('render-process-gone', {}, { reason, exitCode: 1 });
    await settled();
  };
}

it('loads a crashed page again, and a plain one after the third crash in a minute', async () => {
  const crash = crashing();
  await crash();
  await crash('killed');
  expect(loaded).toEqual(['again', 'again']);
  await crash('oom');
  expect(loaded.at(-1)).toBe('plain');
  await crash();
  expect(loaded.at(-1)).toBe('again');
});

it('goes on loading a page that crashes now and then, and leaves one alone that ended by itself', async () => {
  const crash = crashing();
  for (; time < 300_000; time += 40_000) await crash();
  expect(new Set(loaded)).toEqual(new Set(['again']));
  const before = loaded.length;
  await crash('clean-exit');
  expect(loaded).toHaveLength(before);
});

it('ends and loads again a page that stays unresponsive, and leaves alone one that goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const crash = crashing();
  page.emit('unresponsive');
  page.emit('responsive');
  vi.runAllTimers();
  await settled();
  expect(loaded).toEqual([]);
  page.emit('unresponsive');
  vi.runAllTimers();
  await settled();
  expect(loaded).toEqual(['hung']);
  await crash();
  expect(loaded).toEqual(['hung', 'again']);
});
