import x11, { type Callback, type XClient, type XDisplay, type XError, type XEvent, type XScreen } from 'x11';
import { disposable, type Disposable } from '../../../../base/disposable.ts';
import type { Extensions } from './extensions.ts';
import { DisplayUnavailable, XFailure } from './failure.ts';

const connectTimeoutMs = 5_000;

/**
 * One connection to the X server. Requests without a reply are sent through `client` and fail silently where their
 * window is gone, as X intends; requests with one go through {@link XConnection.ask}.
 */
export class XConnection {
  readonly client: XClient;
  readonly display: XDisplay;
  readonly screen: XScreen;
  readonly #atoms = new Map<string, Promise<number>>();
  readonly #extensions = new Map<string, Promise<unknown>>();
  readonly #pending = new Set<(error: Error) => void>();
  #lost: DisplayUnavailable | null = null;

  private constructor(display: XDisplay, screen: XScreen) {
    this.display = display;
    this.client = display.client;
    this.screen = screen;
    this.client.setMaxListeners(0);
    this.client.on('end', () => this.#lose(undefined));
    this.client.on('error', (error: Error) => {
      if (!isProtocolError(error)) this.#lose(error);
    });
  }

  /**
   * @param name such as `:0`
   * @throws DisplayUnavailable
   */
  static async open(name: string): Promise<XConnection> {
    const display = await connect(name);
    const screen = display.screen[0];
    if (!screen) throw new DisplayUnavailable(`the display ${name} has no screen`);
    return new XConnection(display, screen);
  }

  get root(): number {
    return this.screen.root;
  }

  /**
   * Sends a request and answers its reply.
   * @throws XFailure for an error of the server, DisplayUnavailable where the connection is lost
   */
  ask<T>(send: (client: XClient, done: Callback<T>) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#lost) {
        reject(this.#lost);
        return;
      }
      this.#pending.add(reject);
      send(this.client, (error, value) => {
        this.#pending.delete(reject);
        if (error) reject(new XFailure(error.error, error.message));
        else resolve(value);
        return true;
      });
    });
  }

  /** Waits until the server has seen everything sent so far. */
  async sync(): Promise<void> {
    await this.ask<unknown>((client, done) => client.GetInputFocus(done));
  }

  atom(name: string): Promise<number> {
    let atom = this.#atoms.get(name);
    if (!atom) {
      atom = this.ask<number>((client, done) => client.InternAtom(false, name, done));
      this.#atoms.set(name, atom);
    }
    return atom;
  }

  /** The extension, or null where the server has none of that name. */
  extension<K extends keyof Extensions>(name: K): Promise<Extensions[K] | null> {
    let found = this.#extensions.get(name);
    if (!found) {
      found = new Promise((resolve) => {
        this.client.require(name, (error, extension) => resolve(error ? null : extension));
      });
      this.#extensions.set(name, found);
    }
    return found as Promise<Extensions[K] | null>;
  }

  onEvent(listener: (event: XEvent) => void): Disposable {
    this.client.on('event', listener);
    return disposable(() => this.client.off('event', listener));
  }

  /** Closes at once; the server releases all that was made through this connection, grabs included. */
  close(): void {
    this.client.stream.destroy();
    this.#lose(undefined);
  }

  #lose(cause: unknown): void {
    if (this.#lost) return;
    this.#lost = new DisplayUnavailable('the connection to the display was lost', cause);
    for (const reject of this.#pending) reject(this.#lost);
    this.#pending.clear();
  }
}

function connect(name: string): Promise<XDisplay> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new DisplayUnavailable(`the display ${name} does not answer`, cause));
    const timer = setTimeout(() => fail(undefined), connectTimeoutMs);
    try {
      // `shm` would reach into Node's internal bindings for file descriptors, which is not needed here.
      const client = x11.createClient({ display: name, bufferRequests: true, shm: false }, (error, display) => {
        clearTimeout(timer);
        if (error) fail(error);
        else resolve(display);
      });
      client.on('error', fail);
    } catch (error) {
      clearTimeout(timer);
      fail(error);
    }
  });
}

function isProtocolError(error: Error): error is XError {
  return typeof (error as Partial<XError>).error === 'number';
}
