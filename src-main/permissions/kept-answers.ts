import { createHash } from 'node:crypto';
import type { PermissionAnswer } from '#contract/model/permissions/permission';

/** How long an answer counts whose caller had stopped waiting, in milliseconds. */
const keptMs = 60_000;

interface Kept {
  readonly answer: PermissionAnswer;
  /** By the clock of `Date.now()`. */
  readonly until: number;
}

/**
 * Answers that a person gave when their caller had stopped waiting: the same call finds its answer when it comes again. Each
 * counts once, for that very act on that very target.
 */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();

  keep(act: string, answer: PermissionAnswer): void {
    for (const [other, { until }] of this.#kept) if (until <= Date.now()) this.#kept.delete(other);
    this.#kept.set(digest(act), { answer, until: Date.now() + keptMs });
  }

  /** Null where there is none, or its time is over. */
  take(act: string): PermissionAnswer | null {
    const key = digest(act);
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    return kept && kept.until > Date.now() ? kept.answer : null;
  }
}

/** Arguments that a question masks are kept in no readable form. */
function digest(act: string): string {
  return createHash('sha256').update(act).digest('base64');
}
