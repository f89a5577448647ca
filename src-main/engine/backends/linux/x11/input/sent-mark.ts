import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import type { XConnection } from '../display/connection.ts';
import { numbersOf } from '../display/properties.ts';

const name = '_DESKSCOPE_SENT';
/** Predefined atom CARDINAL. */
const cardinal = 6;
const propModeReplace = 0;
/** How often it is written at most, in milliseconds: window managers wake up for each property of the root. */
const everyMs = 100;
const word = 2 ** 32;

/**
 * When a Deskscope has last sent input, written on the root window for all of them, by the machine's monotonic clock. It
 * is written before the input, on the same connection: who sees what the input did sees the mark.
 */
export class SentMark {
  readonly #x: XConnection;
  readonly #property: number;
  #written = -everyMs;

  private constructor(x: XConnection, property: number) {
    this.#x = x;
    this.#property = property;
  }

  static async open(x: XConnection): Promise<SentMark> {
    return new SentMark(x, await x.atom(name));
  }

  note(): void {
    const now = monotonicMs();
    if (now - this.#written < everyMs) return;
    this.#written = now;
    const words = [Math.floor(now / word), Math.floor(now) % word];
    this.#x.client.ChangeProperty(propModeReplace, this.#x.root, this.#property, cardinal, 32, words);
  }

  /** Milliseconds since then; null where no one has sent any. */
  async ago(): Promise<number | null> {
    const { data } = await this.#x.ask<{ readonly data: Buffer }>((client, done) =>
      client.GetProperty(0, this.#x.root, this.#property, cardinal, 0, 2, done),
    );
    const [high, low] = numbersOf(data);
    return high === undefined || low === undefined ? null : Math.max(0, monotonicMs() - (high * word + low));
  }
}
