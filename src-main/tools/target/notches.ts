/**
 * How many notches of the wheel bring an element to where it should be: one at first, and from how far that moved it nearly
 * all of the way at once.
 */
export class Notches {
  readonly #most: number;
  #last: { readonly offset: number; readonly notches: number } | null = null;
  /** Turns in a row without movement. */
  stuck = 0;

  /** @param most no more at once */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @param offset how far it still has to go, in pixels; positive where it is below or to the right
   * @returns notches for the next turn; positive moves what is scrolled up or to the left
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

  /** It was moved otherwise, or is not where it was: what is known of a notch counts no longer. */
  forget(): void {
    this.#last = null;
  }
}
