import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { disposable } from '../../../../../base/async/disposable.ts';
import type { KWinBus } from './bus.ts';
import { effectName } from './effect-files.ts';
import { loadPressEffect } from './press-effect.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'deskscope-effect-'));
  vi.stubEnv('XDG_DATA_HOME', data);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  rmSync(data, { recursive: true });
});
const effects = () => join(data, 'kwin/effects');

/** A KWin that loads effects from disk, and reports them in its log. */
class PlayedKWin {
  isLoaded = false;
  #line: (text: string) => void = () => undefined;
  #first: (() => void) | null;

  /** @param first called on the first load */
  constructor(first: (() => void) | null = null) {
    this.#first = first;
  }

  readonly log = {
    follow: (line: (text: string) => void) => {
      this.#line = line;
      return disposable(() => undefined);
    },
  };

  readonly bus = {
    ask: (_path: string, _face: string, member: string) => Promise.resolve([this.#answer(member)]),
    finish: () => undefined,
  } as unknown as KWinBus;

  #answer(member: string): boolean {
    if (member === 'isEffectLoaded') return this.isLoaded;
    if (member !== 'loadEffect' || this.isLoaded) return false;
    this.#first?.();
    this.#first = null;
    try {
      const token = readFileSync(join(effects(), effectName, 'token'), 'utf8');
      this.isLoaded = true;
      this.#line(`js: ${token} ${JSON.stringify({ run: Date.now(), said: 1, time: Date.now() })}`);
    } catch {
      // It knows none.
    }
    return this.isLoaded;
  }
}

it('is written again if another process removed it meanwhile', async () => {
  const kwin = new PlayedKWin(() => rmSync(join(effects(), effectName), { recursive: true }));
  const loading = loadPressEffect(kwin.bus, kwin.log, { received: vi.fn(), missed: vi.fn() });
  await vi.advanceTimersByTimeAsync(5_000);
  (await loading).dispose();
  expect(kwin.isLoaded).toBe(true);
});

it('is loaded later if it cannot be written now', async () => {
  const kwin = new PlayedKWin();
  const missed = vi.fn();
  const loading = loadPressEffect(kwin.bus, kwin.log, { received: vi.fn(), missed });
  await vi.advanceTimersByTimeAsync(200);
  const effect = await loading;
  rmSync(effects(), { recursive: true });
  writeFileSync(effects(), '');
  kwin.isLoaded = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([missed.mock.calls.length > 0, kwin.isLoaded]).toEqual([true, false]);
  rmSync(effects());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(kwin.isLoaded).toBe(true);
  effect.dispose();
});
