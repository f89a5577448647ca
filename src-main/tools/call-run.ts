import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunEnding, RunKind } from '#contract/model/runs/trace';

/** The purpose of calls: a client's session, a replay, an agents' task. Its calls are one run in the list of runs. */
export class CallRun {
  readonly kind: RunKind;
  readonly #title: () => string;
  #ended = false;
  readonly #listeners: ((ending: RunEnding | null) => void)[] = [];

  /** @param title for display; called at the first call */
  constructor(kind: RunKind, title: () => string) {
    this.kind = kind;
    this.#title = title;
  }

  get title(): string {
    return this.#title();
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Ends the run; null if the result was reported separately. Only the first end counts. */
  end(ending: RunEnding | null = null): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const listener of this.#listeners.splice(0)) listener(ending);
  }

  onEnd(listener: (ending: RunEnding | null) => void): void {
    this.#listeners.push(listener);
  }
}

const current = new AsyncLocalStorage<CallRun>();

/** Runs work as part of a run, including all calls that it makes. */
export function inRun<T>(run: CallRun, work: () => T): T {
  return current.run(run, work);
}

/** The run of the current work; null if there is none. */
export function currentRun(): CallRun | null {
  return current.getStore() ?? null;
}
