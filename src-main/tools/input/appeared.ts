import { sleep } from '../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import type { ElementNode } from '#contract/model/elements/element';
import type { ToolContext } from '../define-tool.ts';

/** How long an element may take to show typed text, in milliseconds. */
const followMs = 1_500;
const lookEveryMs = 50;

/** The text of an element without blanks and line ends, since long lines may break anywhere; null if it cannot be read. */
export async function screenOf({ engine, signal }: ToolContext, { id }: ElementNode): Promise<string | null> {
  try {
    const { value, states } = await engine.details({ element: id }, { signal });
    return value === null || states.includes('password') ? null : inOneLine(value);
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return null;
  }
}

/**
 * Whether an element comes to show a text once more than before.
 * @param before as read by {@link screenOf}
 */
export async function appears(
  context: ToolContext,
  element: ElementNode,
  before: string,
  text: string,
): Promise<boolean> {
  const wanted = inOneLine(text);
  if (wanted === '') return false;
  const end = Date.now() + followMs;
  for (;;) {
    const now = await screenOf(context, element);
    if (now === null) return false;
    if (countOf(now, wanted) > countOf(before, wanted)) return true;
    if (Date.now() >= end) return false;
    await sleep(lookEveryMs, context.signal);
  }
}

function countOf(screen: string, text: string): number {
  return screen.split(text).length - 1;
}

function inOneLine(text: string): string {
  return text.replace(/\s+/gu, '');
}
