import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endChild } from '../../scripts/lib/children.mjs';

/** Sends one line, receives one line, in order. */
export interface Conversation {
  /** @throws Error when the program exits before it answers */
  readonly notify: (line: string) => Promise<string>;
  readonly end: () => Promise<void>;
}

/** Talks to a program over its stdin and stdout, which must be pipes. */
export function converse(child: ChildProcess): Conversation {
  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  if (!child.stdin || !child.stdout) throw new Error('There are no pipes to talk over.');
  const { stdin } = child;
  createInterface(child.stdout).on('line', (line) => waiting.shift()?.resolve(line));
  child.on('exit', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`${child.spawnfile} ended before it answered.`));
  });
  return {
    notify: (line) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        stdin.write(`${line}\n`);
      }),
    end: () => endChild(child),
  };
}
