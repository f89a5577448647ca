import { isAbsolute, join } from 'node:path';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { CompositorLost } from './failure.ts';
import { encode, Splitter, type Argument, type EventReader } from './message.ts';
import { connectTo, peerOf, sendWith, type Peer, receiveWith } from './socket.ts';

/** An object's event handler: the event's number in its interface, and its arguments. */
export type Listener = (opcode: number, event: EventReader) => void;

export interface Global {
  /** The number used to bind it. */
  readonly name: number;
  readonly version: number;
}

const display = 1;
const displayEvents = { error: 0, deleteId: 1 } as const;
const displayRequests = { sync: 0, getRegistry: 1 } as const;
const registryEvents = { global: 0, globalRemove: 1 } as const;
const bindRequest = 0;
const firstId = 2;

/** The compositor's socket. @param name a file name in XDG_RUNTIME_DIR, or a path */
export function socketPath(name: string): string {
  return isAbsolute(name) ? name : join(process.env['XDG_RUNTIME_DIR'] ?? '', name);
}

/**
 * A Wayland client that implements the protocol itself. Objects are numbers; their requests are documented at
 * https://wayland.app/protocols/.
 */
export class WaylandConnection {
  readonly #channel: Channel;
  readonly #fd: number;
  readonly #splitter = new Splitter();
  readonly #listeners = new Map<number, Listener>();
  readonly #globals = new Map<string, Global[]>();
  readonly #free: number[] = [];
  readonly #waiting = new Set<(error: CompositorLost) => void>();
  readonly #lostListeners = new Set<(error: CompositorLost) => void>();
  readonly #globalListeners = new Set<() => void>();
  #registry = 0;
  #next = firstId;
  #lost: CompositorLost | null = null;

  private constructor(fd: number, withDescriptors: boolean) {
    this.#fd = fd;
    const open = withDescriptors ? polled : streamed;
    this.#channel = open(fd, { received: (chunk, fds) => this.#read(chunk, fds), ended: (why) => this.#lose(why) });
    this.#listeners.set(display, (opcode, event) => this.#receiveDisplay(opcode, event));
  }

  /**
   * Resolves once the compositor's globals are known.
   * @param withDescriptors whether events carry descriptors; such a connection is polled every few milliseconds
   * @throws CompositorLost
   */
  static async open(path: string, withDescriptors = false): Promise<WaylandConnection> {
    let fd: number;
    try {
      fd = connectTo(path);
    } catch (error) {
      throw new CompositorLost(error instanceof Error ? error.message : 'it cannot be reached');
    }
    const connection = new WaylandConnection(fd, withDescriptors);
    connection.#registry = connection.create((opcode, event) => connection.#receiveRegistry(opcode, event));
    connection.send(display, displayRequests.getRegistry, connection.#registry);
    await connection.sync();
    return connection;
  }

  /** The listening process, usually the compositor; null if unknown. */
  get peer(): Peer | null {
    return this.#lost ? null : peerOf(this.#fd);
  }

  /** A number for a new object, which the next request must create. */
  create(listener?: Listener): number {
    const id = this.#free.pop() ?? this.#next++;
    if (listener) this.#listeners.set(id, listener);
    return id;
  }

  /** Registers an object created by the compositor. */
  adopt(id: number, listener: Listener): void {
    this.#listeners.set(id, listener);
  }

  /** All globals of an interface. */
  globals(face: string): readonly Global[] {
    return this.#globals.get(face) ?? [];
  }

  /** @throws CompositorLost if it is not offered */
  bind(face: string, version: number, listener?: Listener, global = this.globals(face)[0]): number {
    if (!global) throw new CompositorLost(`it does not offer ${face}`);
    const id = this.create(listener);
    this.send(this.#registry, bindRequest, global.name, face, Math.min(version, global.version), id);
    return id;
  }

  /** @throws CompositorLost */
  send(object: number, opcode: number, ...args: readonly Argument[]): void {
    if (this.#lost) throw this.#lost;
    const { data, fds } = encode(object, opcode, args);
    try {
      sendWith(this.#fd, data, fds);
    } catch {
      throw this.#lose('it takes no requests');
    }
  }

  /** Resolves when the compositor has processed everything sent so far. @throws CompositorLost */
  sync(): Promise<void> {
    return this.wait((done) => {
      this.send(
        display,
        displayRequests.sync,
        this.create(() => done()),
      );
    });
  }

  /** A promise that rejects if the compositor exits before it settles. */
  wait<T>(work: (done: (value: T) => void, failed: (error: Error) => void) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#lost) {
        reject(this.#lost);
        return;
      }
      const settle = <V>(then: (value: V) => void) => {
        return (value: V) => {
          this.#waiting.delete(fail);
          then(value);
        };
      };
      const fail = settle(reject);
      this.#waiting.add(fail);
      try {
        work(settle(resolve), fail);
      } catch (error) {
        fail(error instanceof Error ? error : new CompositorLost());
      }
    });
  }

  onLost(listener: (error: CompositorLost) => void): void {
    this.#lostListeners.add(listener);
  }

  /** Called when a global is added or removed, e.g. an output. */
  onGlobals(listener: () => void): void {
    this.#globalListeners.add(listener);
  }

  close(): void {
    this.#lostListeners.clear();
    this.#lose('this connection was closed');
  }

  #read(chunk: Buffer, fds: readonly number[]): void {
    try {
      for (const { object, opcode, event } of this.#splitter.push(chunk, fds))
        this.#listeners.get(object)?.(opcode, event);
    } catch {
      this.#lose('it sends what cannot be read');
    }
  }

  #receiveDisplay(opcode: number, event: EventReader): void {
    if (opcode === displayEvents.error) {
      const [object, code] = [event.uint(), event.uint()];
      this.#lose(`it refused a request: ${event.text()} (object ${object}, code ${code})`);
    } else if (opcode === displayEvents.deleteId) {
      const id = event.uint();
      this.#listeners.delete(id);
      this.#free.push(id);
    }
  }

  #receiveRegistry(opcode: number, event: EventReader): void {
    const name = event.uint();
    if (opcode === registryEvents.global) {
      const face = event.text();
      this.#globals.set(face, [...this.globals(face), { name, version: event.uint() }]);
    } else if (opcode === registryEvents.globalRemove) {
      for (const [face, offered] of this.#globals) {
        if (offered.some((each) => each.name === name))
          this.#globals.set(
            face,
            offered.filter((each) => each.name !== name),
          );
      }
    }
    for (const listener of this.#globalListeners) listener();
  }

  #lose(why: string): CompositorLost {
    if (this.#lost) return this.#lost;
    this.#lost = new CompositorLost(why);
    this.#channel.close();
    for (const fail of [...this.#waiting]) fail(this.#lost);
    for (const listener of this.#lostListeners) listener(this.#lost);
    return this.#lost;
  }
}

/** How data from the compositor are received. */
interface Channel {
  close(): void;
}

interface Hearing {
  readonly received: (chunk: Buffer, fds: readonly number[]) => void;
  /** @param why a clause about the compositor */
  readonly ended: (why: string) => void;
}

/** Through Node, which drops descriptors. */
function streamed(fd: number, { received, ended }: Hearing): Channel {
  const socket = new Socket({ fd });
  socket.on('data', (chunk) => received(chunk, []));
  socket.on('error', () => ended('its connection broke'));
  socket.on('close', () => ended('it has ended'));
  return { close: () => void socket.destroy() };
}

/** Poll intervals in milliseconds: short for a while after data arrived, then long. */
const haste = { everyMs: 3, forMs: 1_000 } as const;

const leisureMs = 40;

const chunkBytes = 1 << 16;

/** Through polling, which preserves descriptors. */
function polled(fd: number, { received, ended }: Hearing): Channel {
  const buffer = Buffer.alloc(chunkBytes);
  let isOpen = true;
  let lastAt = Date.now();
  const look = () => {
    try {
      for (let found = receiveWith(fd, buffer); found && isOpen; found = receiveWith(fd, buffer)) {
        lastAt = Date.now();
        received(Buffer.from(buffer.subarray(0, found.length)), found.fds);
      }
    } catch {
      ended('it has ended');
    }
    if (isOpen) timer = setTimeout(look, Date.now() - lastAt < haste.forMs ? haste.everyMs : leisureMs);
  };
  let timer = setTimeout(look, 0);
  return {
    close() {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(timer);
      closeSync(fd);
    },
  };
}
