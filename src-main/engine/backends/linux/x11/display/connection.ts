import x11 from 'x11';
import type { Callback, XClient, XDisplay, XError, XEvent, XScreen } from 'x11';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Extensions } from './extensions.ts';
import { DisplaySilent, DisplayUnavailable, XFailure } from './failure.ts';

const connectTimeoutMs = 5_000;
/** A server that leaves requests unanswered for this long, in milliseconds, is considered unresponsive. */
const maxWaitMs = 2_000;
/** How long replies that have arrived may take to be read after a time without the processor, in milliseconds. */
const readMs = 100;

/**
 * A connection to the X server. Requests without a reply are sent through `client` and fail silently if their window is gone,
 * as X intends; requests with a reply use {@link XConnection.ask}.
 */
export class XConnection {
  readonly client: XClient;
  readonly display: XDisplay;
  readonly screen: XScreen;
  readonly #atoms = new Map<string, Promise<number>>();
  readonly #atomNames = new Map<number, Promise<string>>();
  readonly #extensions = new Map<string, Promise<unknown>>();
  readonly #pending = new Set<(error: Error) => void>();
  readonly #watch = new AnswerWatch(maxWaitMs, () => this.#silent());
  readonly #lostListeners = new Set<(error: DisplayUnavailable) => void>();
  #lost: DisplayUnavailable | null = null;

  private constructor(display: XDisplay, screen: XScreen) {
    this.display = display;
    this.client = display.client;
    this.screen = screen;
    // The library keeps one table for all displays, but atoms differ per server.
    this.client.atoms = { ...this.client.atoms };
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
   * Sends a request and returns its reply.
   * @throws XFailure for a server error, DisplayUnavailable if the connection is lost or the server unresponsive
   */
  ask<T>(send: (client: XClient, done: Callback<T>) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#lost) {
        reject(this.#lost);
        return;
      }
      this.#pending.add(reject);
      this.#watch.asked();
      send(this.client, (error, value) => {
        this.#pending.delete(reject);
        this.#watch.answered(this.#pending.size > 0);
        if (error) reject(new XFailure(error.error, error.message));
        else resolve(value);
        return true;
      });
    });
  }

  /** Waits until the server has processed everything sent so far. */
  async sync(): Promise<void> {
    await this.ask<unknown>((client, done) => client.GetInputFocus(done));
  }

  atom(name: string): Promise<number> {
    return remembered(this.#atoms, name, () =>
      this.ask<number>((client, done) => client.InternAtom(false, name, done)),
    );
  }

  atomName(atom: number): Promise<string> {
    let name = this.#atomNames.get(atom);
    if (!name) {
      name = this.ask<string>((client, done) => client.GetAtomName(atom, done));
      this.#atomNames.set(atom, name);
    }
    return name;
  }

  /** The extension, or null if the server lacks it. */
  extension<K extends keyof Extensions>(name: K): Promise<Extensions[K] | null> {
    const ask = () =>
      this.ask<unknown>((client, done) => {
        client.require(name, (error, extension) => done(null, error ? null : extension));
      });
    return remembered(this.#extensions, name, ask) as Promise<Extensions[K] | null>;
  }

  onEvent(listener: (event: XEvent) => void): Disposable {
    this.client.on('event', listener);
    return disposable(() => this.client.off('event', listener));
  }

  /** Calls back once if the connection is lost, but not if it is closed from here. */
  onLost(listener: (error: DisplayUnavailable) => void): void {
    this.#lostListeners.add(listener);
  }

  /** Closes at once; the server releases all resources of this connection, including grabs. */
  close(): void {
    this.#lostListeners.clear();
    this.client.stream.destroy();
    this.#lose(undefined);
  }

  #lose(cause: unknown): void {
    if (this.#lost) return;
    this.#lost = new DisplayUnavailable('the connection to the display was lost', cause);
    this.#watch.dispose();
    this.#rejectAll(this.#lost);
    for (const listener of this.#lostListeners) listener(this.#lost);
  }

  /** The connection stays open: late replies are ignored, and later requests may succeed. */
  #silent(): void {
    this.#rejectAll(new DisplaySilent(maxWaitMs));
  }

  #rejectAll(error: Error): void {
    for (const reject of this.#pending) reject(error);
    this.#pending.clear();
  }
}

/** Memoises the query, and retries failures. */
function remembered<T>(answers: Map<string, Promise<T>>, name: string, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(name);
  if (known) return known;
  const answer = ask();
  answers.set(name, answer);
  answer.catch(() => answers.delete(name));
  return answer;
}

function connect(name: string): Promise<XDisplay> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new DisplayUnavailable(`the display ${name} does not answer`, cause));
    const timer = setTimeout(() => fail(undefined), connectTimeoutMs);
    try {
      // `shm` would use Node's internal bindings for file descriptors, which is not needed here.
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

/**
 * Detects an unresponsive server: it is stopped, hangs, or another client has grabbed it. One timer for all requests, restarted
 * by every reply.
 */
export class AnswerWatch implements Disposable {
  readonly #maxWaitMs: number;
  readonly #silent: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param maxWaitMs milliseconds without a reply before `silent` is called */
  constructor(maxWaitMs: number, silent: () => void) {
    this.#maxWaitMs = maxWaitMs;
    this.#silent = silent;
  }

  /** A request was sent. */
  asked(): void {
    this.#timer ??= setTimeout(() => this.#late(), this.#maxWaitMs);
  }

  /** A reply arrived; `waiting` tells whether more are pending. */
  answered(waiting: boolean): void {
    if (waiting) this.#timer?.refresh();
    else this.dispose();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Timers run before replies are read: a process that had to wait for the processor must look at them first. */
  #late(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#silent();
    }, readMs);
  }
}
