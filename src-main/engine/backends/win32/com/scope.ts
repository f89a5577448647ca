import { release, type ComPointer } from './pointer.ts';

/** Who releases what a call gives. */
export interface Owner {
  own(pointer: ComPointer): void;
}

/** Releases what it owns when it ends. */
export class Scope implements Owner {
  readonly #owned: ComPointer[] = [];

  own(pointer: ComPointer): void {
    this.#owned.push(pointer);
  }

  /** Newest first. */
  release(): void {
    for (let last = this.#owned.pop(); last !== undefined; last = this.#owned.pop()) release(last);
  }
}

/** Runs work whose objects are needed no longer than it: all are released at its end, however it ends. */
export function scoped<T>(work: (scope: Scope) => T): T {
  const scope = new Scope();
  try {
    return work(scope);
  } finally {
    scope.release();
  }
}
