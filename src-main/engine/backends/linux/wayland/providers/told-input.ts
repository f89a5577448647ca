import type { Modifier } from '#contract/model/recordings/action';
import { fromMonotonic } from '../../../../../base/async/monotonic.ts';
import type { RawInput } from '../../../../backend.ts';
import { characterOf } from '../../x11/input/keyboard/characters.ts';
import { isModifier, nameOf } from '../../x11/input/keyboard/keys.ts';
import type { Told, ToldKey } from '../compositor.ts';
import { buttonOf, modifiersIn } from '../input/evdev.ts';
import type { Layout } from '../layout.ts';

/** In Deskscope's words; null for modifiers alone, and for buttons and keys that no one asks for. */
export function toRawInput(told: Told, layout: Layout): RawInput | null {
  const time = Math.min(fromMonotonic(told.time), performance.now());
  if (told.type === 'key') return toKey(told, time);
  if (told.type === 'gap') return { type: 'lost', time, cause: 'unheard', events: null };
  const { x, y } = layout.pixelAt(told.at);
  if (told.type === 'move') return { type: 'move', x, y, time };
  if (told.type === 'wheel') return { type: 'wheel', x, y, notches: told.notches, time };
  const button = buttonOf(told.code);
  if (!button) return null;
  return { type: 'button', x, y, button, down: told.down, modifiers: held(told.modifiers), time };
}

/** Only what it types is told of a key, not what it would type alone: its shift is left out where it made another character. */
function toKey({ keysym, modifiers }: ToldKey, time: number): RawInput | null {
  if (keysym === 0 || isModifier(keysym)) return null;
  const named = nameOf(keysym);
  const character = characterOf(keysym);
  const key = named ?? character?.toLowerCase() ?? null;
  if (key === null) return null;
  const isShiftOfCharacter = named === null && key === character;
  const chord = held(modifiers).filter((modifier) => modifier !== 'shift' || !isShiftOfCharacter);
  const isShortcut = chord.some((modifier) => modifier !== 'shift');
  return { type: 'key', key: [...chord, key].join('+'), text: named || isShortcut ? null : character, time };
}

/** The third level of a layout is no part of a chord. */
function held(mask: number): Modifier[] {
  return modifiersIn(mask).filter((modifier) => modifier !== 'altgr');
}
