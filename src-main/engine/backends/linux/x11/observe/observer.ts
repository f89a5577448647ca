import { performance } from 'node:perf_hooks';
import { disposable, DisposableStore, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Log } from '../../../../../base/log.ts';
import type { InputObserver, RawInput } from '../../../../backend.ts';
import type { ServerClock } from '../display/server-clock.ts';
import type { KeymapCache } from '../input/keyboard/keymap.ts';
import { grabInput } from './grab.ts';
import { recordInput, recordKeys, type InputReading } from './hook.ts';
import { openAgain } from './open-again.ts';
import type { SentInput } from '../input/sent-input.ts';
import { inSequence } from './sequence.ts';
import { FilteredKeys } from '../../key-filters/filtered-keys.ts';
import { listenToKeyFilters, type FilterSources, type KeyFilters } from '../../key-filters/key-filters.ts';
import type { DeviceEvent } from '../input/device-event.ts';

/** Where input is read, until disposed. */
type Source = (reading: InputReading) => Promise<Disposable>;

/** @param clock by which all that this display tells is dated */
export function createObserver(
  display: string,
  keymaps: KeymapCache,
  sent: SentInput,
  { clock, filters, log }: { readonly clock: ServerClock; readonly filters: FilterSources; readonly log: Log },
): InputObserver {
  const observe = async (source: Source, listener: (input: RawInput, detail: number) => void): Promise<Disposable> => {
    const ours = sent.follow();
    const translate = inSequence(keymaps, listener, log);
    const brokenOff = () => {
      log('warn', 'the display broke off telling of input: it is asked again');
      listener({ type: 'lost', time: performance.now(), cause: 'unheard', events: null }, 0);
    };
    try {
      const event = (each: DeviceEvent) => translate.event(each, ours.isOurs(each));
      const missing = (each: DeviceEvent) => translate.missing(each, ours.isOurs(each));
      const observing = await source({ event, missing, brokenOff });
      return disposable(() => {
        ours.dispose();
        observing.dispose();
      });
    } catch (error) {
      ours.dispose();
      throw error;
    }
  };
  const input: Source = (reading) => recordInput(display, clock, reading);
  const keys: Source = (reading) => recordKeys(display, clock, reading);
  return {
    async listen(listener) {
      const owned = new DisposableStore();
      let running: KeyFilters | null = null;
      const keys = owned.add(new FilteredKeys(() => running?.mayTake() ?? [], listener));
      running = owned.add(await listenToKeyFilters(filters, (filter, news) => keys.heard(filter, news)));
      owned.add(
        await observe(openAgain(input), (each, detail) => keys.take(each, detail)).catch((error: unknown) => {
          owned.dispose();
          throw error;
        }),
      );
      return owned;
    },
    keys: (listener) => observe(openAgain(keys), listener),
    grab: (listener) => observe(({ event }) => grabInput(display, event), listener),
  };
}
