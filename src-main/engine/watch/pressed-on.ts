import type { Before } from './resting-pointer.ts';
import type { Found } from './targets.ts';

/** What a press means, and whether that was known before it: then nothing that the app did at once is in it. */
export interface Pressed {
  readonly found: Promise<Found>;
  readonly isFromBefore: boolean;
}

/**
 * What was found where the pointer rested, as long as nothing has happened since; else what the app says now, but where
 * that is only around what was known to be there: an app that has reacted no longer knows what it was pressed on.
 * @param ask begins at once to look what is there now
 */
export function pressedOn(before: Before | null, ask: () => Promise<Found>): Pressed {
  if (!before) return { found: ask(), isFromBefore: false };
  if (before.fresh && before.known) return { found: before.found, isFromBefore: true };
  return { found: weigh(before, ask()), isFromBefore: false };
}

async function weigh({ found, fresh }: Before, asked: Promise<Found>): Promise<Found> {
  const [before, now] = await Promise.all([found, asked]);
  if (!before.target) return now;
  if (fresh) return before;
  return isAround(now, before) ? { ...before, target: { ...before.target, unsure: true } } : now;
}

/** The same window, and nothing in it or an ancestor. */
function isAround(outer: Found, inner: Found): boolean {
  if (outer.own || outer.window?.id !== inner.window?.id) return false;
  const { node } = outer;
  return node === null || inner.path.slice(0, -1).some(({ runtimeId }) => runtimeId === node.runtimeId);
}
