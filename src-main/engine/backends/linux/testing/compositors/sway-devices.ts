import { keysymOfCharacter } from '../../x11/input/keyboard/keys.ts';
import { buttonCodes, modifierCodes } from '../../wayland/input/evdev.ts';
import { socketPath, WaylandConnection } from '../../wayland/wire/connection.ts';
import { Outputs } from '../../wayland/wire/outputs.ts';
import { VirtualKeyboard } from '../../wayland/wlroots/keyboard.ts';
import { VirtualPointer } from '../../wayland/wlroots/pointer.ts';
import { clickBy, keyCodes, letterOf, type Devices } from '../people/person.ts';

const named: ReadonlyMap<number, number> = new Map([[keyCodes.tab, 0xff09]]);

/** The virtual devices that sway lets any program be. Their keys have a map of their own, in which each letter has one. */
export async function swayDevices(display: string): Promise<Devices> {
  const connection = await WaylandConnection.open(socketPath(display));
  const outputs = await Outputs.open(connection);
  const seat = connection.bind('wl_seat', 1);
  const pointer = new VirtualPointer(connection, seat, outputs);
  const keyboard = new VirtualKeyboard(connection, seat);
  let isCapital = false;
  return {
    move: (to) => pointer.move(to),
    click: (heldMs) => clickBy((down) => pointer.button(buttonCodes.left, down), heldMs),
    async key(code, down) {
      if (code === keyCodes.shift) {
        isCapital = down;
        return;
      }
      const letter = letterOf(code);
      const keysym = named.get(code) ?? keysymOfCharacter(isCapital ? letter.toUpperCase() : letter);
      const place = (await keyboard.find([keysym])).get(keysym);
      if (!place) return;
      if (place.shift) await keyboard.key(modifierCodes.shift, down);
      await keyboard.key(place.code, down);
    },
    close: () => connection.close(),
  };
}
