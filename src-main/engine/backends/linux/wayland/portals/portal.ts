import { randomUUID } from 'node:crypto';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import { busCall, BusConnection } from '../../dbus/connection.ts';
import { BusUnavailable, DBusFailure } from '../../dbus/failure.ts';
import type { Message } from '../../dbus/message.ts';
import type { Variant } from '../../dbus/writer.ts';
import { late } from '../input/late.ts';
import { portalGone } from './refusals.ts';

const service = 'org.freedesktop.portal.Desktop';
/** Back ends of desktops, which do the work for the portal. */
const parts = 'org.freedesktop.impl.portal.desktop';
/** GTK's back end supports neither screens nor devices. */
const partOfGtk = `${parts}.gtk`;
const root = '/org/freedesktop/portal/desktop';
const faces = 'org.freedesktop.portal.';
/** Timeout for requests without a user dialog, including startup; milliseconds. */
const withinMs = 8_000;

/** Response codes of a portal: https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Request.html */
export const answered = { yes: 0, no: 1, other: 2 } as const;

/** Options and results by name. */
export type Options = Readonly<Record<string, Variant>>;
export type Results = ReadonlyMap<unknown, unknown>;

/** The portal's interface, without the prefix `org.freedesktop.portal.` */
export type Face = 'RemoteDesktop' | 'ScreenCast' | 'Screenshot' | 'Session' | 'Request';

/** The method to call. */
export interface Question {
  readonly face: Face;
  readonly member: string;
  /** Arguments before the options. */
  readonly signature?: string;
  readonly body?: readonly unknown[];
  readonly options?: Options;
}

/** The response to a request: its code and results. */
export interface Answer {
  readonly code: number;
  readonly results: Results;
}

/** A request that may wait for the user. */
export interface Request {
  /** @throws AppError if the portal exits before it has answered */
  readonly answer: Promise<Answer>;
  /** Withdraws the request and closes its dialog. */
  withdraw(): void;
}

/** The subset of a message bus needed here. */
export type Bus = Pick<BusConnection, 'call' | 'onSignal' | 'addMatch' | 'onLost' | 'name' | 'close'>;

interface Waiting {
  /** Object paths of its response; those of older portals are known only after the call. */
  path: string;
  /** Responses that arrived before that. */
  readonly early: Map<string, Answer>;
  readonly answered: (answer: Answer) => void;
  readonly failed: (error: Error) => void;
}

/** The desktop portal on the session bus. Only signals from its owner, about our own objects, are accepted. */
export class Portal {
  readonly #bus: Bus;
  readonly #waiting = new Set<Waiting>();
  readonly #sessions = new Map<string, (gone: boolean) => void>();
  #owner = '';

  private constructor(bus: Bus) {
    this.#bus = bus;
    bus.onSignal((message) => this.#receive(message));
    bus.onLost(() => this.#lose());
  }

  /** @throws BusUnavailable; DBusFailure if there is none */
  static async open(address: string): Promise<Portal> {
    const bus = await BusConnection.open(address, AbortSignal.timeout(withinMs));
    try {
      return await Portal.over(bus);
    } catch (error) {
      bus.close();
      throw error;
    }
  }

  static async over(bus: Bus): Promise<Portal> {
    const portal = new Portal(bus);
    const signal = AbortSignal.timeout(withinMs);
    const sender = `type='signal',sender='${service}'`;
    await bus.addMatch(`type='signal',member='NameOwnerChanged',arg0='${service}'`, signal);
    await bus.addMatch(`type='signal',member='NameOwnerChanged',arg0namespace='${parts}'`, signal);
    await bus.addMatch(`${sender},interface='${faces}Request',member='Response'`, signal);
    await bus.addMatch(`${sender},interface='${faces}Session',member='Closed'`, signal);
    await portal.#start(signal);
    return portal;
  }

  /** A numeric property of an interface; 0 if it is missing. @throws AppError */
  async number(face: Face, property: string): Promise<number> {
    const body = [faces + face, property];
    const get = { path: root, interface: 'org.freedesktop.DBus.Properties', member: 'Get', signature: 'ss', body };
    try {
      const [value] = await this.#ask({ destination: service, ...get });
      return typeof value === 'number' ? value : 0;
    } catch (error) {
      if (error instanceof DBusFailure) return 0;
      throw error;
    }
  }

  /** Calls a method that answers at once. @throws AppError; DBusFailure if refused */
  async notify(question: Question, path = root): Promise<void> {
    await this.#call(path, question, question.options ?? {});
  }

  /** Calls a method that may ask the user. @throws AppError; DBusFailure if refused at once */
  async request(question: Question): Promise<Request> {
    const token = `deskscope${randomUUID().replaceAll('-', '')}`;
    let waiting: Waiting | undefined;
    const answer = new Promise<Answer>((resolve, reject) => {
      const path = `${root}/request/${this.#bus.name.slice(1).replaceAll('.', '_')}/${token}`;
      waiting = { path, early: new Map(), answered: resolve, failed: reject };
      this.#waiting.add(waiting);
    });
    // The end of the portal may go unobserved.
    answer.catch(() => undefined);
    const asked = waiting as unknown as Waiting;
    try {
      const options = { ...question.options, handle_token: text(token) };
      const [handle] = await this.#call(root, question, options);
      if (typeof handle === 'string') this.#know(asked, handle);
    } catch (error) {
      this.#waiting.delete(asked);
      throw error;
    }
    const withdraw = () => {
      if (!this.#waiting.delete(asked)) return;
      asked.failed(portalGone('this was taken back'));
      this.notify({ face: 'Request', member: 'Close' }, asked.path).catch(() => undefined);
    };
    return { answer, withdraw };
  }

  /** Calls back once when a session ends: by the desktop, or because its portal exits. */
  onClosed(session: string, ended: (gone: boolean) => void): Disposable {
    this.#sessions.set(session, ended);
    return disposable(() => this.#sessions.delete(session));
  }

  /** Ends its sessions. */
  close(): void {
    this.#sessions.clear();
    this.#lose();
    this.#bus.close();
  }

  async #start(signal: AbortSignal): Promise<void> {
    const start = { ...busCall('StartServiceByName'), signature: 'su', body: [service, 0] };
    await this.#bus.call(start, signal);
    const [owner] = await this.#bus.call({ ...busCall('GetNameOwner'), signature: 's', body: [service] }, signal);
    this.#owner = String(owner);
  }

  #call(path: string, { face, member, signature = '', body = [] }: Question, options: Options): Promise<unknown[]> {
    const call = { destination: service, path, interface: faces + face, member };
    const takesOptions = face !== 'Request' && face !== 'Session';
    if (!takesOptions) return this.#ask(call);
    // Those of a Notify method are in the middle.
    const all = member.startsWith('Notify')
      ? { signature: `oa{sv}${signature.slice(1)}`, body: [body[0], Object.entries(options), ...body.slice(1)] }
      : { signature: `${signature}a{sv}`, body: [...body, Object.entries(options)] };
    return this.#ask({ ...call, ...all });
  }

  async #ask(call: Parameters<Bus['call']>[0]): Promise<unknown[]> {
    const signal = AbortSignal.timeout(withinMs);
    try {
      return await this.#bus.call(call, signal);
    } catch (error) {
      if (signal.aborted) throw late('The desktop portal', withinMs);
      if (error instanceof DBusFailure && isOfGone(error)) throw portalGone('it has ended');
      if (error instanceof BusUnavailable) throw portalGone('the session bus has ended');
      throw error;
    }
  }

  #know(waiting: Waiting, handle: string): void {
    waiting.path = handle;
    const early = waiting.early.get(handle);
    if (early && this.#waiting.delete(waiting)) waiting.answered(early);
  }

  #receive(message: Message): void {
    const { interface: face, member, path } = message;
    if (member === 'NameOwnerChanged' && message.sender === 'org.freedesktop.DBus') this.#followOwner(message.body());
    if (message.sender !== this.#owner) return;
    if (face === `${faces}Session` && member === 'Closed') {
      const ended = this.#sessions.get(path);
      this.#sessions.delete(path);
      ended?.(false);
    }
    if (face !== `${faces}Request` || member !== 'Response') return;
    const [code, results] = message.body();
    const answer: Answer = {
      code: typeof code === 'number' ? code : answered.other,
      results: results instanceof Map ? results : new Map(),
    };
    for (const waiting of [...this.#waiting]) {
      if (waiting.path !== path) waiting.early.set(path, answer);
      else if (this.#waiting.delete(waiting)) waiting.answered(answer);
    }
  }

  #followOwner([name, before, owner]: readonly unknown[]): void {
    // The portal does not notice the exit of a back end that granted a session: nothing would be reported.
    if (typeof name === 'string' && name.startsWith(`${parts}.`) && name !== partOfGtk && before !== '') this.#lose();
    if (name !== service || typeof owner !== 'string' || owner === this.#owner) return;
    const had = this.#owner;
    this.#owner = owner;
    if (had !== '') this.#lose();
  }

  #lose(): void {
    for (const waiting of [...this.#waiting]) waiting.failed(portalGone('it has ended'));
    this.#waiting.clear();
    const ended = [...this.#sessions.values()];
    this.#sessions.clear();
    for (const each of ended) each(true);
  }
}

const gone = ['ServiceUnknown', 'NameHasNoOwner', 'NoReply', 'Disconnected'];

function isOfGone({ errorName }: DBusFailure): boolean {
  return gone.some((name) => errorName === `org.freedesktop.DBus.Error.${name}`);
}

export const text = (value: string): Variant => ({ signature: 's', value });
export const number = (value: number): Variant => ({ signature: 'u', value });
export const yes: Variant = { signature: 'b', value: true };
export const no: Variant = { signature: 'b', value: false };
