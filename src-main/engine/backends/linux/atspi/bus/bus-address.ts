import { existsSync } from 'node:fs';
import { BusConnection } from '../../dbus/connection.ts';
import { BusUnavailable } from '../../dbus/failure.ts';
import type { WindowSystem } from '../../window-system.ts';

/**
 * The address of the accessibility bus. The order is that of libatspi, except that the session bus comes before the window
 * system's property: that property survives the end of a bus, while the session bus starts a new one. @throws BusUnavailable
 */
export async function findBusAddress(system: Pick<WindowSystem, 'publishedBus'>, signal: AbortSignal): Promise<string> {
  const given = process.env['AT_SPI_BUS_ADDRESS'];
  if (given) return given;
  try {
    return await askSessionBus(signal);
  } catch (error) {
    const published = await system.publishedBus();
    if (published !== '') return published;
    throw error;
  }
}

/** @throws BusUnavailable if there is no session bus in this environment */
export function sessionBusAddress(): string {
  const given = process.env['DBUS_SESSION_BUS_ADDRESS'];
  if (given) return given;
  const path = `${process.env['XDG_RUNTIME_DIR'] ?? `/run/user/${process.getuid?.() ?? 0}`}/bus`;
  if (existsSync(path)) return `unix:path=${path}`;
  throw new BusUnavailable('DBUS_SESSION_BUS_ADDRESS is not set');
}

async function askSessionBus(signal: AbortSignal): Promise<string> {
  const session = await BusConnection.open(sessionBusAddress(), signal);
  try {
    const bus = 'org.a11y.Bus';
    const call = { destination: bus, path: '/org/a11y/bus', interface: bus, member: 'GetAddress' };
    const [address] = await session.call(call, signal);
    if (typeof address === 'string' && address !== '') return address;
    throw new BusUnavailable('the session bus knows no accessibility bus');
  } catch (error) {
    if (error instanceof BusUnavailable) throw error;
    throw new BusUnavailable('the session bus cannot start org.a11y.Bus', error);
  } finally {
    session.close();
  }
}
