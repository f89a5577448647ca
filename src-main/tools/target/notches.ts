/**
 * How many wheel notches bring an element to its goal: one at first, then, from the distance it moved, nearly all of the way at
 * once.
 */
export class Notches {
  readonly #most: number;
  #last: { readonly offset: number; readonly notches: number } | null = null;
  /** Turns in a row without movement. */
  stuck = 0;

  /** @param most maximum notches per turn */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @param offset remaining distance in pixels; positive if the element is below or to the right
   * @returns notches for the next turn; positive moves the content up or to the left
   */
  next(offset: number): number {
    const last = this.#last;
    const perNotch = last ? (last.offset - offset) / last.notches : 0;
    this.stuck = last && perNotch === 0 ? this.stuck + 1 : 0;
    const wanted = perNotch > 0 ? Math.floor(Math.abs(offset) / perNotch) : 1;
    const notches = Math.sign(offset) * Math.min(this.#most, Math.max(1, wanted));
    this.#last = { offset, notches };
    return notches;
  }

  /** Other movement invalidates the measured notch. */
  forget(): void {
    this.#last = null;
  }
}
