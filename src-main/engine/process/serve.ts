import type { Disposable } from '../../base/async/disposable.ts';
import { toWire, AppError, type Reply } from '#contract/errors';
import type { CallOptions, Engine, EngineEvents, EngineMethod } from '../engine.ts';
import { engineMethods } from '../operations/operations.ts';
import type { FromEngine, ToEngine } from './protocol.ts';

/** Serves messages with an engine. `closed` is called when the other side asks to end. */
export function serveEngine(
  engine: Engine,
  send: (message: FromEngine) => void,
  closed: () => void,
): (message: ToEngine) => void {
  const calls = new Map<number, AbortController>();
  const subscriptions = new Map<keyof EngineEvents, Disposable>();

  const answer = async ({ id, method, input, timeoutMs, look, judged }: Extract<ToEngine, { type: 'call' }>) => {
    const abort = new AbortController();
    calls.set(id, abort);
    const reply = await run(engine, method, input, {
      signal: abort.signal,
      timeoutMs,
      ...(look !== undefined && { look }),
      ...(judged && { judged }),
    });
    calls.delete(id);
    send({ type: 'reply', id, reply });
  };
  const subscribe = (topic: keyof EngineEvents) => {
    if (subscriptions.has(topic)) return;
    subscriptions.set(
      topic,
      engine.on(topic, (payload) => send({ type: 'event', topic, payload })),
    );
  };

  return (message) => {
    switch (message.type) {
      case 'call':
        void answer(message);
        return;
      case 'cancel':
        calls.get(message.id)?.abort();
        return;
      case 'subscribe':
        subscribe(message.topic);
        return;
      case 'unsubscribe':
        subscriptions.get(message.topic)?.dispose();
        subscriptions.delete(message.topic);
        return;
      case 'ping':
        send({ type: 'pong', id: message.id });
        return;
      case 'close':
        closed();
    }
  };
}

async function run(
  engine: Engine,
  method: EngineMethod,
  input: unknown,
  options: CallOptions,
): Promise<Reply<unknown>> {
  try {
    if (!engineMethods.includes(method)) throw new AppError('invalid_parameter', `The engine has no ${method}.`);
    const calls = engine as unknown as Record<EngineMethod, (input: unknown, options: CallOptions) => Promise<unknown>>;
    return { ok: true, value: await calls[method](input, options) };
  } catch (error) {
    return { ok: false, error: toWire(error) };
  }
}
