import { withDeadline } from '../../../../../base/async/deadline.ts';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Log } from '../../../../../base/log.ts';
import { BusConnection, type Answer } from '../../dbus/connection.ts';
import type { Call, Message } from '../../dbus/message.ts';
import { registry, registryPath } from '../vocabulary/names.ts';

const connectTimeoutMs = 5_000;

/**
 * Events to subscribe to: focus changes, windows, and every change that invalidates a cached tree. GTK 3 and Chromium offer
 * their cache only once a client has subscribed to events.
 */
const events = [
  'object:state-changed',
  'object:active-descendant-changed',
  'object:property-change',
  'object:children-changed',
  'object:text-changed',
  'object:bounds-changed',
  'object:visible-data-changed',
  'object:selection-changed',
  'object:model-changed',
  'object:row-inserted',
  'object:row-deleted',
  'object:row-reordered',
  'window:activate',
  'window:create',
  'window:destroy',
];

/** Subscriptions to app events and to names leaving the bus. */
const rules = [
  "type='signal',interface='org.a11y.atspi.Event.Object'",
  "type='signal',interface='org.a11y.atspi.Event.Window'",
  "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''",
];

/**
 * The accessibility bus, connected on first use and reconnected on first use after a disconnect, so that the bus may restart at
 * any time.
 */
export class AccessibilityBus implements Disposable {
  readonly #findAddress: (signal: AbortSignal) => Promise<string>;
  readonly #log: Log;
  readonly #listeners = new Set<(message: Message) => void>();
  readonly #callListeners = new Set<(message: Message) => void>();
  readonly #lostListeners = new Set<() => void>();
  #connection: BusConnection | null = null;
  #connecting: Promise<BusConnection> | null = null;
  #epoch = 0;

  constructor(findAddress: (signal: AbortSignal) => Promise<string>, log: Log) {
    this.#findAddress = findAddress;
    this.#log = log;
  }

  /** Connection counter: bus names are valid for one connection only. */
  get epoch(): number {
    return this.#epoch;
  }

  /** @throws BusUnavailable, DBusFailure, or the signal's reason */
  call(call: Call, signal: AbortSignal): Promise<unknown[]> {
    return this.ask(call, signal, { read: (body) => body });
  }

  /** Same, with a parser for the answer. */
  ask<T>(call: Call, signal: AbortSignal, answer: Answer<T>): Promise<T> {
    const connection = this.#connection;
    if (connection && !connection.lost) return connection.ask(call, signal, answer);
    return this.#connected().then((fresh) => fresh.ask(call, signal, answer));
  }

  /** Same without a promise; see {@link BusConnection.request}. */
  request<T>(
    call: Call,
    signal: AbortSignal,
    answer: Answer<T>,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): void {
    const connection = this.#connection;
    if (connection && !connection.lost) connection.request(call, signal, answer, resolve, reject);
    else this.#connected().then((fresh) => fresh.request(call, signal, answer, resolve, reject), reject);
  }

  onSignal(listener: (message: Message) => void): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
  }

  /** Receives calls from other clients; each gets an empty reply. */
  onCall(listener: (message: Message) => void): Disposable {
    this.#callListeners.add(listener);
    return disposable(() => this.#callListeners.delete(listener));
  }

  /** Calls back when the bus is lost: registrations made there no longer exist. */
  onLost(listener: () => void): Disposable {
    this.#lostListeners.add(listener);
    return disposable(() => this.#lostListeners.delete(listener));
  }

  dispose(): void {
    this.#connection?.close();
    this.#connection = null;
  }

  async #connected(): Promise<BusConnection> {
    if (this.#connection && !this.#connection.lost) return this.#connection;
    this.#connecting ??= withDeadline(
      { timeoutMs: connectTimeoutMs, what: 'Reaching the accessibility bus' },
      (signal) => this.#connect(signal),
    ).finally(() => (this.#connecting = null));
    this.#connection = await this.#connecting;
    return this.#connection;
  }

  async #connect(signal: AbortSignal): Promise<BusConnection> {
    const connection = await BusConnection.open(await this.#findAddress(signal), signal);
    connection.onSignal((message) => {
      for (const listener of this.#listeners) listener(message);
    });
    connection.onCall((message) => {
      for (const listener of this.#callListeners) listener(message);
    });
    connection.onLost(() => {
      for (const listener of [...this.#lostListeners]) listener();
    });
    this.#epoch++;
    for (const rule of rules) await connection.addMatch(rule, signal);
    await Promise.all(events.map((event) => register(connection, event, signal))).catch((error: unknown) =>
      this.#log('warn', 'the accessibility registry takes no listeners', error),
    );
    return connection;
  }
}

async function register(connection: BusConnection, event: string, signal: AbortSignal): Promise<void> {
  const call = { destination: registry, path: registryPath, interface: registry, member: 'RegisterEvent' };
  await connection.call({ ...call, signature: 's', body: [event] }, signal);
}
