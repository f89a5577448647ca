import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { InputMethod } from '../../../backend.ts';
import { fcitxEngine, listenToFcitx, openFcitx, pauseFcitx } from './fcitx.ts';
import type { FilterNews, KeyFilter } from './key-calls.ts';
import { ibusEngine, listenToIBus, openIBus, type Engine } from './ibus.ts';

/** Timeout of a query to an input method, in milliseconds. */
const askMs = 2_000;
/** Timeout until an app queries a filter about a key sent to it, and between two answers, in milliseconds. */
const firstMs = 250;
const quietMs = 80;
const mostMs = 2_000;
const lookEveryMs = 10;
const answerEveryMs = 2;

/** The current engine of each running input method; `engine` is null if it passes keys unchanged. */
export interface RunningMethod {
  readonly method: 'IBus' | 'Fcitx 5';
  readonly engine: Engine | null;
}

/** @param display such as `:0` */
export async function runningMethods(display: string): Promise<readonly RunningMethod[]> {
  const signal = AbortSignal.timeout(askMs);
  const [ibus, fcitx] = await Promise.all([openIBus(display, signal), openFcitx(signal)]);
  try {
    const [ofIBus, ofFcitx] = await Promise.all([
      ibus && ibusEngine(ibus, signal).catch(() => undefined),
      fcitx && fcitxEngine(fcitx, signal).catch(() => null),
    ]);
    // Fcitx implements the IBus interface too, but has no engine there.
    const isIBus = ibus && !(fcitx && ofIBus === undefined);
    return [
      ...(isIBus ? [{ method: 'IBus', engine: ofIBus ?? null } as const] : []),
      ...(fcitx ? [{ method: 'Fcitx 5', engine: ofFcitx } as const] : []),
    ];
  } finally {
    ibus?.close();
    fcitx?.close();
  }
}

/**
 * The input method that may consume keys, observed until disposed; null if there is none.
 * @param layouts also IBus while it passes keys unchanged
 */
export async function inputMethodOn(display: string, layouts: boolean): Promise<InputMethod | null> {
  const running = await runningMethods(display);
  const on =
    running.find(({ engine }) => engine !== null) ?? running.find(({ method }) => layouts && method === 'IBus');
  if (!on) return null;
  const signal = AbortSignal.timeout(askMs);
  const reported = { asked: 0, taken: 0, forwarded: 0, composing: false, at: performance.now() };
  const receive = (news: FilterNews) => {
    reported.at = performance.now();
    if (news.type === 'key') {
      reported.asked += 1;
      if (news.taken) reported.taken += 1;
      if (news.forwarded) reported.forwarded += 1;
    } else if (news.type === 'preedit') reported.composing = news.text !== '';
  };
  const filter: KeyFilter | null =
    on.method === 'IBus' ? await listenToIBus(display, receive, signal) : await listenToFcitx(receive, signal);
  let isUnasked = false;
  return {
    name: on.engine?.name ?? on.method,
    async letPass() {
      const resume = on.method === 'Fcitx 5' ? await pauseFcitx(AbortSignal.timeout(askMs)) : null;
      return { past: on.engine !== null && resume === null, resume: async () => resume?.() };
    },
    async answered(presses) {
      if (isUnasked) return;
      const end = performance.now() + firstMs;
      while (filter && reported.asked < presses && performance.now() < end) await wait(answerEveryMs);
      isUnasked = reported.asked < presses;
    },
    async settled() {
      const end = performance.now() + mostMs;
      reported.at = performance.now();
      const isOver = () => performance.now() - reported.at > (reported.asked > 0 ? quietMs : firstMs);
      while (filter && !isOver() && performance.now() < end) await wait(lookEveryMs);
      const { asked, taken, forwarded, composing } = reported;
      return { asked, taken, forwarded, composing };
    },
    dispose: () => filter?.dispose(),
  };
}
