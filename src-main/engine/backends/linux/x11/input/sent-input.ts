import { performance } from 'node:perf_hooks';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import { monotonicMs } from '../../../../../base/async/monotonic.ts';
import type { XConnection } from '../display/connection.ts';
import { numbersOf } from '../display/properties.ts';
import { eventCode, type DeviceEvent } from './device.ts';

type Event = Pick<DeviceEvent, 'code' | 'detail'>;

/** An event later than this is no longer expected, in milliseconds: the server sends none for a key that is already down. */
const comesWithinMs = 2_000;

/** Distinguishes our input from the user's: the X server's events do not name their source. */
export class SentInput {
  readonly #followers = new Set<SentFollower>();
  readonly #now: () => number;

  /** @param now milliseconds on any steady clock */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** To be called before sending. */
  note(code: number, detail: number): void {
    for (const follower of this.#followers) follower.expect({ code, detail });
  }

  /** The event being sent. */
  follow(): SentFollower {
    const follower: SentFollower = new SentFollower(this.#now, () => this.#followers.delete(follower));
    this.#followers.add(follower);
    return follower;
  }
}

export class SentFollower implements Disposable {
  readonly #now: () => number;
  readonly #end: () => void;
  readonly #heldKeys = new Set<number>();
  #expected: readonly (Event & { readonly until: number })[] = [];

  constructor(now: () => number, end: () => void) {
    this.#now = now;
    this.#end = end;
  }

  dispose(): void {
    this.#end();
  }

  expect(event: Event): void {
    this.#expected = [...this.#expected, { ...event, until: this.#now() + comesWithinMs }];
  }

  /** Whether we sent it; to be called once per event, in order. */
  isOurs({ code, detail }: Event): boolean {
    const now = this.#now();
    this.#expected = this.#expected.filter(({ until }) => now < until);
    const found = this.#expected.find((each) => each.code === code && each.detail === detail);
    // The server repeats a key that is held down.
    if (!found) return code === eventCode.keyPress && this.#heldKeys.has(detail);
    this.#expected = this.#expected.filter((each) => each !== found);
    if (code === eventCode.keyPress) this.#heldKeys.add(detail);
    if (code === eventCode.keyRelease) this.#heldKeys.delete(detail);
    return true;
  }
}

const name = '_DESKSCOPE_SENT';

/** Predefined atom CARDINAL. */
const cardinal = 6;

const propModeReplace = 0;

/** Minimum interval between writes, in milliseconds: window managers wake up for each property of the root. */
const everyMs = 100;

const word = 2 ** 32;

/**
 * When any Deskscope last sent input, by the machine's monotonic clock; on the root window, shared by all of them. Written
 * before the input on the same connection, so that a client that sees the effect of the input also sees the time.
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

  /** Milliseconds since then; null if none was sent. */
  async ago(): Promise<number | null> {
    const { data } = await this.#x.ask<{ readonly data: Buffer }>((client, done) =>
      client.GetProperty(0, this.#x.root, this.#property, cardinal, 0, 2, done),
    );
    const [high, low] = numbersOf(data);
    return high === undefined || low === undefined ? null : Math.max(0, monotonicMs() - (high * word + low));
  }
}
