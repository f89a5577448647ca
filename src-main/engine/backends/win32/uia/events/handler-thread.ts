import { Worker } from 'node:worker_threads';
import type { Hwnd } from '../../native/types.ts';
import { createHandler, type HandlerName, type EventArguments } from '../../com/handler.ts';
import { Scope } from '../../com/memory.ts';
import type { FromUiaHandlers, HandlerAddresses, ToUiaHandlers, UiaHandlersData } from './messages.ts';

/**
 * Adds and removes handlers on one thread that does nothing else: UI Automation wants it to be the same one, and either may wait
 * for a handler that is called at that moment. https://learn.microsoft.com/windows/win32/winauto/uiauto-threading
 */
export class HandlerThread {
  readonly #worker: Worker;
  readonly #asked = new Map<number, () => void>();
  /** Once it has started. */
  readonly ready = new Promise<void>((resolve) => this.#asked.set(0, resolve));
  #nextId = 1;
  #isGone = false;

  /** @param entry the script that runs as a thread of the engine */
  constructor(entry: string) {
    const data: UiaHandlersData = { thread: 'uiaHandlers' };
    this.#worker = new Worker(entry, { workerData: data });
    this.#worker.on('message', ({ id }: FromUiaHandlers) => this.#done(id));
    // Without it no events come, and trees are read a little later.
    this.#worker.on('error', () => this.#doneAll());
    this.#worker.on('exit', () => this.#doneAll());
  }

  /** Answers what to call them by. What this Windows or the app does not have is not added; they are kept until they are removed. */
  async add(window: Hwnd, handlers: HandlerAddresses, detailed = false): Promise<number> {
    const id = this.#nextId++;
    await this.#ask(id, { id, window, handlers, detailed });
    return id;
  }

  /** Afterwards a last call of a handler may be under way still. */
  remove(id: number): Promise<void> {
    return this.#ask(id, { id });
  }

  /** Lets the thread end by itself. */
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

/** Ends what it was given for. Afterwards a last call may be under way still. */
export type EndSubscription = () => Promise<void>;

/** What a handler is for. */
export type Subject = keyof HandlerAddresses;

/**
 * Calls back, on this thread, whenever elements of a window report that something changed, until it is ended. What this Windows
 * or the app does not report is not told.
 * @param detailed whether more kinds of events are wanted, and senders with their rows
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
    // Our own reference, beside those of UI Automation.
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
