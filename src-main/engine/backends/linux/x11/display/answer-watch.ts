import type { Disposable } from '../../../../../base/async/disposable.ts';

/**
 * Notices that a server which owes answers gives none: it is stopped, hangs, or another client has grabbed it for
 * itself. One timer for all requests; every answer starts it again.
 */
export class AnswerWatch implements Disposable {
  readonly #patienceMs: number;
  readonly #silent: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param patienceMs milliseconds without an answer before `silent` is called */
  constructor(patienceMs: number, silent: () => void) {
    this.#patienceMs = patienceMs;
    this.#silent = silent;
  }

  /** A request was sent. */
  asked(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#silent();
    }, this.#patienceMs);
  }

  /** An answer came; `waiting` reports whether more are owed. */
  answered(waiting: boolean): void {
    if (waiting) this.#timer?.refresh();
    else this.dispose();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
