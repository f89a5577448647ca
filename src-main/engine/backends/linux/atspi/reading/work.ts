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
    this.#open++;
    asked.then(
      (value) => {
        try {
          answered(value);
        } catch (error) {
          this.#failed(error);
          return;
        }
        this.#close();
      },
      (error: unknown) => this.#failed(error),
    );
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

  #failed(error: unknown): void {
    try {
      this.#bear(error);
    } catch (unbearable) {
      this.#failure ??= unbearable as Error;
      this.#finish?.reject(unbearable);
    }
    this.#close();
  }
}
