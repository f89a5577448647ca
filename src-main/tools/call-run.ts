import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunEnding, RunKind } from '#contract/model/runs/trace';

/** What calls are made for: a client's session, a replay, an agents' task. Its calls are one run in the list of runs. */
export class CallRun {
  readonly kind: RunKind;
  readonly #title: () => string;
  #ended = false;
  readonly #listeners: ((ending: RunEnding | null) => void)[] = [];

  /** @param title for a person; asked for when the first call is made */
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

  /** Nothing is called for it any more; null if what was notified of it reports how it ended. Only the first end counts. */
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

/** Does work for a run; whatever it calls, also by a way that knows nothing of runs, is part of it. */
export function inRun<T>(run: CallRun, work: () => T): T {
  return current.run(run, work);
}

/** What the work under way is part of; null for what is done for no run. */
export function currentRun(): CallRun | null {
  return current.getStore() ?? null;
}
