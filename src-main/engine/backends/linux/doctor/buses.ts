import type { Check } from '#contract/model/engine';
import { isAccessibilityOn, turnOn } from '../atspi/bus/accessibility-status.ts';
import { findBusAddress, sessionBusAddress } from '../atspi/bus/bus-address.ts';
import * as names from '../atspi/vocabulary/names.ts';
import { BusConnection } from '../dbus/connection.ts';
import type { WindowSystem } from '../window-system.ts';
import { busFix, registryFix } from '../errors.ts';
import { failed, ok, warning } from '../../../doctor/check.ts';

export async function checkSessionBus(signal: AbortSignal): Promise<Check> {
  const name = 'Session bus';
  try {
    const address = sessionBusAddress();
    (await BusConnection.open(address, signal)).close();
    return ok(name, address.split(',')[0] ?? address);
  } catch (error) {
    return failed(name, reason(error, signal), 'Start the desktop, or this command, under `dbus-run-session`.');
  }
}

export async function checkAccessibilityBus(system: WindowSystem, signal: AbortSignal): Promise<Check> {
  const name = 'Accessibility bus';
  try {
    const address = await findBusAddress(system, signal);
    (await BusConnection.open(address, signal)).close();
    return ok(name, address.split(',')[0] ?? address);
  } catch (error) {
    return failed(name, reason(error, signal), busFix);
  }
}

/** The registry is a program of its own: without it the bus has no list of apps. */
export async function checkRegistry(system: WindowSystem, signal: AbortSignal): Promise<Check> {
  const name = 'Accessibility registry';
  const fix = `${registryFix}.`;
  let bus: BusConnection | null = null;
  try {
    bus = await BusConnection.open(await findBusAddress(system, signal), signal);
    const call = { destination: names.registry, path: names.rootPath, interface: names.accessible };
    const [apps] = await bus.call({ ...call, member: 'GetChildren' }, signal);
    if (!Array.isArray(apps)) return failed(name, 'It gives no list of apps.', fix);
    return ok(name, apps.length === 1 ? 'It knows 1 app.' : `It knows ${apps.length} apps.`);
  } catch (error) {
    return failed(name, reason(error, signal), fix);
  } finally {
    bus?.close();
  }
}

/** Apps of GTK and Qt 5 offer their elements regardless; the others ask this when they start. */
export async function checkAccessibilityOn(signal: AbortSignal): Promise<Check> {
  const name = 'Accessibility';
  try {
    if (await isAccessibilityOn(signal)) return ok(name, 'It is on for apps that start from now on.');
    const detail = 'It is off: Chromium, Electron, Firefox and Qt 6 apps that start now will offer no elements.';
    return warning(name, detail, `${turnOn}.`);
  } catch (error) {
    return failed(name, reason(error, signal), busFix);
  }
}

function reason(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'It does not answer.';
  return error instanceof Error ? `It cannot be used: ${error.message}.` : 'It cannot be used.';
}
