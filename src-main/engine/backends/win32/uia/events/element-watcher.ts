import { Worker } from 'node:worker_threads';
import { disposable, type Disposable } from '../../../../../base/disposable.ts';
import type { WindowInfo } from '#contract/model/window';
import { parseWindowId } from '../../native/window-id.ts';
import type { FromUiaEvents, ToUiaEvents, UiaEventsData } from './messages.ts';

/** An app that keeps the thread longer than this, in milliseconds from its start, is not waited for. */
const patienceMs = 3_000;
/** With so many threads stuck no one watches until one is free again: each keeps another one beside it. */
const mostStuck = 2;

/** Hints that elements of a window may have changed, from a thread of their own that no call waits for. */
export class ElementWatcher {
  readonly #entry: string;
  readonly #watched = new Map<number, { readonly window: number; readonly changed: () => void }>();
  readonly #undone = new Map<number, NodeJS.Timeout | undefined>();
  #worker: Worker | null = null;
  #isReady = false;
  #nextId = 1;
  /** Left behind; each ends once it is free. */
  readonly #stuck = new Set<Worker>();
  #closed = false;

  /** @param entry the script that runs as a thread of the engine */
  constructor(entry: string) {
    this.#entry = entry;
  }

  watch(window: WindowInfo, changed: () => void): Disposable {
    const id = this.#nextId++;
    const handle = parseWindowId(window.id);
    this.#watched.set(id, { window: handle, changed });
    this.#ask(id, handle);
    return disposable(() => {
      if (this.#watched.delete(id)) this.#ask(id, null);
    });
  }

  /** Lets the thread end by itself; one that is stuck ends with the process. */
  close(): void {
    this.#closed = true;
    for (const timer of this.#undone.values()) clearTimeout(timer);
    this.#watched.clear();
    this.#endWorker();
  }

  /** By itself, as soon as it is free. */
  #endWorker(): void {
    this.#worker?.postMessage(null satisfies ToUiaEvents);
    this.#worker?.unref();
  }

  #ask(id: number, window: number | null): void {
    if (this.#closed || this.#stuck.size >= mostStuck) return;
    clearTimeout(this.#undone.get(id));
    const worker = (this.#worker ??= this.#start());
    this.#undone.set(id, this.#isReady ? this.#patience() : undefined);
    worker.postMessage({ id, window } satisfies ToUiaEvents);
  }

  #patience(): NodeJS.Timeout {
    return setTimeout(() => this.#leaveBehind(), patienceMs);
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
        for (const id of this.#undone.keys()) this.#undone.set(id, this.#patience());
        return;
      case 'changed':
        this.#watched.get(message.id)?.changed();
        return;
      case 'done':
        clearTimeout(this.#undone.get(message.id));
        this.#undone.delete(message.id);
    }
  }

  /** The next thread begins with the windows that are asked for from now on: one of the others has it stuck. */
  #leaveBehind(): void {
    for (const timer of this.#undone.values()) clearTimeout(timer);
    this.#undone.clear();
    this.#watched.clear();
    this.#endWorker();
    if (this.#worker) this.#stuck.add(this.#worker);
    this.#worker = null;
  }
}
