import { Worker } from 'node:worker_threads';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawEvent } from '../../../../backend.ts';
import { parseWindowId } from '../../native/window.ts';
import type { FromUiaEvents, ToUiaEvents, UiaEventsData, WatchedWindow } from './messages.ts';

/** An app that blocks the thread for longer than this, in milliseconds from its start, is not waited for. */
const maxWaitMs = 3_000;
/** With this many stuck threads, watching stops until one is free: each also holds another thread. */
const mostStuck = 2;

/** Listeners for hints or events. */
interface Watched {
  readonly changed?: () => void;
  readonly received?: (event: RawEvent) => void;
}

/** Hints that elements of a window may have changed, from a separate thread that no call waits for. */
export class ElementWatcher {
  readonly #entry: string;
  readonly #watched = new Map<number, Watched>();
  readonly #undone = new Map<number, NodeJS.Timeout | undefined>();
  /** Callers waiting for a watch to begin. */
  readonly #begun = new Map<number, () => void>();
  #worker: Worker | null = null;
  #isReady = false;
  #nextId = 1;
  /** Abandoned threads; each ends once it is free. */
  readonly #stuck = new Set<Worker>();
  #closed = false;

  /** @param entry the script that runs as a thread of the engine */
  constructor(entry: string) {
    this.#entry = entry;
  }

  watch(window: WindowInfo, changed: () => void): Disposable {
    return this.#add(window, { changed }).watch;
  }

  /** Reports each event with its details. Active once it resolves. */
  async events(window: WindowInfo, received: (event: RawEvent) => void): Promise<Disposable> {
    const { id, watch } = this.#add(window, { received });
    if (this.#undone.has(id)) await new Promise<void>((resolve) => this.#begun.set(id, resolve));
    return watch;
  }

  #add({ id: window, processId }: WindowInfo, watched: Watched): { readonly id: number; readonly watch: Disposable } {
    const id = this.#nextId++;
    this.#watched.set(id, watched);
    this.#ask(id, { handle: parseWindowId(window), processId, detailed: watched.received !== undefined });
    const watch = disposable(() => {
      if (this.#watched.delete(id)) this.#ask(id, null);
    });
    return { id, watch };
  }

  /** Lets the thread end on its own; a stuck one ends with the process. */
  close(): void {
    this.#closed = true;
    this.#forgetUndone();
    this.#watched.clear();
    this.#endWorker();
  }

  #forgetUndone(): void {
    for (const id of [...this.#undone.keys()]) this.#done(id);
  }

  #done(id: number): void {
    clearTimeout(this.#undone.get(id));
    this.#undone.delete(id);
    this.#begun.get(id)?.();
    this.#begun.delete(id);
  }

  /** On its own, as soon as it is free. */
  #endWorker(): void {
    this.#worker?.postMessage(null satisfies ToUiaEvents);
    this.#worker?.unref();
  }

  #ask(id: number, window: WatchedWindow | null): void {
    if (this.#closed || this.#stuck.size >= mostStuck) return;
    clearTimeout(this.#undone.get(id));
    const worker = (this.#worker ??= this.#start());
    this.#undone.set(id, this.#isReady ? this.#debounce() : undefined);
    worker.postMessage({ id, window } satisfies ToUiaEvents);
  }

  #debounce(): NodeJS.Timeout {
    return setTimeout(() => this.#leaveBehind(), maxWaitMs);
  }

  #start(): Worker {
    this.#isReady = false;
    const data: UiaEventsData = { thread: 'uiaEvents', entry: this.#entry };
    const worker = new Worker(this.#entry, { workerData: data });
    worker.on('message', (message: FromUiaEvents) => worker === this.#worker && this.#receive(message));
    worker.on('error', () => worker === this.#worker && this.#leaveBehind());
    worker.on('exit', () => this.#stuck.delete(worker));
    return worker;
  }

  #receive(message: FromUiaEvents): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        for (const id of this.#undone.keys()) this.#undone.set(id, this.#debounce());
        return;
      case 'changed':
        this.#watched.get(message.id)?.changed?.();
        return;
      case 'events':
        for (const event of message.events) this.#watched.get(message.id)?.received?.(event);
        return;
      case 'done':
        this.#done(message.id);
    }
  }

  /** The next thread starts with windows requested from now on: one of the earlier ones has blocked the old one. */
  #leaveBehind(): void {
    this.#forgetUndone();
    this.#watched.clear();
    this.#endWorker();
    if (this.#worker) this.#stuck.add(this.#worker);
    this.#worker = null;
  }
}
