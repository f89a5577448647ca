import type { Log } from '../../../../../base/log.ts';
import type { RawInput } from '../../../../backend.ts';
import type { KeymapCache } from '../input/keymap.ts';
import { eventCode, type DeviceEvent } from '../input/device-event.ts';
import { toRawInput } from './translate.ts';

/** Translates events one after the other, since the keyboard map may have to be read again in between. */
export function inSequence(
  keymaps: KeymapCache,
  listener: (input: RawInput) => void,
  log: Log,
): (event: DeviceEvent, byUs: boolean) => void {
  let last = Promise.resolve();
  return (event, byUs) => {
    last = last
      .then(async () => {
        const input = toRawInput(event, await keymaps.get());
        if (input) listener(byUs ? { ...input, byUs } : input);
      })
      .catch((error: unknown) => {
        log('warn', 'an input event was lost', error);
        if (event.code !== eventCode.motion) listener({ type: 'lost', time: event.time, cause: 'unread', events: 1 });
      });
  };
}
