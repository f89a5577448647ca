import type { Interface } from 'node:readline/promises';
import { AppError } from '#contract/errors';
import { linkSignals } from '../../base/async/deadline.ts';

/**
 * One line that a person types at the terminal.
 * @throws AppError `cancelled` if they interrupt it, or end their input (Ctrl+D): readline leaves the question open then
 */
export async function ask(lines: Interface, question: string, signal: AbortSignal): Promise<string> {
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  const either = linkSignals([signal, ended.signal]);
  try {
    return await lines.question(question, { signal: either.signal });
  } catch (cause) {
    throw new AppError('cancelled', undefined, { cause });
  } finally {
    either.dispose();
  }
}

/** Whether they confirm; anything else is a no. Throws as `ask`. */
export async function agrees(lines: Interface, question: string, signal: AbortSignal): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(lines, `${question} [y/N] `, signal)).trim());
}
