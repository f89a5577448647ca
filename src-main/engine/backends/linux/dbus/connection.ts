import { connect, Socket } from 'node:net';
import { disposable, type Disposable } from '../../../../base/async/disposable.ts';
import { socketPath, authenticate } from './address.ts';
import { BusUnavailable, DBusFailure, MalformedMessage } from './failure.ts';
import { Incoming } from './incoming.ts';
import { CallHeaders, messageType, writeReply, type Call, type Message } from './message.ts';
import { isBulk, traffic } from './traffic.ts';
import { Peer, type Lane } from './peer.ts';
import { Writer } from './writer.ts';

/**
 * Replies are read into one reusable buffer of this size: allocating one for each of thousands burdens the garbage collector.
 */
const receiveBytes = 1 << 18;

/** Parses a reply. */
export interface Answer<T> {
  readonly read: (body: unknown[]) => T;
  /** Returned if the peer refuses; without it a refusal is thrown. */
  readonly instead?: { readonly value: T };
}

/** Calls that end with a signal. */
interface Group {
  readonly signal: AbortSignal;
  open: number;
}

interface Waiting {
  readonly call: Call;
  readonly group: Group;
  readonly peer: Peer<Waiting>;
  readonly lane: Lane<Waiting>;
  readonly answer: Answer<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Rejected on abort; its answer may still come. */
  isOver: boolean;
}

/** One connection to a message bus: pipelined calls and signals. A lost connection is not reopened. */
export class BusConnection {
  readonly #socket: Socket;
  readonly #message = new Writer();
  readonly #headers = new CallHeaders();
  readonly #outgoing = new Writer(1 << 16);
  readonly #pending = new Map<number, Waiting>();
  readonly #peers = new Map<string, Peer<Waiting>>();
  readonly #groups = new Map<AbortSignal, Group>();
  readonly #signalListeners = new Set<(message: Message) => void>();
  readonly #callListeners = new Set<(message: Message) => void>();
  readonly #overheardListeners = new Set<(message: Message) => void>();
  readonly #lostListeners = new Set<() => void>();
  readonly #incoming = new Incoming();
  #name = '';
  #serial = 0;
  #flushScheduled = false;
  #lost: BusUnavailable | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', (error) => this.#lose(error));
    socket.on('close', () => this.#lose(undefined));
  }

  /** @throws BusUnavailable */
  static async open(address: string, signal: AbortSignal): Promise<BusConnection> {
    const buffer = Buffer.alloc(receiveBytes);
    let receive = (chunk: Buffer) => {
      socket.emit('data', Buffer.from(chunk));
    };
    const callback = (length: number) => {
      receive(buffer.subarray(0, length));
      return true;
    };
    const path = socketPath(address);
    const isAbstract = path.startsWith('\0');
    const socket: Socket = isAbstract ? await abstractSocket(path) : connect({ path, onread: { buffer, callback } });
    try {
      await authenticate(socket, signal);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    const connection = new BusConnection(socket);
    receive = (chunk) => connection.#receive(chunk);
    if (isAbstract) socket.on('data', receive);
    const [name] = await connection.call(busCall('Hello'), signal);
    connection.#name = String(name);
    return connection;
  }

  get lost(): boolean {
    return this.#lost !== null;
  }

  /** Calls back once if the bus is lost, but not if this connection is closed. */
  onLost(listener: () => void): void {
    this.#lostListeners.add(listener);
  }

  /**
   * Sends a call and returns the values of its reply.
   * @throws DBusFailure for an error reply, BusUnavailable if the bus is lost, the signal's reason on abort
   */
  call(call: Call, signal: AbortSignal): Promise<unknown[]> {
    return this.ask(call, signal, plain);
  }

  /** Same, with a parser for the answer. */
  ask<T>(call: Call, signal: AbortSignal, answer: Answer<T>): Promise<T> {
    return new Promise((resolve, reject) => this.request(call, signal, answer, resolve, reject));
  }

  /**
   * Same without a promise, for thousands of calls: one of the two functions is called once, possibly before this returns. They
   * must not throw.
   */
  request<T>(
    call: Call,
    signal: AbortSignal,
    answer: Answer<T>,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): void {
    if (this.#lost) {
      reject(this.#lost);
      return;
    }
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const peer = this.#peer(call.destination);
    const lane = peer.laneFor(isBulk(signal));
    const group = this.#groupOf(signal);
    const waiting: Waiting = {
      call,
      group,
      peer,
      lane,
      answer,
      resolve: resolve as (value: unknown) => void,
      reject,
      isOver: false,
    };
    group.open++;
    if (lane.hasRoom) this.#send(waiting);
    else lane.queue.add(waiting);
  }

  /** Receives every signal message that matches a rule. */
  onSignal(listener: (message: Message) => void): Disposable {
    this.#signalListeners.add(listener);
    return disposable(() => this.#signalListeners.delete(listener));
  }

  /** Receives calls from other clients; each gets an empty reply. */
  onCall(listener: (message: Message) => void): Disposable {
    this.#callListeners.add(listener);
    return disposable(() => this.#callListeners.delete(listener));
  }

  /** Receives messages between other clients, if a match rule with `eavesdrop` or {@link monitor} includes them. */
  onOverheard(listener: (message: Message) => void): Disposable {
    this.#overheardListeners.add(listener);
    return disposable(() => this.#overheardListeners.delete(listener));
  }

  /**
   * Turns the connection into a monitor of all messages that match the rules, whatever their destination.
   * @throws DBusFailure if the bus does not support or allow it
   */
  async monitor(rules: readonly string[], signal: AbortSignal): Promise<void> {
    const call = { ...busCall('BecomeMonitor'), interface: 'org.freedesktop.DBus.Monitoring' };
    await this.call({ ...call, signature: 'asu', body: [rules, 0] }, signal);
  }

  /** Our own bus name. */
  get name(): string {
    return this.#name;
  }

  /** Subscribes to signals, e.g. `type='signal',member='NameOwnerChanged'`. */
  async addMatch(rule: string, signal: AbortSignal): Promise<void> {
    await this.call({ ...busCall('AddMatch'), signature: 's', body: [rule] }, signal);
  }

  close(): void {
    this.#lostListeners.clear();
    this.#socket.destroy();
    this.#lose(undefined);
  }

  #peer(name: string): Peer<Waiting> {
    let peer = this.#peers.get(name);
    if (!peer) {
      peer = new Peer();
      this.#peers.set(name, peer);
    }
    return peer;
  }

  readonly #sendWanted = (waiting: Waiting): void => {
    if (!waiting.isOver) this.#send(waiting);
  };

  #send(waiting: Waiting): void {
    const serial = ++this.#serial;
    try {
      this.#message.truncate(0);
      this.#headers.write(this.#message, serial, waiting.call);
    } catch (error) {
      this.#leave(waiting.group);
      waiting.reject(error);
      return;
    }
    traffic.calls++;
    waiting.lane.inFlight++;
    this.#pending.set(serial, waiting);
    this.#sendMessage();
  }

  #sendMessage(): void {
    this.#outgoing.append(this.#message.bytes());
    traffic.sent += this.#message.length;
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
    traffic.received += chunk.length;
    try {
      for (const message of this.#incoming.add(chunk)) this.#dispatch(message);
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      // After a malformed message, the start of the next is unknown.
      this.#socket.destroy();
      this.#lose(error);
    }
  }

  #dispatch(message: Message): void {
    if (this.#overheardListeners.size > 0 && message.destination !== this.#name) {
      for (const listener of [...this.#overheardListeners]) deliver(listener, message);
      // Includes broadcast signals.
      if (message.destination !== '') return;
    }
    if (message.type === messageType.signal) {
      for (const listener of [...this.#signalListeners]) deliver(listener, message);
      return;
    }
    if (message.type === messageType.call) {
      if (this.#callListeners.size === 0) return;
      for (const listener of [...this.#callListeners]) deliver(listener, message);
      this.#message.truncate(0);
      writeReply(this.#message, ++this.#serial, message);
      this.#sendMessage();
      return;
    }
    const waiting = this.#pending.get(message.replySerial);
    if (!waiting) return;
    this.#pending.delete(message.replySerial);
    this.#release(waiting);
    this.#leave(waiting.group);
    if (!waiting.isOver) settle(message, waiting);
  }

  #release({ call: { destination }, peer, lane }: Waiting): void {
    lane.inFlight--;
    peer.answered(lane);
    peer.fill(this.#sendWanted);
    if (peer.isIdle) this.#peers.delete(destination);
  }

  /** One abort listener per signal, however many calls share it: a walk makes thousands. */
  #groupOf(signal: AbortSignal): Group {
    let group = this.#groups.get(signal);
    if (!group) {
      group = { signal, open: 0 };
      this.#groups.set(signal, group);
      signal.addEventListener('abort', this.#onAbort, { once: true });
    }
    return group;
  }

  #leave(group: Group): void {
    group.open--;
    if (group.open > 0 || this.#groups.get(group.signal) !== group) return;
    this.#groups.delete(group.signal);
    group.signal.removeEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (event: Event): void => {
    const signal = event.target as AbortSignal;
    this.#groups.delete(signal);
    // The calls stay pending, so that a late answer still frees its slot in the window.
    for (const waiting of this.#waiting())
      if (waiting.group.signal === signal && !waiting.isOver) {
        waiting.isOver = true;
        waiting.reject(signal.reason);
      }
  };

  #waiting(): readonly Waiting[] {
    return [...this.#pending.values(), ...[...this.#peers.values()].flatMap((peer) => peer.rest())];
  }

  #lose(cause: unknown): void {
    if (this.#lost) return;
    const lost = new BusUnavailable('the connection to the bus was lost', cause);
    this.#lost = lost;
    const waiting = this.#waiting();
    this.#pending.clear();
    this.#peers.clear();
    for (const call of waiting) {
      this.#leave(call.group);
      if (!call.isOver) call.reject(lost);
    }
    for (const listener of this.#lostListeners) listener();
  }
}

/** Node 20 does not support abstract socket names, which IBus uses. */
async function abstractSocket(path: string): Promise<Socket> {
  const { connectTo } = await import('../wayland/wire/socket.ts');
  try {
    return new Socket({ fd: connectTo(path) });
  } catch (error) {
    throw new BusUnavailable('the bus does not answer', error);
  }
}

/** An unreadable reply is treated as none. */
function deliver(listener: (message: Message) => void, message: Message): void {
  try {
    listener(message);
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
  }
}

const plain: Answer<unknown[]> = { read: (body) => body };

function settle(message: Message, { answer: { read, instead }, resolve, reject }: Waiting): void {
  let value: unknown;
  try {
    if (message.type === messageType.reply) value = read(message.body());
    else if (instead) ({ value } = instead);
    else throw failureOf(message);
  } catch (error) {
    reject(error);
    return;
  }
  resolve(value);
}

function failureOf(message: Message): DBusFailure {
  const [text] = message.body();
  return new DBusFailure(message.errorName, typeof text === 'string' ? text : '');
}

/** A call to the bus itself. */
export function busCall(member: string): Call {
  const name = 'org.freedesktop.DBus';
  return { destination: name, path: '/org/freedesktop/DBus', interface: name, member };
}
