import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Check } from '#contract/model/engine';
import { withDeadline } from '../../base/async/deadline.ts';

/** Timeout of one check, in milliseconds; longer than the wait for a silent display, so that the display is named. */
const timeoutMs = 3_000;

/** A check of the environment. */
export interface Examination {
  /** Title of its line if the check fails; otherwise checks name themselves. */
  readonly name: string;
  readonly look: (signal: AbortSignal) => Promise<Check | readonly Check[]>;
}

/**
 * Never throws: a failed check is a result.
 * @param translateError translates native errors
 */
export async function examine(
  { name, look }: Examination,
  translateError: (error: unknown) => unknown,
): Promise<readonly Check[]> {
  try {
    return [await withDeadline({ timeoutMs, what: `Looking at ${quoted(name)}` }, look)].flat();
  } catch (error) {
    const known = translateError(error);
    if (known instanceof AppError) return [failed(name, known.message, known.hint)];
    const detail = error instanceof Error ? `It cannot be used: ${error.message}.` : 'It cannot be used.';
    return [failed(name, detail, 'Mend what this names, then look again.')];
  }
}

export function ok(name: string, detail: string): Check {
  return { name, status: 'ok', detail, fix: '' };
}

export function warning(name: string, detail: string, fix: string): Check {
  return { name, status: 'warning', detail, fix };
}

export function failed(name: string, detail: string, fix: string): Check {
  return { name, status: 'failed', detail, fix };
}
