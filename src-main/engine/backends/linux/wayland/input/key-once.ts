import type { ToldKey } from '../compositor.ts';
import { toldWithinMs } from './moment.ts';
import { roundedMs } from './sent-presses.ts';

type Known = Pick<ToldKey, 'code' | 'time'> & { readonly by: string };

/** Two may report one key, each at its own pace, with the time of the compositor's: the first is heard. */
export class KeyOnce {
  #known: readonly Known[] = [];

  /** @param by who tells: repeats of a held key that one tells are as many keys */
  isNew({ code, time }: Pick<ToldKey, 'code' | 'time'>, by: string): boolean {
    const isSame = (each: Known) => each.code === code && Math.abs(each.time - time) <= roundedMs && each.by !== by;
    const other = this.#known.find(isSame);
    if (other) this.#known = this.#known.filter((each) => each !== other);
    else this.#known = [...this.#known.filter((each) => time - each.time < toldWithinMs), { code, time, by }];
    return other === undefined;
  }
}
