import { createInterface, type Interface } from 'node:readline/promises';
import { escapeHidden, harmless } from '#contract/foreign-text';
import { nobody, type Person } from '../../agents/person.ts';
import { agrees, ask } from './ask.ts';
import type { Streams } from '../output/output.ts';

/** Asks at the terminal; nobody where standard input or standard error is none. */
export function personAt(input: NodeJS.ReadStream, { err }: Streams): Person {
  if (!input.isTTY || err.isTTY !== true) return nobody;

  async function atTerminal<T>(use: (lines: Interface) => Promise<T>): Promise<T> {
    const lines = createInterface({ input, output: process.stderr });
    return use(lines).finally(() => lines.close());
  }

  return {
    answer: ({ agent, text }, signal) =>
      atTerminal((lines) => ask(lines, `\n${agent.kind} asks: ${plain(text)}\n> `, signal)),
    confirm: ({ agent, text, action }, signal) =>
      atTerminal((lines) =>
        agrees(lines, `\n${agent.kind}: ${plain(text)}\nIt would do: ${plain(action)}\nAllow it?`, signal),
      ),
  };
}

/** Of a model: nothing in it steers the terminal. */
function plain(text: string): string {
  return escapeHidden(harmless(text));
}
