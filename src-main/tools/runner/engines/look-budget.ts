import { AppError } from '#contract/errors';
import { deadlines } from '../../../engine/deadlines.ts';
import type { CallOptions, Engine, EngineMethod } from '../../../engine/engine.ts';

/** Limits of agents' concurrent reads: of all, of one client, and of all while an act is judged. */
const most = { all: 6, ofOne: 4, whileJudged: 1 } as const;

/** Reads that wait for a change, and cost next to nothing meanwhile. */
const waiting: ReadonlySet<string> = new Set<EngineMethod>(['followTree', 'followEvents', 'settleInput']);

function isLook(name: string): boolean {
  return Object.hasOwn(deadlines, name) && !deadlines[name as EngineMethod].acts && !waiting.has(name);
}

type Method = (input: unknown, options?: CallOptions) => Promise<unknown>;

interface Waiting {
  readonly client: string;
  readonly begin: () => void;
}

/**
 * Limits agents' use of the engine: judging an act has a timeout, which agents' reads must not exhaust. Excess reads wait for
 * their turn; those that judge an act never do.
 */
export class LookBudget {
  readonly #underWay = new Map<string, number>();
  #judged = 0;
  #queue: readonly Waiting[] = [];

  /** An act is judged while this runs. */
  async judging<T>(work: () => Promise<T>): Promise<T> {
    this.#judged++;
    try {
      return await work();
    } finally {
      this.#judged--;
      this.#next();
    }
  }

  /** The engine for a client's reads. */
  engineOf(engine: Engine, client: string): Engine {
    return new Proxy(engine, {
      get: (target, name) => {
        const own: unknown = Reflect.get(target, name);
        if (typeof name !== 'string' || !isLook(name)) return own;
        const look = (own as Method).bind(target);
        return async (input: unknown, options?: CallOptions) => {
          await this.#turn(client, options?.signal);
          try {
            return await look(input, options);
          } finally {
            this.#end(client);
          }
        };
      },
    });
  }

  /** @throws AppError `cancelled` */
  #turn(client: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#queue = this.#queue.filter((other) => other !== entry);
        reject(new AppError('cancelled'));
      };
      const entry: Waiting = {
        client,
        begin: () => {
          signal?.removeEventListener('abort', cancel);
          this.#underWay.set(client, this.#of(client) + 1);
          resolve();
        },
      };
      if (signal?.aborted) {
        cancel();
        return;
      }
      signal?.addEventListener('abort', cancel, { once: true });
      this.#queue = [...this.#queue, entry];
      this.#next();
    });
  }

  #end(client: string): void {
    const left = this.#of(client) - 1;
    if (left > 0) this.#underWay.set(client, left);
    else this.#underWay.delete(client);
    this.#next();
  }

  #next(): void {
    for (const entry of this.#queue) {
      if (!this.#hasRoomFor(entry.client)) continue;
      this.#queue = this.#queue.filter((other) => other !== entry);
      entry.begin();
    }
  }

  #hasRoomFor(client: string): boolean {
    const all = [...this.#underWay.values()].reduce((sum, count) => sum + count, 0);
    return all < (this.#judged > 0 ? most.whileJudged : most.all) && this.#of(client) < most.ofOne;
  }

  #of(client: string): number {
    return this.#underWay.get(client) ?? 0;
  }
}
