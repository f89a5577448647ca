import { connect, type Socket } from 'node:net';
import { disposable, type Disposable } from '../../../../base/disposable.ts';
import { socketPath } from './address.ts';
import { authenticate } from './authenticate.ts';
import { BusUnavailable, DBusFailure } from './failure.ts';
import { messageSize, messageType, readMessage, writeCall, type Call, type Message } from './message.ts';
import { Writer } from './writer.ts';

/**
 * Calls in flight to one peer before the next waits. 256 is where a walk of 21,000 nodes was fastest; with thousands
 * the bus daemon's search among pending replies takes over. A window per peer keeps a frozen app from holding the others.
 */
const windowPerPeer = 256;

interface Waiting {
  readonly call: Call;
  readonly signal: AbortSignal;
  readonly resolve: (body: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Peer {
  inFlight: number;
  readonly queue: Waiting[];
}

/** One connection to a message bus: pipelined calls and signals. Once it is lost it stays lost. */
export class BusConnection {
  readonly #socket: Socket;
  readonly #message = new Writer();
  readonly #outgoing = new Writer(1 << 16);
  readonly #pending = new Map<number, Waiting>();
  readonly #peers = new Map<string, Peer>();
  readonly #bySignal = new Map<AbortSignal, Set<Waiting>>();
  readonly #signalListeners = new Set<(message: Message) => void>();
  #received: Buffer = Buffer.alloc(0);
  #serial = 0;
  #flushScheduled = false;
  #lost: BusUnavailable | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#lose(error));
    socket.on('close', () => this.#lose(undefined));
  }

  /** @throws BusUnavailable */
  static async open(address: string, signal: AbortSignal): Promise<BusConnection> {
    const socket = connect(socketPath(address));
    try {
      await authenticate(socket, signal);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    const connection = new BusConnection(socket);
    await connection.call(busCall('Hello'), signal);
    return connection;
  }

  get lost(): boolean {
    return this.#lost !== null;
  }

  /**
   * Sends a call and answers the values of its reply.
   * @throws DBusFailure for an error reply, BusUnavailable where the bus is lost, the signal's reason where it aborts
   */
  call(call: Call, signal: AbortSignal): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      if (this.#lost) {
        reject(this.#lost);
        return;
      }
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const waiting: Waiting = { call, signal, resolve, reject };
      this.#watch(waiting);
      const peer = this.#peer(call.destination);
      if (peer.inFlight < windowPerPeer) this.#send(waiting, peer);
      else peer.queue.push(waiting);
    });
  }

  /** Hears every signal message that a match rule lets through. */
  onSignal(listener: (message: Message) => void): Disposable {
    this.#signalListeners.add(listener);
    return disposable(() => this.#signalListeners.delete(listener));
  }

  /** Asks the bus for signals, e.g. `type='signal',member='NameOwnerChanged'`. */
  async addMatch(rule: string, signal: AbortSignal): Promise<void> {
    await this.call({ ...busCall('AddMatch'), signature: 's', body: [rule] }, signal);
  }

  close(): void {
    this.#socket.destroy();
    this.#lose(undefined);
  }

  #peer(name: string): Peer {
    let peer = this.#peers.get(name);
    if (!peer) {
      peer = { inFlight: 0, queue: [] };
      this.#peers.set(name, peer);
    }
    return peer;
  }

  #send(waiting: Waiting, peer: Peer): void {
    const serial = ++this.#serial;
    try {
      this.#message.truncate(0);
      writeCall(this.#message, serial, waiting.call);
    } catch (error) {
      this.#settle(waiting, () => waiting.reject(error));
      return;
    }
    this.#outgoing.append(this.#message.bytes());
    peer.inFlight++;
    this.#pending.set(serial, waiting);
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#flushScheduled = false;
    if (this.#lost || this.#outgoing.length === 0) return;
    this.#socket.write(Buffer.from(this.#outgoing.bytes()));
    this.#outgoing.truncate(0);
  }

  #receive(chunk: Buffer): void {
    const bytes = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    let at = 0;
    for (;;) {
      const size = messageSize(bytes, at);
      if (size === null || bytes.length - at < size) break;
      this.#dispatch(readMessage(bytes.subarray(at, at + size)));
      at += size;
    }
    this.#received = bytes.subarray(at);
  }

  #dispatch(message: Message): void {
    if (message.type === messageType.signal) {
      for (const listener of [...this.#signalListeners]) listener(message);
      return;
    }
    const waiting = this.#pending.get(message.replySerial);
    if (!waiting) return;
    this.#pending.delete(message.replySerial);
    this.#release(waiting.call.destination);
    this.#settle(waiting, () => answer(message, waiting));
  }

  #release(destination: string): void {
    const peer = this.#peer(destination);
    peer.inFlight--;
    for (let next = peer.queue.shift(); next; next = peer.queue.shift()) {
      if (next.signal.aborted) continue;
      this.#send(next, peer);
      break;
    }
    if (peer.inFlight === 0 && peer.queue.length === 0) this.#peers.delete(destination);
  }

  /** One abort listener per signal, however many calls share it: a walk makes thousands. */
  #watch(waiting: Waiting): void {
    const calls = this.#bySignal.get(waiting.signal);
    if (calls) {
      calls.add(waiting);
      return;
    }
    this.#bySignal.set(waiting.signal, new Set([waiting]));
    waiting.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  readonly #onAbort = (event: Event): void => {
    const signal = event.target as AbortSignal;
    const calls = this.#bySignal.get(signal);
    this.#bySignal.delete(signal);
    // The calls stay pending, so that a late answer still frees its place in the window.
    for (const waiting of calls ?? []) waiting.reject(signal.reason);
  };

  #settle(waiting: Waiting, finish: () => void): void {
    const calls = this.#bySignal.get(waiting.signal);
    calls?.delete(waiting);
    if (calls?.size === 0) {
      this.#bySignal.delete(waiting.signal);
      waiting.signal.removeEventListener('abort', this.#onAbort);
    }
    finish();
  }

  #lose(cause: unknown): void {
    if (this.#lost) return;
    const lost = new BusUnavailable('the connection to the bus was lost', cause);
    this.#lost = lost;
    const waiting = [...this.#pending.values(), ...[...this.#peers.values()].flatMap((peer) => peer.queue)];
    this.#pending.clear();
    this.#peers.clear();
    for (const call of waiting) this.#settle(call, () => call.reject(lost));
  }
}

function answer(message: Message, waiting: Waiting): void {
  try {
    const body = message.body();
    if (message.type === messageType.reply) {
      waiting.resolve(body);
      return;
    }
    waiting.reject(new DBusFailure(message.errorName, typeof body[0] === 'string' ? body[0] : ''));
  } catch (error) {
    waiting.reject(error);
  }
}

/** A call to the bus itself. */
export function busCall(member: string): Call {
  const name = 'org.freedesktop.DBus';
  return { destination: name, path: '/org/freedesktop/DBus', interface: name, member };
}
