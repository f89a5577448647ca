import { disposable, type Disposable } from '../../../../base/async/disposable.ts';
import type { Call, Message } from '../dbus/message.ts';
import type { AccessibilityBus } from './bus/bus.ts';
import { deviceEventController, deviceEventControllerPath, registry } from './vocabulary/names.ts';

/** A key press that an app reports in one of its windows. `code` is the X11 keycode, `time` the app's clock in milliseconds. */
export interface AppKey {
  readonly keysym: number;
  readonly code: number;
  readonly modifiers: number;
  readonly time: number;
}

const listenerPath = '/app/deskscope/keys';
const registerMs = 10_000;
/** A registration for keys names an exact modifier combination; these are all combinations. */
const everyModifiers = Array.from({ length: 256 }, (_, mask) => mask);
const anyKey: readonly unknown[] = [];
const pressed = 0;
const onlyPressed = 1 << pressed;
/** The app does not wait for an answer, and keys are not consumed. */
const mode = [false, false, false] as const;

/** Interval of reconnection attempts after the bus was lost, in milliseconds. */
const againMs = 500;

/**
 * Observes the keys that apps report to screen readers, on any window system. GTK 3 apps report them; GTK 4 and Chromium on
 * Wayland do not. Resubscribes when the bus restarts. @param missed called when the bus was lost, so that keys may be missing
 * @throws BusUnavailable, DBusFailure
 */
export async function listenToAppKeys(
  bus: AccessibilityBus,
  received: (key: AppKey) => void,
  missed: () => void,
): Promise<Disposable> {
  const listening = bus.onCall((message) => {
    const key = keyOf(message);
    if (key) received(key);
  });
  try {
    await forEveryModifiers(bus, registration);
  } catch (error) {
    listening.dispose();
    throw error;
  }
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const askAgain = () => {
    clearTimeout(timer);
    if (isOver) return;
    timer = setTimeout(() => void forEveryModifiers(bus, registration).catch(askAgain), againMs);
  };
  const losing = bus.onLost(() => {
    missed();
    askAgain();
  });
  return disposable(() => {
    isOver = true;
    clearTimeout(timer);
    losing.dispose();
    listening.dispose();
    forEveryModifiers(bus, deregistration).catch(() => undefined);
  });
}

async function forEveryModifiers(bus: AccessibilityBus, call: (mask: number) => Call): Promise<void> {
  const signal = AbortSignal.timeout(registerMs);
  await Promise.all(everyModifiers.map((mask) => bus.call(call(mask), signal)));
}

/** https://gnome.pages.gitlab.gnome.org/at-spi2-core/devel-docs/doc-org.a11y.atspi.DeviceEventController.html */
const controller = { destination: registry, path: deviceEventControllerPath, interface: deviceEventController };

function registration(mask: number): Call {
  const body = [listenerPath, anyKey, mask, onlyPressed, mode];
  return { ...controller, member: 'RegisterKeystrokeListener', signature: 'oa(iisi)uu(bbb)', body };
}

function deregistration(mask: number): Call {
  const body = [listenerPath, anyKey, mask, onlyPressed];
  return { ...controller, member: 'DeregisterKeystrokeListener', signature: 'oa(iisi)uu', body };
}

/** Null for any other call. */
export function keyOf(message: Pick<Message, 'path' | 'member' | 'body'>): AppKey | null {
  if (message.path !== listenerPath || message.member !== 'NotifyEvent') return null;
  const [event] = message.body();
  if (!Array.isArray(event)) return null;
  const [type, keysym, code, modifiers, time] = event as readonly unknown[];
  if (type !== pressed || !isWhole(keysym) || !isWhole(code) || !isWhole(modifiers) || !isWhole(time)) return null;
  return { keysym, code, modifiers, time: time >>> 0 };
}

const isWhole = (value: unknown): value is number => Number.isInteger(value);
