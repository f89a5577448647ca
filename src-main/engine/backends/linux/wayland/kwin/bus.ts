import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { sleep } from '../../../../../base/async/deadline.ts';
import { isAlive } from '../../../../../base/processes/is-alive.ts';
import { busCall, BusConnection } from '../../dbus/connection.ts';
import { BusUnavailable, DBusFailure } from '../../dbus/failure.ts';
import type { Call, Message } from '../../dbus/message.ts';
import { late } from '../input/late.ts';
import { CompositorLost } from '../wire/failure.ts';

const service = 'org.kde.KWin';
const scripting = { path: '/Scripting', face: 'org.kde.kwin.Scripting' } as const;
/** The method that scripts call here. */
const back = { path: '/deskscope', face: 'app.deskscope.Compositor', member: 'Tell' } as const;
const withinMs = 3_000;

const reported = z.tuple([z.string(), z.string()]);
const loaded = z.tuple([z.number().int().nonnegative()]);

/** Prelude of every script; `tell` calls back with JSON values. */
function prelude(token: string, name: string): string {
  const where = [back.path, back.face, back.member].map((each) => JSON.stringify(each)).join(', ');
  return `var deskscope = ${JSON.stringify({ engine: name, script: token })};
function tell(what) { callDBus(deskscope.engine, ${where}, deskscope.script, JSON.stringify(what)); }
`;
}

/** A script running in KWin. */
export interface LoadedScript {
  isLoaded(): Promise<boolean>;
  unload(): Promise<void>;
}

/** KWin on the session bus. It runs scripts for any program of its user; only callbacks from KWin are accepted. */
export class KWinBus {
  readonly address: string;
  readonly #bus: BusConnection;
  readonly #owner: string;
  readonly #listeners = new Map<string, (what: unknown) => void>();
  readonly #loaded = new Set<() => Promise<void>>();
  readonly #last = new Set<Promise<unknown>>();

  private constructor(address: string, bus: BusConnection, owner: string) {
    this.address = address;
    this.#bus = bus;
    this.#owner = owner;
    bus.onCall((message) => this.#receive(message));
  }

  /** @throws CompositorLost */
  static async open(address: string): Promise<KWinBus> {
    return orLost(async () => {
      const signal = AbortSignal.timeout(withinMs);
      const bus = await BusConnection.open(address, signal);
      try {
        const [owner] = await bus.call({ ...busCall('GetNameOwner'), signature: 's', body: [service] }, signal);
        return new KWinBus(address, bus, String(owner));
      } catch (error) {
        bus.close();
        throw error;
      }
    });
  }

  /** @throws CompositorLost; AppError `timeout` if KWin is late */
  ask(path: string, face: string, member: string, args: Pick<Call, 'signature' | 'body'> = {}): Promise<unknown[]> {
    const call = { destination: service, path, interface: face, member, ...args };
    const inTime = AbortSignal.timeout(withinMs);
    return orLost(() => this.#bus.call(call, inTime)).catch((error: unknown) => {
      throw inTime.aborted ? late('KWin', withinMs) : error;
    });
  }

  /** Index of the current keyboard layout; 0 if there is only one. */
  async layout(): Promise<number> {
    const call = {
      destination: 'org.kde.keyboard',
      path: '/Layouts',
      interface: 'org.kde.KeyboardLayouts',
      member: 'getLayout',
    };
    const answered = this.#bus.call(call, AbortSignal.timeout(withinMs)).catch(() => [0]);
    return z
      .tuple([z.number()])
      .catch([0])
      .parse(await answered)[0];
  }

  /** Runs a script, and returns its first report. @throws as `ask` */
  async run(script: string): Promise<unknown> {
    let answer: (what: unknown) => void = () => undefined;
    const answered = new Promise<unknown>((resolve) => (answer = resolve));
    const loaded = await this.load(script, answer);
    const deadline = new AbortController();
    try {
      return await Promise.race([answered, silence(deadline.signal)]);
    } finally {
      deadline.abort();
      await loaded.unload();
    }
  }

  /** Loads a script, and receives its reports until it is unloaded. @throws CompositorLost */
  async load(script: string, received: (what: unknown) => void): Promise<LoadedScript> {
    const token = randomUUID();
    const file = join(scriptsFolder(), `deskscope-${process.pid}-${token}.js`);
    let unloading: Promise<void> | undefined;
    const unload = () => (unloading ??= this.#unload(token, file).finally(() => this.#loaded.delete(unload)));
    this.#listeners.set(token, received);
    this.#loaded.add(unload);
    try {
      writeFileSync(file, prelude(token, this.#bus.name) + script, { flag: 'wx' });
      const body = [file, token];
      const found = await this.ask(scripting.path, scripting.face, 'loadScript', { signature: 'ss', body });
      const parsed = loaded.safeParse(found);
      if (!parsed.success) throw new CompositorLost('it loads no script');
      // Not by its number: KWin numbers scripts by their count, so that numbers repeat after one is unloaded.
      await this.ask(scripting.path, scripting.face, 'start');
      return { unload, isLoaded: () => this.#isLoaded(token) };
    } catch (error) {
      await unload();
      throw isFileError(error) ? new CompositorLost('its scripts cannot be written') : error;
    }
  }

  /** Unloads scripts of killed engines. @throws as `ask` */
  async removeLeft(): Promise<void> {
    const folder = scriptsFolder();
    const left = readdirSync(folder).flatMap((name) => {
      const [, owner, token] = /^deskscope-(\d+)-(.+)\.js$/.exec(name) ?? [];
      return token !== undefined && !isAlive(Number(owner)) ? [{ token, file: join(folder, name) }] : [];
    });
    await Promise.all(left.map(({ token, file }) => this.#unload(token, file)));
  }

  /** Not closed before the answer. */
  finish(work: Promise<unknown>): void {
    const last = work.catch(() => undefined).finally(() => this.#last.delete(last));
    this.#last.add(last);
  }

  /** Unloads all remaining scripts. */
  async close(): Promise<void> {
    await Promise.all([...[...this.#loaded].map((unload) => unload()), ...this.#last]);
    this.#bus.close();
  }

  async #unload(token: string, file: string): Promise<void> {
    this.#listeners.delete(token);
    rmSync(file, { force: true });
    const named = { signature: 's', body: [token] };
    await this.ask(scripting.path, scripting.face, 'unloadScript', named).catch(() => undefined);
  }

  async #isLoaded(token: string): Promise<boolean> {
    const named = { signature: 's', body: [token] };
    const [answer] = await this.ask(scripting.path, scripting.face, 'isScriptLoaded', named);
    return answer === true;
  }

  #receive(message: Message): void {
    if (message.sender !== this.#owner || message.interface !== back.face || message.member !== back.member) return;
    const parsed = reported.safeParse(message.body());
    if (!parsed.success) return;
    const [token, text] = parsed.data;
    this.#listeners.get(token)?.(fromJson(text));
  }
}

function scriptsFolder(): string {
  return process.env['XDG_RUNTIME_DIR'] ?? tmpdir();
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

async function silence(signal: AbortSignal): Promise<never> {
  await sleep(withinMs, signal);
  throw late('KWin', withinMs);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function orLost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BusUnavailable) throw new CompositorLost(`it is not on the session bus: ${error.message}`);
    if (error instanceof DBusFailure) throw new CompositorLost(`it refused: ${error.message}`);
    if (error instanceof DOMException) throw new CompositorLost('it does not answer on the session bus');
    throw error;
  }
}
