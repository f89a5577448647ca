import type { WindowId, WindowInfo } from '#contract/model/windows/window';

/** Which windows came between one input and the next. */
export class OpenedWindows {
  /** Null while it is not known what was open before the next input. */
  #known: Set<WindowId> | null = null;

  /** Input comes. Answers what opened since the input before it. @param stack the windows before it */
  next(stack: readonly WindowInfo[]): readonly WindowId[] {
    // The desktop was not read yet.
    if (stack.length === 0) return [];
    const known = this.#known;
    this.#known = new Set(stack.map(({ id }) => id));
    return known ? [...this.#known].filter((id) => !known.has(id)) : [];
  }

  /** Input came to that window. True where it opened so shortly before that it was not among the windows then. */
  isNews({ id }: WindowInfo): boolean {
    if (!this.#known || this.#known.has(id)) return false;
    this.#known.add(id);
    return true;
  }

  /** Somebody else acts: what opens from now on is not the person's doing. */
  forget(): void {
    this.#known = null;
  }
}
