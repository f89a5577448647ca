import { Worker } from 'node:worker_threads';
import type { Hwnd } from '../../native/types.ts';
import { createHandler, type HandlerName, type EventArguments } from '../../com/handler.ts';
import { Scope } from '../../com/memory.ts';
import type { FromUiaHandlers, HandlerAddresses, ToUiaHandlers, UiaHandlersData } from './messages.ts';

/**
 * Adds and removes handlers on one dedicated thread: UI Automation requires the same thread for both, and either may wait for a
 * running handler. https://learn.microsoft.com/windows/win32/winauto/uiauto-threading
 */
export class HandlerThread {
  readonly #worker: Worker;
  readonly #asked = new Map<number, () => void>();
  /** Resolves once it has started. */
  readonly ready = new Promise<void>((resolve) => this.#asked.set(0, resolve));
  #nextId = 1;
  #isGone = false;

  /** @param entry the script that runs as a thread of the engine */
  constructor(entry: string) {
    const data: UiaHandlersData = { thread: 'uiaHandlers' };
    this.#worker = new Worker(entry, { workerData: data });
    this.#worker.on('message', ({ id }: FromUiaHandlers) => this.#done(id));
    // Without it there are no events, and trees are read slightly later.
    this.#worker.on('error', () => this.#doneAll());
    this.#worker.on('exit', () => this.#doneAll());
  }

  /** Resolves once handlers are added, except those unsupported by this Windows or app; they are kept until removed. */
  async add(window: Hwnd, handlers: HandlerAddresses, detailed = false): Promise<number> {
    const id = this.#nextId++;
    await this.#ask(id, { id, window, handlers, detailed });
    return id;
  }

  /** Afterwards a last call of a handler may still be running. */
  remove(id: number): Promise<void> {
    return this.#ask(id, { id });
  }

  /** Lets the thread end on its own. */
  close(): void {
    this.#worker.postMessage(null satisfies ToUiaHandlers);
  }

  #ask(id: number, message: ToUiaHandlers): Promise<void> {
    if (this.#isGone) return Promise.resolve();
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#worker.postMessage(message);
    });
  }

  #done(id: number): void {
    this.#asked.get(id)?.();
    this.#asked.delete(id);
  }

  #doneAll(): void {
    this.#isGone = true;
    for (const id of [...this.#asked.keys()]) this.#done(id);
  }
}

/** Ends the watch. Afterwards a last call may still be running. */
export type EndSubscription = () => Promise<void>;

/** Purpose of a handler. */
export type Subject = keyof HandlerAddresses;

/**
 * Calls back, on this thread, whenever elements of a window report a change, until ended. Events unsupported by this Windows or
 * app are not reported.
 * @param detailed whether to report more kinds of events, and senders with their rows
 */
export async function subscribe(
  thread: HandlerThread,
  window: Hwnd,
  changed: (subject: Subject, ...reported: EventArguments) => void,
  detailed = false,
): Promise<EndSubscription> {
  const scope = new Scope();
  const handler = (subject: Subject, type: HandlerName): number => {
    const made = createHandler(type, (...reported) => changed(subject, ...reported));
    // Our own reference, besides UI Automation's.
    scope.own(made);
    return made;
  };
  const handlers = {
    structure: handler('structure', 'IUIAutomationStructureChangedEventHandler'),
    property: handler('property', 'IUIAutomationPropertyChangedEventHandler'),
    focus: handler('focus', 'IUIAutomationFocusChangedEventHandler'),
    opening: handler('opening', 'IUIAutomationEventHandler'),
  };
  const id = await thread.add(window, handlers, detailed);
  return async () => {
    await thread.remove(id);
    scope.release();
  };
}
