import type { ChildProcess } from 'node:child_process';
import { vi } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Engine } from '../../../engine.ts';
import { end, start } from '../../../testing/programs.ts';
import { closeHandle, openProcess } from '../native/handles.ts';
import { declare } from '../native/library.ts';
import type { Handle, Hwnd } from '../native/types.ts';
import { findWindowEx, getWindowThreadProcessId } from '../native/window.ts';
import { soon } from '../../../testing/outcome.ts';

export interface StartedApp {
  readonly process: ChildProcess;
  readonly window: WindowInfo;
  end(): Promise<void>;
}

/** `SYNCHRONIZE` and `PROCESS_QUERY_INFORMATION`, required by WaitForInputIdle. */
const access = 0x0010_0400;
const waitForInputIdle = declare<(program: Handle, milliseconds: number) => number>(
  'user32',
  'uint32 WaitForInputIdle(HANDLE program, uint32 milliseconds)',
);

/**
 * Starts a program independently of the engine, and waits for its window and until it waits for input: before that it may come
 * to the front unexpectedly.
 */
export async function startApp(engine: Engine, command: string, args: readonly string[] = []): Promise<StartedApp> {
  const child = start(command, args);
  const window = await vi.waitFor(async () => {
    const { items } = await engine.listWindows({});
    const found = items.find(({ processId }) => processId === child.pid);
    if (!found) throw new Error(`${command} has no window.`);
    return found;
  }, soon);
  untilIdle(window.processId);
  return { process: child, window, end: () => end(child) };
}

function untilIdle(processId: number): void {
  const program = openProcess(access, 0, processId);
  waitForInputIdle(program, soon.timeout);
  closeHandle(program);
}

/** Waits for a window of a class in the program itself, ignoring others. */
export function windowOf(program: ChildProcess, className: string): Promise<Hwnd> {
  return vi.waitUntil(() => {
    let window = findWindowEx(0, 0, className, null);
    while (window !== 0 && processOf(window) !== program.pid) window = findWindowEx(0, window, className, null);
    return window;
  }, soon);
}

/** Waits for a direct child window of a class. */
export function childOf(parent: Hwnd, className: string): Promise<Hwnd> {
  return vi.waitUntil(() => findWindowEx(parent, 0, className, null), soon);
}

function processOf(window: Hwnd): number {
  const owner: [number] = [0];
  getWindowThreadProcessId(window, owner);
  return owner[0];
}
