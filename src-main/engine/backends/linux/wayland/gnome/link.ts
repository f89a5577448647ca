import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { AppError, type ErrorCode } from '#contract/errors';
import { sleep } from '../../../../../base/async/deadline.ts';
import { doorOf, protocol } from '../../../../../setup/gnome-extension/protocol.ts';
import { late } from '../input/late.ts';
import { CompositorLost } from '../wire/failure.ts';
import { Messages, type Message } from './messages.ts';

const withinMs = 5_000;
const againMs = 200;

const greeting = z.object({ protocol: z.number(), shell: z.string() });

/** Errors of the extension. */
const codes: Readonly<Record<string, { readonly code: ErrorCode; readonly hint: string }>> = {
  gone: { code: 'window_not_found', hint: 'List the windows again.' },
  overview: { code: 'busy', hint: 'Focus a window first, which leaves the overview.' },
  clipboard: { code: 'busy', hint: 'Set the value of the field instead, or copy some text before.' },
  grabbed: { code: 'busy', hint: 'Close what covers the windows, and try again.' },
};

interface Waiting {
  readonly answered: (message: Message) => void;
  readonly failed: (error: Error) => void;
}

/** The extension in gnome-shell: queries and events. A lost link is not reopened. */
export class GnomeLink {
  /** The version of gnome-shell. */
  readonly shell: string;
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Set<(message: Message) => void>();
  readonly #lostListeners = new Set<(error: CompositorLost) => void>();
  #id = 0;
  #lost: CompositorLost | null = null;

  private constructor(socket: Socket, messages: Messages, shell: string) {
    this.#socket = socket;
    this.shell = shell;
    messages.listen((told) => this.#receive(told));
    socket.on('close', () => this.#lose('its extension has ended'));
    socket.on('error', () => undefined);
  }

  /**
   * @param mayCome whether an extension that is not running may start soon: if so, waits for it
   * @throws CompositorLost if it is not running, or has another version
   */
  static async open(mayCome = () => false): Promise<GnomeLink> {
    const { socket, messages, told } = await greetedBy(mayCome);
    const parsed = greeting.safeParse(told);
    if (parsed.success && parsed.data.protocol === protocol) return new GnomeLink(socket, messages, parsed.data.shell);
    socket.destroy();
    throw new CompositorLost('its extension is that of another version: `deskscope gnome install`, then log in again');
  }

  /** @throws CompositorLost, AppError for errors of the extension, and `timeout` if it is late */
  async ask<T>(ask: string, told: Readonly<Record<string, unknown>>, answer: z.ZodType<T>): Promise<T> {
    const parsed = answer.safeParse((await this.#ask(ask, told))['answer']);
    if (parsed.success) return parsed.data;
    throw new CompositorLost('its extension answers what cannot be read');
  }

  /** For queries without a result. @throws as `ask` */
  async notify(ask: string, told: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.#ask(ask, told);
  }

  /** For queries that return bytes. @throws as `ask` */
  async read(ask: string, told: Readonly<Record<string, unknown>>): Promise<Uint8Array> {
    const { data } = await this.#ask(ask, told);
    if (data) return data;
    throw new CompositorLost('its extension gives no picture');
  }

  /** Subscribes to its events. @returns the unsubscribe function */
  onEvent(event: string, received: (message: Message) => void): () => void {
    const listener = (message: Message) => {
      if (message.event === event) received(message);
    };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  onLost(listener: (error: CompositorLost) => void): void {
    this.#lostListeners.add(listener);
  }

  close(): void {
    this.#lostListeners.clear();
    this.#lose('this connection was closed');
  }

  #ask(ask: string, told: Readonly<Record<string, unknown>>): Promise<Message> {
    return new Promise((resolve, reject) => {
      if (this.#lost) {
        reject(this.#lost);
        return;
      }
      const id = ++this.#id;
      const settle = (work: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        work();
      };
      const timer = setTimeout(() => settle(() => reject(late('GNOME Shell', withinMs))), withinMs);
      this.#waiting.set(id, {
        answered: (answer) => settle(() => resolve(answer)),
        failed: (error) => settle(() => reject(error)),
      });
      this.#socket.write(`${JSON.stringify({ id, ask, told })}\n`);
    });
  }

  #receive(message: Message): void {
    const { id = 0, refused, why = '' } = message;
    const waiting = this.#waiting.get(id);
    if (!waiting) for (const listener of [...this.#listeners]) listener(message);
    else if (refused !== undefined) waiting.failed(refusal(refused, why));
    else waiting.answered(message);
  }

  #lose(why: string): void {
    if (this.#lost) return;
    this.#lost = new CompositorLost(why);
    this.#socket.destroy();
    for (const { failed } of [...this.#waiting.values()]) failed(this.#lost);
    for (const listener of this.#lostListeners) listener(this.#lost);
  }
}

function refusal(code: string, why: string): Error {
  const known = codes[code];
  if (!known) return new CompositorLost(`its extension refuses: ${why}`);
  return new AppError(known.code, why, { hint: known.hint, delivery: 'not_delivered' });
}

async function greetedBy(mayCome: () => boolean): ReturnType<typeof greeted> {
  for (;;) {
    try {
      return await greeted();
    } catch (error) {
      if (!mayCome()) throw error;
      await sleep(againMs);
    }
  }
}

/** A client that sends the secret receives the version. */
async function greeted(): Promise<{ readonly socket: Socket; readonly messages: Messages; readonly told: Message }> {
  const door = doorOf(process.env);
  let secret: string;
  try {
    secret = readFileSync(door.secret, 'utf8');
  } catch {
    throw new CompositorLost('its extension does not run');
  }
  const socket = connect(door.socket);
  const messages = new Messages(socket);
  const told = await new Promise<Message>((resolve, reject) => {
    const fail = () => {
      socket.destroy();
      reject(new CompositorLost('its extension does not let us in'));
    };
    socket.setTimeout(withinMs, fail);
    socket.once('error', fail);
    socket.once('close', fail);
    messages.listen(resolve);
    socket.write(`${JSON.stringify({ secret })}\n`);
  });
  socket.setTimeout(0);
  socket.removeAllListeners('error');
  socket.removeAllListeners('close');
  return { socket, messages, told };
}
