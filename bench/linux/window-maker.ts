import { join } from 'node:path';
import { startChild } from '../../scripts/lib/children.mjs';
import { converse } from './converse.ts';
import { python } from './peers/run-program.ts';

/** An operation on a window, and its start: milliseconds on the clock of {@link steadyNow}. */
export interface WindowEvent {
  readonly at: number;
  /** As the engine formats it, e.g. `0x1a00003`. */
  readonly window: string;
}

/** A real program that opens and changes windows on command. */
export interface WindowMaker {
  open(title: string): Promise<WindowEvent>;
  retitle(window: string, title: string): Promise<WindowEvent>;
  activate(window: string): Promise<WindowEvent>;
  close(window: string): Promise<WindowEvent>;
  end(): Promise<void>;
}

/** Milliseconds on CLOCK_MONOTONIC, which all processes share. */
export function steadyNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** @param count windows to open at the start */
export function startWindowMaker(count = 0): WindowMaker {
  const script = join(process.cwd(), 'bench/linux/targets/windows.py');
  const child = startChild(python, [script, String(count)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { notify, end } = converse(child);
  const action = async (line: string): Promise<WindowEvent> => {
    const [at, xid] = (await notify(line)).split(' ').map(Number);
    return { at: at ?? NaN, window: `0x${(xid ?? 0).toString(16)}` };
  };
  return {
    open: (title) => action(`open ${title}`),
    retitle: (window, title) => action(`title ${Number(window)} ${title}`),
    activate: (window) => action(`activate ${Number(window)}`),
    close: (window) => action(`close ${Number(window)}`),
    end,
  };
}
