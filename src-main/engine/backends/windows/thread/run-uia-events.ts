import type { MessagePort } from 'node:worker_threads';
import type { Disposable } from '../../../../base/disposable.ts';
import { createLog } from '../../../../base/log.ts';
import { UiaClient } from '../uia/client.ts';
import { subscribe } from '../uia/events/subscribe.ts';
import type { FromUiaEvents, ToUiaEvents } from './uia-event-messages.ts';

const log = createLog('engine, element events');

/** Events come in bursts, and all of one say the same; milliseconds. */
const burstMs = 30;

/**
 * Watches windows as it is told to. Apps call from threads of their own, and wait until this thread's event loop turns:
 * nothing here may block for long, and nothing else is done here.
 */
export function runUiaEvents(port: MessagePort): void {
  const watched = new Map<number, Disposable>();
  let client: UiaClient | null = null;
  const send = (message: FromUiaEvents) => port.postMessage(message);
  port.on('message', (message: ToUiaEvents) => {
    if (message === null) {
      for (const subscription of watched.values()) subscription.dispose();
      port.close();
      return;
    }
    const { id, window } = message;
    watched.get(id)?.dispose();
    watched.delete(id);
    try {
      const changed = once(() => send({ type: 'changed', id }));
      if (window !== null) watched.set(id, subscribe((client ??= new UiaClient()), window, changed));
    } catch (error) {
      // Without events the tree is read a little later; there is nobody to be told.
      log('info', `window ${window ?? 0} is not watched`, error);
    }
    send({ type: 'done', id });
  });
}

/** At once for the first of a burst, and once more after it. */
function once(tell: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  let more = false;
  const open = () => {
    timer = null;
    if (!more) return;
    more = false;
    tell();
  };
  return () => {
    if (timer !== null) {
      more = true;
      return;
    }
    tell();
    timer = setTimeout(open, burstMs);
  };
}
