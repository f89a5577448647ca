import { createInterface } from 'node:readline/promises';
import { AppError } from '#contract/errors';
import { escapeHidden, harmless } from '#contract/foreign-text';
import { nobody, type Person } from '../agents/person.ts';
import type { Streams } from './output.ts';

/** Asks at the terminal; nobody where standard input or standard error is none. */
export function personAt(input: NodeJS.ReadStream, { err }: Streams): Person {
  if (!input.isTTY || err.isTTY !== true) return nobody;

  async function ask(question: string, signal: AbortSignal): Promise<string> {
    const lines = createInterface({ input, output: process.stderr });
    try {
      return await lines.question(question, { signal });
    } catch (cause) {
      throw new AppError('cancelled', undefined, { cause });
    } finally {
      lines.close();
    }
  }

  return {
    answer: ({ agent, text }, signal) => ask(`\n${agent.kind} asks: ${plain(text)}\n> `, signal),
    async confirm({ agent, text, action }, signal) {
      const said = await ask(
        `\n${agent.kind}: ${plain(text)}\nIt would do: ${plain(action)}\nAllow it? [y/N] `,
        signal,
      );
      return /^y(es)?$/i.test(said.trim());
    },
  };
}

/** Of a model: nothing in it steers the terminal. */
function plain(text: string): string {
  return escapeHidden(harmless(text));
}
