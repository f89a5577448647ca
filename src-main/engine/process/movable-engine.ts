import type { Disposable } from '../../base/async/disposable.ts';
import { Emitter } from '../../base/async/emitter.ts';
import { deadlines } from '../deadlines.ts';
import type { CallOptions, Engine, EngineEvents, EngineMethod } from '../engine.ts';
import type { RemoteEngine } from './remote-engine.ts';

/** Passes calls and events of one engine on, which can be exchanged for another while it is in use. */
export interface MovableEngine extends RemoteEngine {
  /**
   * Later calls and events are those of `next`; pending calls end where they began. Listeners of `status` see a restart, so
   * that they read everything again. The engine before is not closed.
   */
  moveTo(next: RemoteEngine): void;
}

type Method = (input: unknown, options?: CallOptions) => Promise<unknown>;

export function createMovableEngine(first: RemoteEngine): MovableEngine {
  let current = first;
  const sources = new Map<keyof EngineEvents, Disposable>();
  const emitter = new Emitter<EngineEvents>({
    onFirst: (topic) => follow(topic),
    onLast: (topic) => {
      sources.get(topic)?.dispose();
      sources.delete(topic);
    },
  });
  const follow = (topic: keyof EngineEvents) => {
    sources.get(topic)?.dispose();
    sources.set(
      topic,
      current.on(topic, (payload) => emitter.emit(topic, payload)),
    );
  };
  const methods: unknown = Object.fromEntries(
    (Object.keys(deadlines) as EngineMethod[]).map((method) => [
      method,
      (input: unknown, options?: CallOptions) => (current[method] as Method)(input, options),
    ]),
  );
  return {
    ...(methods as Pick<Engine, EngineMethod>),
    on: (topic, listener) => emitter.on(topic, listener),
    close: () => current.close(),
    restart: () => current.restart(),
    get status() {
      return current.status;
    },
    get processId() {
      return current.processId;
    },
    moveTo(next) {
      if (next === current) return;
      current = next;
      for (const topic of [...sources.keys()]) follow(topic);
      emitter.emit('status', { ...next.status, state: 'restarting', latencyMs: null });
      if (next.status.state === 'ready') emitter.emit('status', next.status);
    },
  };
}
