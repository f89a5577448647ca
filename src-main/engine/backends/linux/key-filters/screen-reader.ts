import { disposable } from '../../../../base/async/disposable.ts';
import { deviceEventController, deviceEventControllerPath, registry } from '../atspi/vocabulary/names.ts';
import { BusConnection } from '../dbus/connection.ts';
import { messageType, type Message } from '../dbus/message.ts';
import { type FilterNews, type KeyFilter, KeyCalls } from './key-calls.ts';

const rules = [
  `type='method_call',interface='${deviceEventController}'`,
  `type='method_return',sender='${registry}'`,
  `type='error',sender='${registry}'`,
];
/** `ATSPI_KEY_PRESSED_EVENT` */
const pressed = 0;
/**
 * Minimum interval between queries for listeners after one was added or removed, in milliseconds; Orca registers a thousand
 * keys at once.
 */
const askAgainMs = 300;

/**
 * Observes which keys a screen reader consumes, as Orca does with those of its commands: apps query the accessibility registry
 * before they use a key, and it answers for the screen reader. Null if the bus does not allow monitoring.
 */
export async function listenToScreenReader(
  address: string,
  received: (news: FilterNews) => void,
  signal: AbortSignal,
): Promise<KeyFilter | null> {
  const connection = await BusConnection.open(address, signal);
  const asking = await BusConnection.open(address, signal);
  const close = () => {
    clearTimeout(timer);
    connection.close();
    asking.close();
  };
  let mayTake = false;
  let timer: NodeJS.Timeout | undefined;
  const look = () => isListenedTo(asking, AbortSignal.timeout(askAgainMs * 10)).then((is) => void (mayTake = is));
  const lookSoon = () => (timer ??= setTimeout(() => void look().finally(() => (timer = undefined)), askAgainMs));
  const calls = new KeyCalls();
  connection.onOverheard((message) => {
    if (message.type !== messageType.call) {
      const answered = calls.answered(message);
      if (answered) received({ type: 'key', ...answered });
    } else if (message.member === 'NotifyListenersSync') {
      const keycode = pressedKey(message);
      if (keycode !== null) calls.shown(message, keycode);
    } else if (/^(Der|R)egisterKeystrokeListener$/.test(message.member)) lookSoon();
  });
  try {
    await connection.monitor(rules, signal);
    await look();
  } catch {
    close();
    return null;
  }
  return {
    get mayTake() {
      return mayTake && !connection.lost;
    },
    ...disposable(close),
  };
}

/** Whether a listener asked to be shown keys and to consume some: the third field of each describes its mode. */
async function isListenedTo(bus: BusConnection, signal: AbortSignal): Promise<boolean> {
  const call = { destination: registry, path: deviceEventControllerPath, interface: deviceEventController };
  const [listeners] = await bus.call({ ...call, member: 'GetKeystrokeListeners' }, signal).catch((): unknown[] => []);
  return Array.isArray(listeners) && listeners.some(mayTakeKeys);
}

/** The last field is its mode: whether apps wait for it, and whether it may consume keys. */
function mayTakeKeys(listener: unknown): boolean {
  const how = Array.isArray(listener) ? (listener as readonly unknown[]).at(-1) : null;
  return Array.isArray(how) && (how[0] === true || how[1] === true);
}

/** A device event: type, keysym, X keycode. */
function pressedKey(message: Message): number | null {
  const [event] = message.body();
  const [type, , keycode] = Array.isArray(event) ? (event as readonly unknown[]) : [];
  return type === pressed && typeof keycode === 'number' ? keycode : null;
}
