import type { MessagePort } from 'node:worker_threads';
import { DisposableStore, type Disposable } from '../../../../base/disposable.ts';
import { createLog } from '../../../../base/log.ts';
import { paced } from '../../../watch/pace.ts';
import type { Hwnd } from '../native/types.ts';
import { UiaClient } from '../uia/client.ts';
import { subscribe } from '../uia/events/subscribe.ts';
import type { FromUiaEvents, ToUiaEvents } from './uia-event-messages.ts';

const log = createLog('engine, element events');

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
      if (window !== null)
        watched.set(
          id,
          watch((client ??= new UiaClient()), window, () => send({ type: 'changed', id })),
        );
    } catch (error) {
      // Without events the tree is read a little later; there is nobody to be told.
      log('info', `window ${window ?? 0} is not watched`, error);
    }
    send({ type: 'done', id });
  });
}

/** Events come in bursts, and all of one say the same. */
function watch(client: UiaClient, window: Hwnd, changed: () => void): Disposable {
  const owned = new DisposableStore();
  const { hint } = owned.add(paced(changed));
  owned.add(subscribe(client, window, hint));
  return owned;
}
