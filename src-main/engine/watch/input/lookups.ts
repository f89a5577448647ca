import { performance } from 'node:perf_hooks';
import { sleep } from '../../../base/async/deadline.ts';
import type { Point } from '#contract/model/geometry';
import type { EngineContext } from '../../operations/operation.ts';
import { isUnread, knownFocus, targetOfFocus, type KeyMoment } from '../typing/focus-target.ts';
import type { Found } from '../found.ts';
import { unreadMs } from '../lookup-timeouts.ts';
import { knownAt, laterAt, targetAt } from '../presses/press-target.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/** More than a hand makes while an app answers; each costs the app that a person is working with. */
const mostAtOnce = 8;

/** How often one looks whether a window that was never read has been, in milliseconds. */
const againLookMs = 50;

/**
 * Looks up what input means. Apps are asked about a few things at a time: input that comes faster is reported with what is known
 * without asking, since an app that is busy with our questions is one that does not react.
 */
export class Lookups {
  readonly #context: EngineContext;
  readonly #now: () => LiveView;
  #asking = 0;

  /** @param now the desktop as it is known at that moment */
  constructor(context: EngineContext, now: () => LiveView) {
    this.#context = context;
    this.#now = now;
  }

  /** What a press at that point means; `view` is the desktop before it. */
  at(view: LiveView, at: Point): Promise<Found> {
    const end = performance.now() + unreadMs;
    const found = this.#ask(
      view,
      () => targetAt(this.#context, view, at),
      () => knownAt(this.#context, view, at),
    );
    return found.then((early) => this.#again(early, view, at, end));
  }

  /** An app that was too busy to report its window is queried again later: most of its elements were already there. */
  async #again(found: Found, view: LiveView, at: Point, end: number): Promise<Found> {
    const { window, target, own, isUnderPopup } = found;
    if (!window || target || own || isUnderPopup || !isUnread(view, window)) return found;
    for (;;) {
      const now = this.#now();
      if (now.active?.id !== window.id && now.active !== null) return found;
      if (now.active && now.root) return laterAt(now, window, at) ?? found;
      if (performance.now() > end) return found;
      await sleep(againLookMs);
    }
  }

  /** What had the keyboard focus when a key came. */
  focus(view: LiveView, key: KeyMoment): Promise<Found> {
    return this.#ask(
      view,
      () => targetOfFocus(this.#context, view, key),
      () => knownFocus(this.#context, view),
    );
  }

  async #ask({ stack }: LiveView, ask: () => Promise<Found>, known: () => Found): Promise<Found> {
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
