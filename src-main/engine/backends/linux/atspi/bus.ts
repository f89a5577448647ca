import { withDeadline } from '../../../../base/deadline.ts';
import { disposable, type Disposable } from '../../../../base/disposable.ts';
import type { Log } from '../../../../base/log.ts';
import { BusConnection, type Answer } from '../dbus/connection.ts';
import type { Call, Message } from '../dbus/message.ts';
import { registry, registryPath } from './names.ts';

const connectTimeoutMs = 5_000;

/**
 * The accessibility bus: connected with the first call, and again with the first call after it was lost, so that it
 * may come and go without anybody here being started anew.
 */
export class AccessibilityBus implements Disposable {
  readonly #findAddress: (signal: AbortSignal) => Promise<string>;
  readonly #log: Log;
  readonly #listeners = new Set<(message: Message) => void>();
  #connection: BusConnection | null = null;
  #connecting: Promise<BusConnection> | null = null;

  constructor(findAddress: (signal: AbortSignal) => Promise<string>, log: Log) {
    this.#findAddress = findAddress;
    this.#log = log;
  }

  /** @throws BusUnavailable, DBusFailure, or the signal's reason */
  call(call: Call, signal: AbortSignal): Promise<unknown[]> {
    return this.ask(call, signal, { read: (body) => body });
  }

  /** The same, with what to make of the answer. */
  ask<T>(call: Call, signal: AbortSignal, answer: Answer<T>): Promise<T> {
    const connection = this.#connection;
    if (connection && !connection.lost) return connection.ask(call, signal, answer);
    return this.#connected().then((fresh) => fresh.ask(call, signal, answer));
  }

  onSignal(listener: (message: Message) => void): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
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
    // Somebody must have asked for events before GTK 3 and Chromium offer their cache at all; this one is also what
    // tells where the keyboard focus is.
    await connection.addMatch("type='signal',interface='org.a11y.atspi.Event.Object',member='StateChanged'", signal);
    const event = { signature: 's', body: ['object:state-changed:focused'] };
    await connection
      .call(
        { destination: registry, path: registryPath, interface: registry, member: 'RegisterEvent', ...event },
        signal,
      )
      .catch((error: unknown) => this.#log('warn', 'the accessibility registry takes no listeners', error));
    return connection;
  }
}
