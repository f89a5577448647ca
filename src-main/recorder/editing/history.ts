import type { Recording, Step } from '#contract/model/recordings/recording';
import { addSteps, insertSteps } from './edit.ts';

/** Every state something went through, as far back as can be undone. Pure. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

/** More steps back than a person counts. */
const maxPast = 500;

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/** A change that is no change is not remembered. */
export function record<T>(history: History<T>, next: T): History<T> {
  if (next === history.present) return history;
  return { past: [...history.past, history.present].slice(-maxPast), present: next, future: [] };
}

export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return { past: history.past.slice(0, -1), present: previous, future: [history.present, ...history.future] };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future };
}

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

  /** See {@link insert}; the next one goes behind this one. */
  add(recording: Recording, step: Step): Recording {
    if (this.isEnd) return addSteps(recording, [step]);
    const added = this.insert(recording, [step]);
    this.#anchors.push(step.id);
    return added;
  }
}
