import { performance } from 'node:perf_hooks';
import { sleep } from '../../../base/async/deadline.ts';
import type { Point } from '#contract/model/geometry';
import type { EngineContext } from '../../operations/operation.ts';
import { isUnread, knownFocus, targetOfFocus, type FocusQuery } from '../typing/focus-target.ts';
import type { Found } from '../found.ts';
import { unreadMs } from '../lookup-timeouts.ts';
import { knownAt, laterAt, targetAt } from '../presses/press-target.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/** More than a user produces while an app responds; each query costs the app that the user is working with. */
const mostAtOnce = 8;

/** How often to check whether a window has been read for the first time, in milliseconds. */
const againLookMs = 50;

/**
 * Looks up the targets of input. Each app gets few queries at a time: faster input is reported with what is known without a
 * query, since an app that is busy with queries does not react.
 */
export class Lookups {
  readonly #context: EngineContext;
  readonly #now: () => LiveView;
  #asking = 0;

  /** @param now the desktop as currently known */
  constructor(context: EngineContext, now: () => LiveView) {
    this.#context = context;
    this.#now = now;
  }

  /** The target of a press at the point; `view` is the desktop before it. */
  at(view: LiveView, at: Point): Promise<Found> {
    const end = performance.now() + unreadMs;
    const found = this.#ask(
      view,
      () => targetAt(this.#context, view, at),
      () => knownAt(this.#context, view, at),
    );
    return found.then((early) => this.#again(early, view, at, end));
  }

  /** An app that was too busy is queried again later: most of its elements were already there. */
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

  /** The focused element when a key came. */
  focus(view: LiveView, key: FocusQuery): Promise<Found> {
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
