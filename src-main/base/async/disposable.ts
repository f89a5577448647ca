/** The creator of a resource owns it and registers its release in the same statement. */
export interface Disposable {
  dispose(): void;
}

export function disposable(dispose: () => void): Disposable {
  let done = false;
  return {
    dispose() {
      if (done) return;
      done = true;
      dispose();
    },
  };
}

/** Disposes in reverse order of creation; one failure does not stop the others. */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];

  add<T extends Disposable>(item: T): T {
    this.#items.push(item);
    return item;
  }

  dispose(): void {
    const errors: unknown[] = [];
    for (const item of this.#items.splice(0).reverse()) {
      try {
        item.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Some resources were not released.');
  }
}
