import x11 from 'x11';
import type { Disposable } from '../../../../base/disposable.ts';
import { XConnection } from '../x11/connection.ts';
import { readNumbers } from '../x11/properties.ts';

/** `unable`: the app does not know the question, or the window is gone. `silent`: it did not answer in time. */
export type PingAnswer = 'answered' | 'unable' | 'silent';

const toOwner = 0;
const noEvents = 0;
/** Answers come back to the root window, for the window manager; Qt sends them as news of the structure. */
const { SubstructureNotify, StructureNotify } = x11.eventMask as Record<
  'SubstructureNotify' | 'StructureNotify',
  number
>;

/**
 * Asks an app whether it has handled all events up to now: it takes them in order, and this question is one of them.
 * https://specifications.freedesktop.org/wm-spec/1.5/ar01s06.html (_NET_WM_PING)
 */
export class Ping implements Disposable {
  readonly #display: string;
  /** Of its own, since it listens on the root window for a moment. */
  #connection: Promise<XConnection> | null = null;
  #serial = 0;

  constructor(display: string) {
    this.#display = display;
  }

  async ask(window: number, timeoutMs: number): Promise<PingAnswer> {
    this.#connection ??= XConnection.open(this.#display);
    const x = await this.#connection;
    const [ping, protocols] = await Promise.all([x.atom('_NET_WM_PING'), x.atom('WM_PROTOCOLS')]);
    const understood = await readNumbers(x, window, 'WM_PROTOCOLS').catch((): number[] => []);
    if (!understood.includes(ping)) return 'unable';
    const serial = ++this.#serial;
    const answered = this.#answer(x, { ping, window, serial, timeoutMs });
    x.client.ChangeWindowAttributes(x.root, { eventMask: SubstructureNotify | StructureNotify });
    x.client.SendClientMessage(window, window, protocols, 32, [ping, serial, window, 0, 0], toOwner);
    const inTime = await answered;
    x.client.ChangeWindowAttributes(x.root, { eventMask: noEvents });
    return inTime ? 'answered' : 'silent';
  }

  dispose(): void {
    void this.#connection?.then((x) => x.close()).catch(() => undefined);
  }

  #answer(x: XConnection, question: Question): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (inTime: boolean) => {
        clearTimeout(timer);
        listening.dispose();
        resolve(inTime);
      };
      const timer = setTimeout(() => end(false), question.timeoutMs);
      const listening = x.onEvent(({ name, data: [about, serial, window] = [] }) => {
        const isAnswer = name === 'ClientMessage' && about === question.ping;
        if (isAnswer && serial === question.serial && window === question.window) end(true);
      });
    });
  }
}

interface Question {
  readonly ping: number;
  readonly window: number;
  readonly serial: number;
  readonly timeoutMs: number;
}
