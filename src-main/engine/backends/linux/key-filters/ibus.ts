import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { disposable } from '../../../../base/async/disposable.ts';
import { BusConnection } from '../dbus/connection.ts';
import { messageType, type Message } from '../dbus/message.ts';
import { type FilterNews, type KeyFilter, KeyCalls } from './key-calls.ts';

const ibus = 'org.freedesktop.IBus';
const inputContext = 'org.freedesktop.IBus.InputContext';
/** IBus uses evdev keycodes. https://www.x.org/releases/X11R7.7/doc/kbproto/xkbproto.html */
const evdevOffset = 8;
/** `IBUS_RELEASE_MASK`; https://ibus.github.io/docs/ibus-1.5/ibus-ibustypes.html */
const released = 1 << 30;
/** `IBUS_ENGINE_PREEDIT_COMMIT`: on blur, the app itself inserts the preedit text. */
const insertedByApp = 1;

const rules = [
  `eavesdrop=true,interface='${inputContext}'`,
  "eavesdrop=true,type='method_return'",
  `type='signal',interface='${ibus}',member='GlobalEngineChanged'`,
];

/** An engine of an input method, e.g. `libpinyin` and “Intelligent Pinyin”. */
export interface Engine {
  readonly id: string;
  readonly name: string;
}

/** The current engine; null if it passes keys unchanged. @throws if IBus does not answer */
export async function ibusEngine(connection: BusConnection, signal: AbortSignal): Promise<Engine | null> {
  const call = { destination: ibus, path: '/org/freedesktop/IBus', interface: 'org.freedesktop.DBus.Properties' };
  const body = [ibus, 'GlobalEngine'];
  const [described] = await connection.call({ ...call, member: 'Get', signature: 'ss', body }, signal);
  const [, , id, name] = Array.isArray(described) ? (described as readonly unknown[]) : [];
  return typeof id === 'string' && composes(id) ? { id, name: typeof name === 'string' && name ? name : id } : null;
}

/** A connection to IBus on a display; null if none is running there. */
export async function openIBus(display: string, signal: AbortSignal): Promise<BusConnection | null> {
  const address = process.env['IBUS_ADDRESS'] ?? publishedAddress(display);
  if (!address) return null;
  return BusConnection.open(address, signal).catch(() => null);
}

/** Observes IBus's handling of all apps' keys; null if it is not running. */
export async function listenToIBus(
  display: string,
  received: (news: FilterNews) => void,
  signal: AbortSignal,
): Promise<KeyFilter | null> {
  const connection = await openIBus(display, signal);
  if (!connection) return null;
  let engine = '';
  const traffic = new Traffic(received, (id) => (engine = id));
  connection.onOverheard((message) => traffic.receive(message));
  try {
    for (const rule of rules) await connection.addMatch(rule, signal);
  } catch {
    connection.close();
    return null;
  }
  engine = (await ibusEngine(connection, signal).catch(() => null))?.id ?? engine;
  return {
    get mayTake() {
      return composes(engine) && !connection.lost;
    },
    ...disposable(() => connection.close()),
  };
}

/** Engines named `xkb:…` are layouts. */
function composes(engine: string): boolean {
  return engine !== '' && !engine.startsWith('xkb:');
}

class Traffic {
  readonly #received: (news: FilterNews) => void;
  readonly #engine: (id: string) => void;
  readonly #calls = new KeyCalls();
  /** Preedit text that the app itself inserts on blur. */
  #pending = '';

  constructor(received: (news: FilterNews) => void, engine: (id: string) => void) {
    this.#received = received;
    this.#engine = engine;
  }

  receive(message: Message): void {
    const answered = this.#calls.answered(message);
    if (answered) this.#received({ type: 'key', ...answered });
    else if (message.type === messageType.call && message.interface === inputContext) this.#fromApp(message);
    else if (message.type === messageType.signal) this.#fromEngine(message);
  }

  #fromApp(message: Message): void {
    if (message.member === 'ProcessKeyEvent') {
      const [, code, state] = message.body();
      if (typeof code !== 'number' || typeof state !== 'number' || state & released) return;
      this.#calls.shown(message, code + evdevOffset);
    } else if (message.member === 'FocusIn') this.#received({ type: 'asked' });
    else if (message.member === 'FocusOut' || message.member === 'Reset') {
      if (this.#pending !== '') this.#received({ type: 'commit', text: this.#pending });
      this.#compose('', false);
    }
  }

  #fromEngine(message: Message): void {
    const body = message.body();
    const [first, , third, fourth] = body;
    const shown = third === true ? ibusText(first) : '';
    if (message.member === 'CommitText') this.#received({ type: 'commit', text: ibusText(first) });
    else if (message.member === 'UpdatePreeditText') this.#compose(shown, false);
    else if (message.member === 'UpdatePreeditTextWithMode') this.#compose(shown, fourth === insertedByApp);
    else if (message.member === 'HidePreeditText') this.#compose('', false);
    else if (message.member === 'ForwardKeyEvent' && typeof third === 'number' && !(third & released))
      this.#calls.forwarded();
    else if (message.member === 'GlobalEngineChanged' && typeof first === 'string') this.#engine(first);
  }

  #compose(text: string, isInsertedByApp: boolean): void {
    this.#pending = isInsertedByApp ? text : '';
    this.#received({ type: 'preedit', text });
  }
}

/** An `IBusText`: type, attachments, text, attributes. */
function ibusText(serialized: unknown): string {
  const [, , text] = Array.isArray(serialized) ? (serialized as readonly unknown[]) : [];
  return typeof text === 'string' ? text : '';
}

/** The file in which IBus publishes its bus address for programs of the display. */
function publishedAddress(display: string): string | null {
  const [, host = '', number = '0'] = /^([^:]*):(\d+)/.exec(display) ?? [];
  const folder = process.env['XDG_CONFIG_HOME'] || path.join(homedir(), '.config');
  try {
    const file = path.join(folder, 'ibus', 'bus', `${machineId()}-${host || 'unix'}-${number}`);
    return /^IBUS_ADDRESS=(.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

function machineId(): string {
  for (const file of ['/var/lib/dbus/machine-id', '/etc/machine-id']) {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch {
      // The other file may exist.
    }
  }
  return '';
}
