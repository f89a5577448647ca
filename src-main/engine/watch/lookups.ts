import type { Point } from '#contract/model/geometry';
import type { EngineContext } from '../operation.ts';
import { knownFocus, targetOfFocus, type KeyMoment } from './focus-target.ts';
import type { Found } from './found.ts';
import { knownAt, targetAt } from './press-target.ts';
import type { WarmView } from './warm-tree.ts';

/** More than a hand makes while an app answers; each costs the app that a person is working with. */
const mostAtOnce = 8;

/**
 * Looks up what input means. Apps are asked about a few things at a time: input that comes faster is told with what is
 * known without asking, since an app that is busy with our questions is one that does not react.
 */
export class Lookups {
  readonly #context: EngineContext;
  #asking = 0;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** What a press at that point means; `view` is the desktop before it. */
  at(view: WarmView, at: Point): Promise<Found> {
    return this.#ask(
      view,
      () => targetAt(this.#context, view, at),
      () => knownAt(this.#context, view, at),
    );
  }

  /** What had the keyboard focus when a key came. */
  focus(view: WarmView, key: KeyMoment): Promise<Found> {
    return this.#ask(
      view,
      () => targetOfFocus(this.#context, view, key),
      () => knownFocus(this.#context, view),
    );
  }

  async #ask({ stack }: WarmView, ask: () => Promise<Found>, known: () => Found): Promise<Found> {
    const isRead = stack.length > 0;
    if (isRead && this.#asking >= mostAtOnce) return known();
    this.#asking += 1;
    try {
      return await ask();
    } finally {
      this.#asking -= 1;
    }
  }
}
