import type { Recording, Step } from '#contract/model/recordings/recording';
import { addSteps, insertSteps } from './edit.ts';

/** Past states as far as they can be undone, and undone ones. Pure. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

/** Maximum number of undo steps. */
const maxPast = 500;

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/** A change without a difference is not recorded. */
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

/** Where recorded steps are inserted: after a step and each other, or at the end. Surrounding steps may be edited meanwhile. */
export class InsertionPoint {
  /** New steps go after the last of these that exists. */
  readonly #anchors: string[];

  /** @param after the id of a step; null for the end */
  constructor(after: string | null) {
    this.#anchors = after === null ? [] : [after];
  }

  get isEnd(): boolean {
    return this.#anchors.length === 0;
  }

  /** The index of the next step. */
  indexIn(steps: readonly Step[]): number {
    const places = this.#anchors.map((anchor) => steps.findIndex(({ id }) => id === anchor));
    const behind = places.filter((place) => place >= 0).at(-1);
    return behind === undefined ? steps.length : behind + 1;
  }

  /** Steps recorded after a step of a group belong to the group too. */
  insert(recording: Recording, steps: readonly Step[]): Recording {
    const at = this.indexIn(recording.steps);
    const group = this.isEnd ? null : (recording.steps[at - 1]?.group ?? null);
    return insertSteps(recording, steps, at, group);
  }

  /** Like {@link insert}; the next step goes after this one. */
  add(recording: Recording, step: Step): Recording {
    if (this.isEnd) return addSteps(recording, [step]);
    const added = this.insert(recording, [step]);
    this.#anchors.push(step.id);
    return added;
  }
}
