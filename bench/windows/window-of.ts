import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hwnd } from '../../src-main/engine/backends/win32/native/types.ts';
import { findWindowEx } from '../../src-main/engine/backends/win32/native/window.ts';

/** Waits for a window of that class. */
export async function windowOf(className: string): Promise<Hwnd> {
  const deadline = performance.now() + 20_000;
  while (performance.now() < deadline) {
    const window = findWindowEx(0, 0, className, null);
    if (window !== 0) return window;
    await sleep(50);
  }
  throw new Error(`There is no window ${className}.`);
}
