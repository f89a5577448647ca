import type { Modifier, MouseButton } from '#contract/model/recordings/action';
import type { RawInput } from '../../../../backend.ts';
import { characterOf } from '../input/keyboard/characters.ts';
import { buttonNumbers, wheelDown, wheelUp } from '../input/input.ts';
import { stateBit, type Keymap } from '../input/keyboard/keymap.ts';
import { eventCode, type DeviceEvent } from '../input/device-event.ts';
import { isModifier, nameOf } from '../input/keyboard/keys.ts';
import { noComposer, type Composer } from '../../xkb/compose.ts';

const namesOfButtons = new Map(Object.entries(buttonNumbers).map(([name, n]) => [n, name as MouseButton]));

/**
 * What the event says to the engine, or null for modifiers alone, key releases, buttons no one asks for, and keys that type
 * nothing by themselves.
 */
export function toRawInput(event: DeviceEvent, keymap: Keymap, composer: Composer = noComposer): RawInput | null {
  const { x, y, time } = event;
  switch (event.code) {
    case eventCode.motion:
      return { type: 'move', x, y, time };
    case eventCode.buttonPress:
    case eventCode.buttonRelease:
      return toButton(event);
    case eventCode.keyPress:
      return toKey(event, keymap, composer);
    default:
      return null;
  }
}

function toButton({ code, detail, state, x, y, time }: DeviceEvent): RawInput | null {
  const down = code === eventCode.buttonPress;
  if (detail === wheelUp || detail === wheelDown) {
    return down ? { type: 'wheel', x, y, notches: detail === wheelUp ? 1 : -1, time } : null;
  }
  const button = namesOfButtons.get(detail);
  return button ? { type: 'button', x, y, button, down, modifiers: modifiersIn(state), time } : null;
}

function toKey({ detail, state, time }: DeviceEvent, keymap: Keymap, composer: Composer): RawInput | null {
  const keysym = keymap.keysym(detail, state);
  if (keysym === 0 || isModifier(keysym)) return null;
  const modifiers = modifiersIn(state);
  const isShortcut = modifiers.some((modifier) => modifier !== 'shift');
  if (isShortcut) composer.reset();
  const composed = isShortcut ? 'alone' : composer.feed(keysym);
  if (composed === 'begun' || composed === 'dropped') return null;
  const named = nameOf(keysym);
  // The keypad's unshifted meaning is Home and the like; with NumLock its digit is the key.
  const base = characterOf(keymap.base(detail, state)) ?? characterOf(keysym);
  const together = composed === 'alone' ? null : composed.text;
  const key = named ?? (base ?? together)?.toLowerCase() ?? null;
  if (key === null) return null;
  const text = together ?? (named !== null || isShortcut ? null : characterOf(keysym));
  return { type: 'key', key: [...modifiers, key].join('+'), text, time };
}

/** In the order of chords. */
function modifiersIn(state: number): Modifier[] {
  const modifiers: Modifier[] = [];
  if (state & stateBit.control) modifiers.push('ctrl');
  if (state & stateBit.shift) modifiers.push('shift');
  if (state & stateBit.mod1) modifiers.push('alt');
  if (state & stateBit.mod4) modifiers.push('meta');
  return modifiers;
}
