import type { ToldKey } from './compositor.ts';

/** So long the second teller may take, in milliseconds. */
const comesWithinMs = 2_000;

/** Tellers may round times, in milliseconds. No finger is so quick. */
const roundedMs = 15;

type Known = Pick<ToldKey, 'code' | 'time'> & { readonly by: string; readonly until: number };

/** Two may tell of one key, each at its own pace, with the time of the compositor's: the first is heard. */
export class KeyOnce {
  readonly #now: () => number;
  #known: readonly Known[] = [];

  /** @param now milliseconds on any steady clock */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** @param by who tells: repeats of a held key that one tells are as many keys */
  isNew({ code, time }: Pick<ToldKey, 'code' | 'time'>, by: string): boolean {
    const now = this.#now();
    this.#known = this.#known.filter(({ until }) => now < until);
    const isSame = (each: Known) => each.code === code && Math.abs(each.time - time) <= roundedMs && each.by !== by;
    const other = this.#known.find(isSame);
    if (other) this.#known = this.#known.filter((each) => each !== other);
    else this.#known = [...this.#known, { code, time, by, until: now + comesWithinMs }];
    return other === undefined;
  }
}
