import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { formatRect } from '#contract/model/geometry';
import type { QuestionVisibility } from '#contract/model/permissions/permission';
import { readingMs } from './broker.ts';

/**
 * How long no Deskscope may have sent input before a yes counts, in milliseconds: longer than a hand that was already
 * moving.
 */
export const quietMs = 1_000;
const lookEveryMs = 100;

export interface ReadingOptions {
  /** Queries the engine for the window's visibility. */
  readonly look: () => Promise<QuestionVisibility>;
  /** Called after each query with the reason why a yes would not count now; empty if it would. */
  readonly looked: (objection: string) => void;
  /** False if engines see other windows but not ours, as with native Wayland windows. */
  readonly windowsAreSeen?: boolean;
  readonly now?: () => number;
}

interface Seen {
  readonly visibility: QuestionVisibility;
  /** By the clock of `Date.now()`: the time of the query, and since when the window has been unchanged. */
  readonly at: number;
  readonly since: number;
}

/**
 * Watches the permission window while it is shown: a yes counts only if the window has stayed in place, uncovered, for
 * as long as a person reads, and no Deskscope has sent input shortly before.
 */
export class Reading {
  readonly #options: ReadingOptions;
  readonly #now: () => number;
  #seen: Seen | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ReadingOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  start(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => void this.#look(), lookEveryMs);
    void this.#look();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#seen = null;
  }

  /** @param at time of the press. @throws AppError `busy` if it does not count */
  async check(at: number): Promise<void> {
    await this.#look();
    const objection = this.#objection(Math.min(at, this.#now()));
    if (objection !== '') throw new AppError('busy', objection, { hint: 'Answer again.' });
  }

  async #look(): Promise<void> {
    const visibility = await this.#options.look().catch(() => null);
    const at = this.#now();
    const stood = this.#seen !== null && visibility !== null && standsAs(this.#seen.visibility, visibility);
    this.#seen = visibility && { visibility, at, since: stood ? (this.#seen?.since ?? at) : at };
    if (this.#timer) this.#options.looked(this.#objection(at));
  }

  #objection(pressedAt: number): string {
    if (!this.#seen) return 'Deskscope cannot see at this moment what covers this window.';
    const { visibility, at, since } = this.#seen;
    if (visibility.inputAgoMs !== null && at - visibility.inputAgoMs > pressedAt - quietMs) {
      return 'An agent was using the pointer or the keyboard.';
    }
    if (!visibility.seesWindows || (visibility.bounds === null && this.#options.windowsAreSeen === false)) return '';
    if (visibility.bounds === null) return 'This window is not to be seen.';
    if (visibility.coveredBy !== '') return `${quoted(visibility.coveredBy)} covers this window.`;
    return pressedAt - since < readingMs ? 'This window has only just come to its place.' : '';
  }
}

function standsAs(before: QuestionVisibility, now: QuestionVisibility): boolean {
  const place = ({ bounds }: QuestionVisibility) => (bounds ? formatRect(bounds) : '');
  return now.coveredBy === '' && before.coveredBy === '' && place(now) !== '' && place(now) === place(before);
}
