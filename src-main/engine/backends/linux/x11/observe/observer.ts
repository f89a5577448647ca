import { performance } from 'node:perf_hooks';
import { disposable, type Disposable } from '../../../../../base/disposable.ts';
import type { Log } from '../../../../../base/log.ts';
import type { InputObserver, RawInput } from '../../../../backend.ts';
import type { ServerClock } from '../display/server-clock.ts';
import type { KeymapCache } from '../input/keymap.ts';
import { grabInput } from './grab.ts';
import { recordInput, recordKeys, type InputReading } from './hook.ts';
import { openAgain } from './open-again.ts';
import type { SentInput } from '../input/sent-input.ts';
import { inSequence } from './sequence.ts';
import type { DeviceEvent } from '../input/device-event.ts';

/** Where input is read, until disposed. */
type Source = (reading: InputReading) => Promise<Disposable>;

/** @param clock by which all that this display tells is dated */
export function createObserver(
  display: string,
  keymaps: KeymapCache,
  sent: SentInput,
  { clock, log }: { readonly clock: ServerClock; readonly log: Log },
): InputObserver {
  const observe = async (source: Source, listener: (input: RawInput) => void): Promise<Disposable> => {
    const ours = sent.follow();
    const translate = inSequence(keymaps, listener, log);
    const brokenOff = () => {
      log('warn', 'the display broke off telling of input: it is asked again');
      listener({ type: 'lost', time: performance.now(), cause: 'unheard', events: null });
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
    listen: (listener) => observe(openAgain(input), listener),
    keys: (listener) => observe(openAgain(keys), listener),
    grab: (listener) => observe(({ event }) => grabInput(display, event), listener),
  };
}
