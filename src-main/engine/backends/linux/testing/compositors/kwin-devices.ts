import { FakeInput } from '../../wayland/kwin/fake-input.ts';
import { buttonCodes } from '../../wayland/input/evdev.ts';
import { socketPath, WaylandConnection } from '../../wayland/wire/connection.ts';
import { LayoutKeys } from '../../wayland/xkb/layout-keys.ts';
import { clickBy, type Devices } from '../people/person.ts';

/** The input that KWin takes from any program that was granted it, by a connection of its own. */
export async function kwinDevices(display: string): Promise<Devices> {
  const path = socketPath(display);
  const connection = await WaylandConnection.open(path);
  const input = new FakeInput(connection, await LayoutKeys.open(path, () => Promise.resolve(0)));
  return {
    move: (to) => input.move(to),
    click: (heldMs) => clickBy((down) => input.button(buttonCodes.left, down), heldMs),
    key: (code, down) => input.key(code, down),
    close: () => connection.close(),
  };
}
