import { disposable, type Disposable } from '../../../../../base/disposable.ts';
import type { Log } from '../../../../../base/log.ts';
import type { InputObserver, RawInput } from '../../../../backend.ts';
import type { KeymapCache } from '../input/keymap.ts';
import { grabInput } from './grab.ts';
import { recordInput, recordKeys } from './hook.ts';
import type { SentInput } from '../input/sent-input.ts';
import { inSequence } from './sequence.ts';
import type { DeviceEvent } from '../input/device-event.ts';

/** Where input is read, until disposed. */
type Source = (display: string, listener: (event: DeviceEvent) => void) => Promise<Disposable>;

export function createObserver(display: string, keymaps: KeymapCache, sent: SentInput, log: Log): InputObserver {
  const observe = async (source: Source, listener: (input: RawInput) => void): Promise<Disposable> => {
    const ours = sent.follow();
    const translate = inSequence(keymaps, listener, log);
    try {
      const observing = await source(display, (event) => translate(event, ours.isOurs(event)));
      return disposable(() => {
        ours.dispose();
        observing.dispose();
      });
    } catch (error) {
      ours.dispose();
      throw error;
    }
  };
  return {
    listen: (listener) => observe(recordInput, listener),
    keys: (listener) => observe(recordKeys, listener),
    grab: (listener) => observe(grabInput, listener),
  };
}
