import type { Accessibles } from '../bus/accessibles.ts';
import type { Question } from '../bus/questions.ts';
import type { Ref } from '../vocabulary/ref.ts';

/** Pending queries whose answers start further queries. */
export class Work {
  readonly #bear: (error: unknown) => void;
  #open = 0;
  #finish: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | null = null;
  #failure: Error | null = null;

  /** @param bear receives every failure; rethrowing ends the work */
  constructor(bear: (error: unknown) => void) {
    this.#bear = bear;
  }

  /** `answered` may add more queries. */
  add<T>(asked: Promise<T>, answered: (value: T) => void): void {
    this.begin((resolve, reject) => void asked.then(resolve, reject), answered);
  }

  /** Same for one query of an element, without a promise. */
  ask<T>(
    accessibles: Accessibles,
    ref: Ref,
    question: Question<T>,
    signal: AbortSignal,
    answered: (value: T) => void,
  ): void {
    this.begin((resolve, reject) => accessibles.request(ref, question, signal, resolve, reject), answered);
  }

  /** Same for anything that calls one of two functions once. */
  begin<T>(
    start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
    answered: (value: T) => void,
  ): void {
    this.#open++;
    start((value) => {
      try {
        answered(value);
      } catch (error) {
        this.#failed(error);
        return;
      }
      this.#close();
    }, this.#failed);
  }

  /** Settles when no query is pending; call once, after adding the first. */
  done(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure);
      else if (this.#open === 0) resolve();
      else this.#finish = { resolve, reject };
    });
  }

  readonly #close = (): void => {
    this.#open--;
    if (this.#open === 0) this.#finish?.resolve();
  };

  readonly #failed = (error: unknown): void => {
    try {
      this.#bear(error);
    } catch (unbearable) {
      this.#failure ??= unbearable as Error;
      this.#finish?.reject(unbearable);
    }
    this.#close();
  };
}
