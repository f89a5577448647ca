import { createInterface } from 'node:readline';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { endChild, startChild } from '../../scripts/lib/children.mjs';
import { python } from './peers/run-program.ts';

/** What a program did to a window, and when it began: milliseconds on the clock of {@link steadyNow}. */
export interface Deed {
  readonly at: number;
  /** As the engine writes it, e.g. `0x1a00003`. */
  readonly window: string;
}

/** A real program that opens windows and changes them when it is told to. */
export interface WindowMaker {
  open(title: string): Promise<Deed>;
  retitle(window: string, title: string): Promise<Deed>;
  activate(window: string): Promise<Deed>;
  close(window: string): Promise<Deed>;
  end(): Promise<void>;
}

/** Milliseconds on CLOCK_MONOTONIC, which all processes share. */
export function steadyNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** @param count windows that it opens by itself */
export function startWindowMaker(count = 0): WindowMaker {
  const script = join(process.cwd(), 'bench/linux/targets/windows.py');
  const child = startChild(python, [script, String(count)], { stdio: ['pipe', 'pipe', 'ignore'] });
  const tell = talkTo(child);
  return {
    open: (title) => tell(`open ${title}`),
    retitle: (window, title) => tell(`title ${Number(window)} ${title}`),
    activate: (window) => tell(`activate ${Number(window)}`),
    close: (window) => tell(`close ${Number(window)}`),
    end: () => endChild(child),
  };
}

/** One line there, one line back, in order. */
function talkTo(child: ChildProcess): (line: string) => Promise<Deed> {
  const waiting: { resolve: (deed: Deed) => void; reject: (error: Error) => void }[] = [];
  if (!child.stdin || !child.stdout) throw new Error('The program that opens windows has no pipes.');
  const { stdin } = child;
  createInterface(child.stdout).on('line', (line) => {
    const [at, xid] = line.split(' ').map(Number);
    waiting.shift()?.resolve({ at: at ?? NaN, window: `0x${(xid ?? 0).toString(16)}` });
  });
  child.on('exit', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error('The program that opens windows has ended.'));
  });
  return (line) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      stdin.write(`${line}\n`);
    });
}
