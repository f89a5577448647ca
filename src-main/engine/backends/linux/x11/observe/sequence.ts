import type { Log } from '../../../../../base/log.ts';
import type { RawInput } from '../../../../backend.ts';
import type { Keymap, KeymapCache } from '../input/keyboard/keymap.ts';
import { eventCode, type DeviceEvent } from '../input/device-event.ts';
import { createComposer } from '../../xkb/compose.ts';
import { unknownCharacter } from '#contract/model/recordings/action';
import { toRawInput } from './translate.ts';

interface InSequence {
  event(event: DeviceEvent, byUs: boolean): void;
  /** It was not told of: where it says something, that is lost. */
  missing(event: DeviceEvent, byUs: boolean): void;
}

/**
 * Translates events one after the other, since the keyboard map may have to be read again in between.
 * @param listener with the number of the key or button
 */
export function inSequence(
  keymaps: KeymapCache,
  listener: (input: RawInput, detail: number) => void,
  log: Log,
): InSequence {
  const composer = createComposer();
  let last = Promise.resolve();
  const next = (event: DeviceEvent, tell: (input: RawInput) => void) => {
    last = last
      .then(async () => {
        const known = await keymaps.get();
        // The key may be heard before the change of the map that gave it a meaning.
        const keymap = isUnknown(event, known) ? await keymaps.again() : known;
        const input = toRawInput(event, keymap, composer);
        if (input) tell(input);
        else if (isUnknown(event, keymap) && keymaps.changedLately)
          tell({ type: 'key', key: unknownCharacter, text: unknownCharacter, time: event.time });
      })
      .catch((error: unknown) => {
        log('warn', 'an input event was lost', error);
        if (event.code !== eventCode.motion)
          listener({ type: 'lost', time: event.time, cause: 'unread', events: 1 }, event.detail);
      });
  };
  return {
    event: (event, byUs) => next(event, (input) => listener(byUs ? { ...input, byUs } : input, event.detail)),
    missing(event, byUs) {
      if (!byUs) next(event, ({ time }) => listener({ type: 'lost', time, cause: 'unheard', events: 1 }, event.detail));
    },
  };
}

/** Its key means nothing any more. */
function isUnknown({ code, detail }: DeviceEvent, keymap: Keymap): boolean {
  return code === eventCode.keyPress && keymap.row(detail).every((keysym) => keysym === 0);
}
