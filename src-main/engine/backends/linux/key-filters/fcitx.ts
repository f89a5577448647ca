import { disposable } from '../../../../base/async/disposable.ts';
import { sessionBusAddress } from '../atspi/bus/bus-address.ts';
import { BusConnection } from '../dbus/connection.ts';
import { messageType, type Message } from '../dbus/message.ts';
import { type FilterNews, type KeyFilter, KeyCalls, type KeyAnswer } from './key-calls.ts';
import type { Engine } from './ibus.ts';

const fcitx = 'org.fcitx.Fcitx5';
const inputContext = 'org.fcitx.Fcitx.InputContext1';
const controller = { destination: fcitx, path: '/controller', interface: 'org.fcitx.Fcitx.Controller1' };

const rules = [`interface='${inputContext}'`, `type='method_return',sender='${fcitx}'`];

/** A flag of its `State`. */
const active = 2;
const askMs = 2_000;
/** Maximum delay after its answer until it returns a key to the app, in milliseconds. */
const handBackMs = 20;

/**
 * Reply types of `ProcessKeyEventBatch`: https://github.com/fcitx/fcitx5/blob/master/src/frontend/dbusfrontend/dbusfrontend.cpp
 */
const batched = { commit: 0, preedit: 1, forward: 2 } as const;

/** The current engine; null if it passes keys unchanged. @throws if Fcitx does not answer */
export async function fcitxEngine(connection: BusConnection, signal: AbortSignal): Promise<Engine | null> {
  const [id] = await connection.call({ ...controller, member: 'CurrentInputMethod' }, signal);
  if (typeof id !== 'string' || !composes(id)) return null;
  const [group] = await connection
    .call({ ...controller, member: 'AvailableInputMethods' }, signal)
    .catch((): unknown[] => []);
  const all = Array.isArray(group) ? (group as readonly unknown[]) : [];
  const described = all.find((each) => Array.isArray(each) && each[0] === id) as readonly unknown[] | undefined;
  return { id, name: typeof described?.[1] === 'string' && described[1] ? described[1] : id };
}

/** A connection to the session bus; null if Fcitx 5 is not running. Does not start it. */
export async function openFcitx(signal: AbortSignal): Promise<BusConnection | null> {
  let connection: BusConnection | null = null;
  try {
    connection = await BusConnection.open(sessionBusAddress(), signal);
    const bus = 'org.freedesktop.DBus';
    const call = { destination: bus, path: '/org/freedesktop/DBus', interface: bus };
    const [isThere] = await connection.call({ ...call, member: 'NameHasOwner', signature: 's', body: [fcitx] }, signal);
    if (isThere === true) return connection;
  } catch {
    // No Fcitx without a session bus.
  }
  connection?.close();
  return null;
}

/**
 * Makes Fcitx pass keys unchanged, like its own switch.
 * @returns a function that undoes this; null if it was off, or the switch has no effect
 */
export async function pauseFcitx(signal: AbortSignal): Promise<(() => Promise<void>) | null> {
  const connection = await openFcitx(signal);
  if (!connection) return null;
  const ask = (member: string) => connection.call({ ...controller, member }, AbortSignal.timeout(askMs));
  const isActive = async () => (await ask('State'))[0] === active;
  try {
    if (await isActive()) {
      await ask('Deactivate');
      if (!(await isActive()))
        return async () => {
          await ask('Activate').finally(() => connection.close());
        };
    }
  } catch {
    // Keys that it passes on anyway need no answer.
  }
  connection.close();
  return null;
}

/** Observes Fcitx 5's handling of all apps' keys; null if it is not running. */
export async function listenToFcitx(
  received: (news: FilterNews) => void,
  signal: AbortSignal,
): Promise<KeyFilter | null> {
  const connection = await openFcitx(signal);
  if (!connection) return null;
  let engine = (await fcitxEngine(connection, signal).catch(() => null))?.id ?? '';
  const traffic = new Traffic(received, (id) => (engine = id));
  connection.onOverheard((message) => traffic.receive(message));
  try {
    await connection.monitor(rules, signal);
  } catch {
    connection.close();
    return null;
  }
  return {
    get mayTake() {
      return composes(engine) && !connection.lost;
    },
    ...disposable(() => connection.close()),
  };
}

/** Engines named `keyboard-…` are layouts. */
function composes(engine: string): boolean {
  return engine !== '' && !engine.startsWith('keyboard-');
}

class Traffic {
  readonly #received: (news: FilterNews) => void;
  readonly #engine: (id: string) => void;
  readonly #calls = new KeyCalls();
  /** The key it last reported as consumed, which it may still return. */
  #taken: { readonly keycode: number; readonly timer: NodeJS.Timeout } | null = null;

  constructor(received: (news: FilterNews) => void, engine: (id: string) => void) {
    this.#received = received;
    this.#engine = engine;
  }

  receive(message: Message): void {
    if (message.type === messageType.reply) this.#answer(message);
    else if (message.type === messageType.call) this.#fromApp(message);
    else if (message.type === messageType.signal) this.#fromEngine(message.member, message.body());
  }

  #answer(message: Message): void {
    const answered = this.#calls.answered(message);
    if (!answered) return;
    this.#report(answered);
    const [events] = message.body();
    if (Array.isArray(events)) for (const event of events) this.#batched(event);
  }

  /** The result for a key follows its answer, including that the key is returned. */
  #report({ keycode, taken }: KeyAnswer): void {
    this.#settle(true);
    if (taken) this.#taken = { keycode, timer: setTimeout(() => this.#settle(true), handBackMs) };
    else this.#received({ type: 'key', keycode, taken });
  }

  #settle(taken: boolean): void {
    if (!this.#taken) return;
    const { keycode, timer } = this.#taken;
    this.#taken = null;
    clearTimeout(timer);
    this.#received({ type: 'key', keycode, taken });
  }

  /** Newer GTK and Qt modules receive all results of a key in the answer to it. */
  #batched(event: unknown): void {
    const [type, value] = Array.isArray(event) ? (event as readonly unknown[]) : [];
    const values = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    if (type === batched.commit) this.#fromEngine('CommitString', values);
    else if (type === batched.preedit) this.#fromEngine('UpdateFormattedPreedit', values);
    else if (type === batched.forward) this.#fromEngine('ForwardKey', values);
  }

  #fromApp(message: Message): void {
    if (message.member === 'ProcessKeyEvent' || message.member === 'ProcessKeyEventBatch') {
      const [, keycode, , isRelease] = message.body();
      if (typeof keycode === 'number' && isRelease === false) this.#calls.shown(message, keycode);
    } else if (message.member === 'FocusIn') this.#received({ type: 'asked' });
  }

  #fromEngine(member: string, body: readonly unknown[]): void {
    if (member === 'CommitString' && typeof body[0] === 'string') this.#received({ type: 'commit', text: body[0] });
    else if (member === 'UpdateFormattedPreedit') this.#received({ type: 'preedit', text: joined(body[0]) });
    else if (member === 'CurrentIM' && typeof body[1] === 'string') this.#engine(body[1]);
    else if (member === 'ForwardKey' && body[2] === false) this.#settle(false);
  }
}

/** The segments of a formatted text. */
function joined(parts: unknown): string {
  const all = Array.isArray(parts) ? (parts as readonly unknown[]) : [];
  return all.map((part) => (Array.isArray(part) && typeof part[0] === 'string' ? part[0] : '')).join('');
}
