import { withDeadline } from '../../../../base/deadline.ts';
import type { Check } from '#contract/model/engine';
import { busFix } from '../errors.ts';
import { findBusAddress, sessionBusAddress } from '../atspi/bus-address.ts';
import * as names from '../atspi/names.ts';
import { BusConnection } from '../dbus/connection.ts';
import type { XConnection } from '../x11/connection.ts';
import { failed, ok, warning } from './check.ts';

const timeoutMs = 5_000;

export async function checkSessionBus(): Promise<Check> {
  const name = 'Session bus';
  try {
    const address = sessionBusAddress();
    (await open((signal) => BusConnection.open(address, signal))).close();
    return ok(name, address.split(',')[0] ?? address);
  } catch (error) {
    return failed(name, reason(error), 'Start the desktop, or this command, under `dbus-run-session`.');
  }
}

export async function checkAccessibilityBus(x: XConnection): Promise<Check> {
  const name = 'Accessibility bus';
  try {
    const bus = await open(async (signal) => BusConnection.open(await findBusAddress(x, signal), signal));
    try {
      return await countApps(name, bus);
    } finally {
      bus.close();
    }
  } catch (error) {
    return failed(name, reason(error), busFix);
  }
}

async function countApps(name: string, bus: BusConnection): Promise<Check> {
  const call = { destination: names.registry, path: names.rootPath, interface: names.accessible };
  const [apps] = await open((signal) => bus.call({ ...call, member: 'GetChildren' }, signal));
  const count = Array.isArray(apps) ? apps.length : 0;
  if (count > 0) return ok(name, count === 1 ? '1 app offers its elements.' : `${count} apps offer their elements.`);
  return warning(
    name,
    'It runs, but no app offers its elements.',
    'Start the apps after the accessibility bus; Qt apps with QT_ACCESSIBILITY=1, Chromium and Electron ones with ' +
      'ACCESSIBILITY_ENABLED=1 and --force-renderer-accessibility.',
  );
}

function open<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withDeadline({ timeoutMs, what: 'The bus' }, work);
}

function reason(error: unknown): string {
  return error instanceof Error ? `It cannot be used: ${error.message}.` : 'It cannot be used.';
}
