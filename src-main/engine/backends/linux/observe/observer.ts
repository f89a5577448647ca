import type { Log } from '../../../../base/log.ts';
import type { InputObserver } from '../../../backend.ts';
import type { KeymapCache } from '../input/keymap.ts';
import { grabInput } from './grab.ts';
import { recordInput } from './hook.ts';
import { inSequence } from './sequence.ts';

export function createObserver(display: string, keymaps: KeymapCache, log: Log): InputObserver {
  return {
    listen: (listener) => recordInput(display, inSequence(keymaps, listener, log)),
    grab: (listener) => grabInput(display, inSequence(keymaps, listener, log)),
  };
}
