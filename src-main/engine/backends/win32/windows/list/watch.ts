import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Log } from '../../../../../base/log.ts';
import { FrontMemory, type CameToFront } from '../front/front-memory.ts';
import { winEventsTopic, type WinEventsInput } from './win-events.ts';
import type { Pump } from '../../thread/pump.ts';

/** How often watchers are told to look without a reason: Wine announces no titles, and Windows drops events when flooded. */
const lookEveryMs = 1_000;

/** Tells watchers that a top-level window may have come, gone or changed. Windows is listened to while there is one. */
export class WindowWatch implements Disposable {
  readonly #pump: Pump;
  readonly #log: Log;
  readonly #watchers = new Set<() => void>();
  /** Set by the pump while news are on their way. */
  readonly #pending = new Int32Array(new SharedArrayBuffer(4));
  readonly #front = new FrontMemory();
  #poll: NodeJS.Timeout | undefined;

  constructor(pump: Pump, log: Log) {
    this.#pump = pump;
    this.#log = log;
    pump.on(winEventsTopic, () => {
      // First, so that whatever happens from now on is reported again.
      Atomics.store(this.#pending, 0, 0);
      this.#announce();
    });
  }

  add(changed: () => void): Disposable {
    // An object of its own, so that the same function can watch twice.
    const watcher = () => changed();
    this.#watchers.add(watcher);
    if (this.#watchers.size === 1) this.#start();
    return disposable(() => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#stop();
    });
  }

  /** Which window came to the front last, of what has happened until now; null if nobody listened. */
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
    // What happened before the listening began is seen by a look right after.
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
