import type { Step } from '#contract/model/recordings/recording';

interface Loss {
  readonly at: number;
  /** Null where unknown. */
  readonly events: number | null;
}

/** Input that was lost, until there is a step beside it that says so. */
export class Losses {
  #waiting: readonly Loss[] = [];

  /** @param at milliseconds of the recording */
  add(at: number, events: number | null): void {
    this.#waiting = [...this.#waiting, { at, events }];
  }

  /** The steps, each with what was lost after it began; the first of them with what was lost before. */
  giveTo(steps: readonly Step[]): Step[] {
    const [first] = steps;
    if (!first || this.#waiting.length === 0) return [...steps];
    const holderOf = ({ at }: Loss) => steps.filter((step) => step.at <= at).at(-1) ?? first;
    const waiting = this.#waiting;
    this.#waiting = [];
    return steps.map((step) =>
      withLosses(
        step,
        waiting.filter((loss) => holderOf(loss) === step),
      ),
    );
  }
}

function withLosses(step: Step, losses: readonly Loss[]): Step {
  if (losses.length === 0) return step;
  const counts = [...(step.lost ? [step.lost.events] : []), ...losses.map(({ events }) => events)];
  return {
    ...step,
    lost: { events: counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count)) },
  };
}
