import { performance } from 'node:perf_hooks';
import { disposable, type Disposable } from '../../base/async/disposable.ts';

/** After so many beats without an answer the engine hangs. Beats, not time: a laptop that slept is no hang. */
export const missedBeats = 5;

export interface Heartbeat extends Disposable {
  /** The answer to a ping came. */
  pong(id: number): void;
}

/** Pings until disposed. An engine that is merely busy still answers: only its event loop is asked. */
export function startHeartbeat(options: {
  readonly beatMs: number;
  readonly ping: (id: number) => void;
  readonly latency: (ms: number) => void;
  readonly hangs: () => void;
}): Heartbeat {
  let last = { id: 0, sentAt: performance.now() };
  let missed = 0;
  const beat = () => {
    missed += 1;
    if (missed > missedBeats) {
      options.hangs();
      return;
    }
    last = { id: last.id + 1, sentAt: performance.now() };
    options.ping(last.id);
  };
  const timer = setInterval(beat, options.beatMs);
  return {
    ...disposable(() => clearInterval(timer)),
    pong(id) {
      missed = 0;
      if (id === last.id) options.latency(performance.now() - last.sentAt);
    },
  };
}
