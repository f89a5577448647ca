import type { Disposable } from '../../base/async/disposable.ts';
import type { Emitter } from '../../base/async/emitter.ts';
import type { EngineEvents } from '../engine.ts';
import type { EngineContext } from '../operations/operation.ts';
import { startGlobalKeys } from './typing/global-keys.ts';
import { startInputFeed } from './input/input.ts';
import { startPointerFeed } from './pointer/pointer.ts';

/** What runs while somebody listens to a topic. */
export interface Feeds extends Disposable {
  start(topic: keyof EngineEvents): void;
  stop(topic: keyof EngineEvents): void;
}

export function createFeeds(context: EngineContext, emitter: Emitter<EngineEvents>): Feeds {
  const running = new Map<keyof EngineEvents, Disposable>();
  const open: Readonly<Record<keyof EngineEvents, () => Disposable | null>> = {
    windows: () => context.windows.watch(),
    pointer: () => startPointerFeed(context, (event) => emitter.emit('pointer', event)),
    input: () => startInputFeed(context, (event) => emitter.emit('input', event)),
    globalKey: () => startGlobalKeys(context, (event) => emitter.emit('globalKey', event)),
    status: () => null,
  };
  const stop = (topic: keyof EngineEvents) => {
    running.get(topic)?.dispose();
    running.delete(topic);
  };
  return {
    start(topic) {
      const feed = open[topic]();
      if (feed) running.set(topic, feed);
    },
    stop,
    dispose: () => [...running.keys()].forEach(stop),
  };
}
