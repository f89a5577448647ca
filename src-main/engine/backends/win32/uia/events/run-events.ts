import type { MessagePort } from 'node:worker_threads';
import koffi from 'koffi';
import { sleep } from '../../../../../base/async/deadline.ts';
import { rateLimited } from '../../../../watch/rate-limit.ts';
import { countHandlers } from '../../com/handler.ts';
import type { RawEvent } from '../../../../backend.ts';
import type { Hwnd } from '../../native/types.ts';
import { HandlerThread, subscribe, type EndSubscription } from './handler-thread.ts';
import { readEvent } from './read-event.ts';
import type { FromUiaEvents, ToUiaEvents, UiaEventsData, WatchedWindow } from './messages.ts';

/** Stack size of calls on other threads, in bytes: Windows' default. Koffi's is an eighth of it, too little for COM. */
const stackSize = 1024 * 1024;
/** Timeout for handlers still referenced at the end, and poll interval; milliseconds. */
const [lateMs, lookEveryMs] = [2_000, 20];

/**
 * Watches windows on request, one at a time. Apps call from their own threads, and wait until this thread's event loop turns:
 * nothing here may block for long, and the thread does nothing else.
 */
export function runUiaEvents(port: MessagePort, { entry }: UiaEventsData): void {
  koffi.config({ async_stack_size: stackSize });
  const watched = new Map<number, EndSubscription>();
  const handlers = new HandlerThread(entry);
  const send = (message: FromUiaEvents) => port.postMessage(message);

  void handlers.ready.then(() => send({ type: 'ready' }));

  const obey = async (id: number, window: WatchedWindow | null) => {
    await watched.get(id)?.();
    watched.delete(id);
    if (window?.detailed) {
      watched.set(id, await read(handlers, window, (events) => send({ type: 'events', id, events })));
    } else if (window) {
      watched.set(id, await watch(handlers, window.handle, () => send({ type: 'changed', id })));
    }
    send({ type: 'done', id });
  };

  const finish = async () => {
    for (const end of watched.values()) await end();
    await handlersAreGone();
    handlers.close();
    port.close();
  };

  let last = Promise.resolve();
  port.on('message', (message: ToUiaEvents) => {
    last = last.then(() => (message === null ? finish() : obey(message.id, message.window)));
  });
}

/** Events come in bursts with the same meaning. */
async function watch(thread: HandlerThread, window: Hwnd, changed: () => void): Promise<EndSubscription> {
  const limited = rateLimited(changed);
  const end = await subscribe(thread, window, () => limited.hint());
  return async () => {
    await end();
    limited.dispose();
  };
}

/** Each event with its details; events of one turn of the loop are sent together. */
async function read(
  thread: HandlerThread,
  { handle, processId }: WatchedWindow,
  received: (events: readonly RawEvent[]) => void,
): Promise<EndSubscription> {
  let events: RawEvent[] = [];
  const send = () => {
    received(events);
    events = [];
  };
  const reported = (...event: Parameters<typeof readEvent>) => {
    const description = readEvent(...event);
    // Focus events are received from every app.
    if (!description || (description.processId !== null && description.processId !== processId)) return;
    if (events.length === 0) setImmediate(send);
    events.push(description.event);
  };
  return subscribe(thread, handle, reported, true);
}

/**
 * Handlers may be called after their removal, but must not be called once this thread is gone:
 * https://learn.microsoft.com/windows/win32/api/uiautomationclient/nf-uiautomationclient-iuiautomation-removeautomationeventhandler
 */
async function handlersAreGone(): Promise<void> {
  const end = Date.now() + lateMs;
  while (countHandlers() > 0 && Date.now() < end) await sleep(lookEveryMs);
}
