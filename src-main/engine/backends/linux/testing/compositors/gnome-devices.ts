import type { Point } from '#contract/model/geometry';
import { BusConnection } from '../../dbus/connection.ts';
import { buttonCodes } from '../../wayland/input/evdev.ts';
import { until } from '../apps/target-app.ts';
import { clickBy, type Devices } from '../people/person.ts';

const service = 'org.gnome.Mutter.RemoteDesktop';
const withinMs = 10_000;

/** The mouse and keyboard that GNOME's own sharing of screens has, which Deskscope does not use. */
export async function gnomeDevices(address: string, screen: Point): Promise<Devices> {
  const signal = () => AbortSignal.timeout(withinMs);
  const bus = await BusConnection.open(address, signal());
  const root = { destination: service, path: '/org/gnome/Mutter/RemoteDesktop', interface: service };
  let path: unknown;
  // It comes a moment after the shell itself.
  await until(async () => {
    [path] = await bus.call({ ...root, member: 'CreateSession' }, signal());
    return true;
  });
  const session = { destination: service, path: String(path), interface: `${service}.Session` };
  const call = (member: string, signature: string, ...body: readonly unknown[]) =>
    bus.call({ ...session, member, signature, body }, signal());
  await bus.call({ ...session, member: 'Start' }, signal());
  const by = (x: number, y: number) => call('NotifyPointerMotionRelative', 'dd', x, y);
  return {
    async move({ x, y }) {
      // It knows only how far, and others move the pointer too: it begins in the last corner, where nothing opens.
      await by(screen.x, screen.y);
      await by(x - screen.x + 1, y - screen.y + 1);
    },
    click: (heldMs) => clickBy((down) => call('NotifyPointerButton', 'ib', buttonCodes.left, down), heldMs),
    key: (code, down) => call('NotifyKeyboardKeycode', 'ub', code, down),
    close: () => bus.close(),
  };
}
