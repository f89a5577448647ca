import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Log } from '../../../../../base/log.ts';
import { FrontMemory, type CameToFront } from '../front/front-memory.ts';
import { winEventsTopic, type WinEventsInput } from './win-events.ts';
import type { Pump } from '../../thread/pump.ts';

/** Interval of polling without an event: Wine announces no titles, and Windows drops events when flooded. */
const lookEveryMs = 1_000;

/** Notifies watchers of possible changes of top-level windows. Events are subscribed to while there are watchers. */
export class WindowWatch implements Disposable {
  readonly #pump: Pump;
  readonly #log: Log;
  readonly #watchers = new Set<() => void>();
  /** Set by the pump while a notification is pending. */
  readonly #pending = new Int32Array(new SharedArrayBuffer(4));
  readonly #front = new FrontMemory();
  #poll: NodeJS.Timeout | undefined;

  constructor(pump: Pump, log: Log) {
    this.#pump = pump;
    this.#log = log;
    pump.on(winEventsTopic, () => {
      // First, so that later changes are reported again.
      Atomics.store(this.#pending, 0, 0);
      this.#announce();
    });
  }

  add(changed: () => void): Disposable {
    // A separate object, so that the same function can subscribe twice.
    const watcher = () => changed();
    this.#watchers.add(watcher);
    if (this.#watchers.size === 1) this.#start();
    return disposable(() => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#stop();
    });
  }

  /** The last window that came to the front, as of now; null if nothing was observed. */
  async lastInFront(): Promise<CameToFront | null> {
    if (this.#watchers.size === 0) return null;
    await this.#pump.call('winEvents', { sync: true } satisfies WinEventsInput);
    return this.#front.read();
  }

  dispose(): void {
    this.#watchers.clear();
    clearInterval(this.#poll);
  }

  #start(): void {
    this.#poll = setInterval(() => this.#announce(), lookEveryMs);
    Atomics.store(this.#pending, 0, 0);
    // Changes before the subscription are found by a read right after it.
    this.#front.clear();
    void this.#send({ on: true, pending: this.#pending, front: this.#front.buffer }).then(() => this.#announce());
  }

  #stop(): void {
    clearInterval(this.#poll);
    void this.#send({ on: false });
  }

  async #send(input: WinEventsInput): Promise<void> {
    await this.#pump.call('winEvents', input).catch((error: unknown) => {
      this.#log('warn', 'Windows announces no changes of windows; they are looked for instead', error);
    });
  }

  #announce(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}
