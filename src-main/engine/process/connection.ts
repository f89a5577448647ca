import { AppError, fromWire } from '#contract/errors';
import { deadlines } from '../deadlines.ts';
import type { CallOptions, EngineEvents, EngineMethod } from '../engine.ts';
import type { EngineProcess, FromEngine } from './protocol.ts';

/** Events of a connection. The last is either `failed` or `ended`. */
export interface ConnectionListener {
  ready(): void;
  /** The engine cannot start or continue, with the reason. */
  failed(error: AppError): void;
  ended(reason: string): void;
  event(topic: keyof EngineEvents, payload: unknown): void;
  pong(id: number): void;
}

type ConnectionCall = Required<Pick<CallOptions, 'timeoutMs' | 'signal'>> & Pick<CallOptions, 'look' | 'judged'>;

interface Pending {
  readonly method: EngineMethod;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AppError) => void;
}

/** One engine process and its pending calls. */
export class Connection {
  readonly process: EngineProcess;
  readonly #calls = new Map<number, Pending>();
  #nextCall = 1;
  #over = false;

  constructor(process: EngineProcess, listener: ConnectionListener) {
    this.process = process;
    process.onMessage((message) => this.#receive(message, listener));
    process.onExit((reason) => {
      this.#over = true;
      this.#failAll(reason);
      listener.ended(reason);
    });
  }

  /** @throws AppError errors of the engine, or `engine_restarted` if its process ends first */
  call(method: EngineMethod, input: unknown, { timeoutMs, signal, look, judged }: ConnectionCall): Promise<unknown> {
    const id = this.#nextCall++;
    return new Promise((resolve, reject) => {
      if (this.#over) {
        reject(restarted(method, 'it had ended'));
        return;
      }
      const cancel = () => this.#over || this.process.send({ type: 'cancel', id });
      const settle = () => {
        this.#calls.delete(id);
        signal.removeEventListener('abort', cancel);
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.#calls.set(id, {
        method,
        resolve: (value) => {
          settle();
          resolve(value);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      const about = { ...(look !== undefined && { look }), ...(judged && { judged }) };
      this.process.send({ type: 'call', id, method, input, timeoutMs, ...about });
    });
  }

  #receive(message: FromEngine, listener: ConnectionListener): void {
    switch (message.type) {
      case 'ready':
        listener.ready();
        return;
      case 'failed':
        listener.failed(fromWire(message.error));
        return;
      case 'reply': {
        const call = this.#calls.get(message.id);
        if (message.reply.ok) call?.resolve(message.reply.value);
        else call?.reject(fromWire(message.reply.error));
        return;
      }
      case 'event':
        listener.event(message.topic, message.payload);
        return;
      case 'pong':
        listener.pong(message.id);
    }
  }

  #failAll(reason: string): void {
    for (const { method, reject } of [...this.#calls.values()]) reject(restarted(method, reason));
  }
}

function restarted(method: EngineMethod, reason: string): AppError {
  const message = `The engine ended (${reason}) during ${method}.`;
  return new AppError('engine_restarted', message, deadlines[method].acts ? { delivery: 'unknown' } : {});
}
