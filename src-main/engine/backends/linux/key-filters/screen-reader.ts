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
/** How often one asks who listens after somebody began or ended to, in milliseconds; Orca asks for a thousand keys at once. */
const askAgainMs = 300;

/**
 * Hears which keys a screen reader takes for itself, as Orca does with those of its commands: apps ask the accessibility registry
 * before they take a key, and it answers for the screen reader. Null if the bus allows nobody to listen.
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

/** Whether somebody has asked to be shown keys and to take some: the third of what each reports about itself is how. */
async function isListenedTo(bus: BusConnection, signal: AbortSignal): Promise<boolean> {
  const call = { destination: registry, path: deviceEventControllerPath, interface: deviceEventController };
  const [listeners] = await bus.call({ ...call, member: 'GetKeystrokeListeners' }, signal).catch((): unknown[] => []);
  return Array.isArray(listeners) && listeners.some(mayTakeKeys);
}

/** Its last part is how it listens: whether apps wait for it, and whether it may keep a key from them. */
function mayTakeKeys(listener: unknown): boolean {
  const how = Array.isArray(listener) ? (listener as readonly unknown[]).at(-1) : null;
  return Array.isArray(how) && (how[0] === true || how[1] === true);
}

/** An event of a device: its type, the keysym, the keycode as X counts them. */
function pressedKey(message: Message): number | null {
  const [event] = message.body();
  const [type, , keycode] = Array.isArray(event) ? (event as readonly unknown[]) : [];
  return type === pressed && typeof keycode === 'number' ? keycode : null;
}
