import { EventEmitter } from 'node:events';
import { setImmediate as settled } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { silentLog } from '../../base/log.ts';
import { reviveCrashed, type Revivable } from './revive.ts';

let time: number;
let loaded: string[];

function crashing(): (reason?: string) => Promise<void> {
  time = 0;
  loaded = [];
  const webContents = new EventEmitter();
  const window = {
    webContents,
    isDestroyed: () => false,
    loadURL(url: string) {
      loaded.push(url);
      return Promise.resolve();
    },
  } as unknown as Revivable;
  reviveCrashed(window, { afterCrash: 'again', plain: 'plain' }, silentLog, () => time);
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
