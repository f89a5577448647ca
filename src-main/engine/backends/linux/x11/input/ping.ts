import x11 from 'x11';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import { XConnection } from '../display/connection.ts';
import { readNumbers } from '../display/properties.ts';

/** `unable`: the app does not support the protocol, or the window is gone. `silent`: it did not answer in time. */
export type PingAnswer = 'answered' | 'unable' | 'silent';

const toOwner = 0;
const noEvents = 0;
/**
 * Answers are sent to the root window, for the window manager; Qt sends them as structure events. The pinged window's own
 * structure events report its destruction.
 */
const { SubstructureNotify, StructureNotify } = x11.eventMask as Record<
  'SubstructureNotify' | 'StructureNotify',
  number
>;

/**
 * Asks an app whether it has handled all events so far: it processes events in order, including this one.
 * https://specifications.freedesktop.org/wm-spec/1.5/ar01s06.html (_NET_WM_PING)
 */
export class Ping implements Disposable {
  readonly #display: string;
  /** A separate connection, since it selects events on the root window temporarily. */
  #connection: Promise<XConnection> | null = null;
  #serial = 0;
  /** Number of pending pings. */
  #listening = 0;

  constructor(display: string) {
    this.#display = display;
  }

  async ask(window: number, timeoutMs: number, signal?: AbortSignal): Promise<PingAnswer> {
    this.#connection ??= XConnection.open(this.#display);
    const x = await this.#connection;
    const [ping, protocols] = await Promise.all([x.atom('_NET_WM_PING'), x.atom('WM_PROTOCOLS')]);
    const understood = await readNumbers(x, window, 'WM_PROTOCOLS').catch((): number[] => []);
    if (!understood.includes(ping)) return 'unable';
    const serial = ++this.#serial;
    const answered = this.#answer(x, { ping, window, serial, timeoutMs, signal });
    this.#listen(x, 1);
    x.client.ChangeWindowAttributes(window, { eventMask: StructureNotify });
    x.client.SendClientMessage(window, window, protocols, 32, [ping, serial, window, 0, 0], toOwner);
    const answer = await answered;
    this.#listen(x, -1);
    return answer;
  }

  dispose(): void {
    void this.#connection?.then((x) => x.close()).catch(() => undefined);
  }

  #listen(x: XConnection, change: 1 | -1): void {
    this.#listening += change;
    const eventMask = this.#listening > 0 ? SubstructureNotify | StructureNotify : noEvents;
    x.client.ChangeWindowAttributes(x.root, { eventMask });
  }

  #answer(x: XConnection, question: Question): Promise<PingAnswer> {
    return new Promise((resolve) => {
      const end = (answer: PingAnswer) => {
        clearTimeout(timer);
        question.signal?.removeEventListener('abort', giveUp);
        listening.dispose();
        resolve(answer);
      };
      const giveUp = () => end('silent');
      const timer = setTimeout(giveUp, question.timeoutMs);
      question.signal?.addEventListener('abort', giveUp, { once: true });
      const listening = x.onEvent(({ name, wid, data: [about, serial, window] = [] }) => {
        if (name === 'DestroyNotify' && wid === question.window) end('unable');
        const isAnswer = name === 'ClientMessage' && about === question.ping;
        if (isAnswer && serial === question.serial && window === question.window) end('answered');
      });
    });
  }
}

interface Question {
  readonly ping: number;
  readonly window: number;
  readonly serial: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}
