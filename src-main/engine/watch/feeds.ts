import { globalKeys } from '#contract/model/recordings/global-keys';
import type { KeyChord } from '#contract/model/recordings/action';
import type { GlobalKeyEvent } from '#contract/model/engine';
import type { Disposable } from '../../base/async/disposable.ts';
import type { Emitter } from '../../base/async/emitter.ts';
import type { EngineEvents } from '../engine.ts';
import type { EngineContext } from '../operations/operation.ts';
import { startInputFeed } from './input/input.ts';
import { startPointerFeed } from './pointer/pointer.ts';
import { opening } from './observe.ts';

/** Feeds that run while a topic has listeners. */
export interface Feeds extends Disposable {
  start(topic: keyof EngineEvents): void;
  stop(topic: keyof EngineEvents): void;
}

export function createFeeds(context: EngineContext, emitter: Emitter<EngineEvents>): Feeds {
  const running = new Map<keyof EngineEvents, Disposable>();
  const open: Readonly<Record<keyof EngineEvents, () => Disposable | null>> = {
    windows: () => context.windows.watch(),
    pointer: () => startPointerFeed(context, (event) => emitter.emit('pointer', event)),
    input: () =>
      startInputFeed(
        context,
        (event) => emitter.emit('input', event),
        (since) => emitter.emit('pendingInput', since),
      ),
    pendingInput: () => null,
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

const globalChords: readonly KeyChord[] = Object.values(globalKeys);

/** Deskscope's own keys, in any window. No other keys are reported or kept. */
function startGlobalKeys(context: EngineContext, emit: (event: GlobalKeyEvent) => void): Disposable | null {
  const { observer } = context.backend;
  if (!observer.keys) return null;
  const keys = observer.keys.bind(observer);
  const open = async () => {
    const observing = await keys((input) => {
      if (input.type === 'key' && !input.byUs && globalChords.includes(input.key))
        emit({ type: 'pressed', key: input.key });
    });
    emit({ type: 'listening' });
    return observing;
  };
  return opening(context, open, 'the global keys');
}
