import type { ChildProcess } from 'node:child_process';
import { vi } from 'vitest';
import type { WindowInfo } from '#contract/model/window';
import type { Engine } from '../../../engine.ts';
import { end, start } from '../../../testing/programs.ts';
import { findWindowEx } from '../native/window.ts';
import type { Hwnd } from '../native/types.ts';
import { soon } from '../../../testing/soon.ts';

export interface StartedApp {
  readonly process: ChildProcess;
  readonly window: WindowInfo;
  end(): Promise<void>;
}

/** Starts a program as somebody else would, and waits for its window. */
export async function startApp(engine: Engine, command: string, args: readonly string[] = []): Promise<StartedApp> {
  const child = start(command, args);
  const window = await vi.waitFor(async () => {
    const { items } = await engine.listWindows({});
    const found = items.find(({ processId }) => processId === child.pid);
    if (!found) throw new Error(`${command} has no window.`);
    return found;
  }, soon);
  return { process: child, window, end: () => end(child) };
}

/** Waits for a window of a class, wherever it is, or for one right in another. */
export function windowOf(className: string, parent: Hwnd = 0): Promise<Hwnd> {
  return vi.waitUntil(() => findWindowEx(parent, 0, className, null), soon);
}
