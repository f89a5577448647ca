import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Recording, Step } from '#contract/model/recording';

/** What of a recording shall be replayed; all that is switched on where nothing is said. */
export interface Chosen {
  /** Ids of the steps to run, switched on or not. */
  readonly steps?: readonly string[] | undefined;
  /** The id of the step to begin with; what comes before it is left out. */
  readonly from?: string | undefined;
}

/** Which steps a replay runs, and which comes next. The recording may be edited meanwhile: what comes then, counts. */
export class Plan {
  readonly #recording: () => Recording;
  readonly #chosen: ReadonlySet<string> | null;
  readonly #done = new Set<string>();
  /** The index of the step that comes next where nothing is edited. */
  #at: number;
  #last: string | null = null;

  /**
   * @param recording as it is now
   * @throws AppError `not_found` for a step the recording does not have, `invalid_parameter` where there is nothing to run
   */
  constructor(recording: () => Recording, { steps: wanted, from }: Chosen) {
    const { steps } = recording();
    for (const id of [...(wanted ?? []), ...(from === undefined ? [] : [from])]) {
      if (!steps.some((step) => step.id === id)) {
        throw new AppError('not_found', `The recording has no step ${quoted(id)}.`);
      }
    }
    this.#recording = recording;
    this.#chosen = wanted ? new Set(wanted) : null;
    this.#at = steps.findIndex(({ id }) => id === from);
    if (this.next() === null) throw nothingToReplay(recording(), wanted !== undefined || from !== undefined);
  }

  get recording(): Recording {
    return this.#recording();
  }

  /** The first step that is to run and has not, behind the last that ran; null where there is none. */
  next(): Step | null {
    const { steps } = this.#recording();
    const last = steps.findIndex(({ id }) => id === this.#last);
    // Where the last one was removed, the one behind it has taken its place.
    const start = last < 0 ? Math.max(0, this.#at) : last + 1;
    return steps.slice(start).find((step) => this.#isWanted(step) && !this.#done.has(step.id)) ?? null;
  }

  /** The steps that are to run, as far as is known. */
  get coming(): readonly Step[] {
    const { steps } = this.#recording();
    const next = this.next();
    return next ? steps.slice(steps.indexOf(next)).filter((step) => this.#isWanted(step)) : [];
  }

  /** The step runs now. */
  take({ id }: Step): void {
    this.#done.add(id);
    this.#last = id;
    this.#at = this.#recording().steps.findIndex((step) => step.id === id);
  }

  /** Why a step will not run, as far as is known; null where it will, or did. */
  leftOut(step: Step): string | null {
    if (this.#done.has(step.id)) return null;
    if (!this.#isWanted(step)) return step.enabled ? 'Not chosen.' : 'Switched off.';
    const { steps } = this.#recording();
    const next = this.next();
    return next && steps.indexOf(step) >= steps.indexOf(next) ? null : 'Not chosen.';
  }

  #isWanted({ id, enabled }: Step): boolean {
    return this.#chosen ? this.#chosen.has(id) : enabled;
  }
}

/** @param chosen whether somebody named steps */
function nothingToReplay({ steps }: Recording, chosen: boolean): AppError {
  if (steps.length === 0) {
    return new AppError('invalid_parameter', 'There is nothing to replay: the recording has no steps.', {
      hint: 'Record what shall be done again, or open another recording.',
    });
  }
  const message = chosen
    ? 'There is nothing to replay: no step was chosen that is switched on.'
    : `There is nothing to replay: all ${steps.length} steps are switched off.`;
  return new AppError('invalid_parameter', message, { hint: 'Switch on the steps that shall be done.' });
}
