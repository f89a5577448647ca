import type { Recording, Step } from '#contract/model/recordings/recording';
import { addSteps, insertSteps } from './edit.ts';

/** Where recorded steps go: behind a step and each other, or to the end. Steps around may be edited meanwhile. */
export class InsertionPoint {
  /** The last of these that is there is the one they go behind. */
  readonly #anchors: string[];

  /** @param after the id of a step; null for the end */
  constructor(after: string | null) {
    this.#anchors = after === null ? [] : [after];
  }

  get isEnd(): boolean {
    return this.#anchors.length === 0;
  }

  /** The index that the next step gets. */
  indexIn(steps: readonly Step[]): number {
    const places = this.#anchors.map((anchor) => steps.findIndex(({ id }) => id === anchor));
    const behind = places.filter((place) => place >= 0).at(-1);
    return behind === undefined ? steps.length : behind + 1;
  }

  /** What is recorded behind a step of a group belongs to it too. */
  insert(recording: Recording, steps: readonly Step[]): Recording {
    const at = this.indexIn(recording.steps);
    const group = this.isEnd ? null : (recording.steps[at - 1]?.group ?? null);
    return insertSteps(recording, steps, at, group);
  }

  /** As {@link insert}; the next one goes behind this one. */
  add(recording: Recording, step: Step): Recording {
    if (this.isEnd) return addSteps(recording, [step]);
    const added = this.insert(recording, [step]);
    this.#anchors.push(step.id);
    return added;
  }
}
