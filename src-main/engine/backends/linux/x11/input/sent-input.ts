import { performance } from 'node:perf_hooks';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import { eventCode, type DeviceEvent } from './device-event.ts';

type Event = Pick<DeviceEvent, 'code' | 'detail'>;

/** After so long an event does not come any more, in milliseconds: the server makes none of a key that is down already. */
const comesWithinMs = 2_000;

/** Tells what we sent from what a person does: the X server's events do not say where they come from. */
export class SentInput {
  readonly #followers = new Set<SentFollower>();
  readonly #now: () => number;

  /** @param now milliseconds on any steady clock */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** To be called before it is sent. */
  note(code: number, detail: number): void {
    for (const follower of this.#followers) follower.expect({ code, detail });
  }

  /** What is sent from now on. */
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

  /** Whether we sent it; each event is to be asked about once, as it comes. */
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
