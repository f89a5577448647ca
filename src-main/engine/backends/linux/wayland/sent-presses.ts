import type { Disposable } from '../../../../base/disposable.ts';

/** So long after it was sent a change is not heard any more, in milliseconds. */
const comesWithinMs = 2_000;

/** A key or button of linux/input-event-codes.h that goes down or up; their numbers are all different. */
export interface Change {
  readonly code: number;
  readonly down: boolean;
}

/** A notch of the wheel, which nobody holds, as a change. @param notches as in `Told` */
export function turned(notches: number): Change {
  return { code: notches > 0 ? -1 : -2, down: false };
}

/** Tells what we sent from what a person does: who hears a press is not told whose it is. */
export class SentPresses {
  readonly #followers = new Set<SentFollower>();
  readonly #now: () => number;

  /** @param now milliseconds on any steady clock */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Sends a change. It is expected from before that on: to send it may take long where the compositor is busy. */
  async sending(change: Change, send: () => Promise<void>): Promise<void> {
    const sent = [...this.#followers].map((follower) => follower.expect(change));
    try {
      await send();
    } finally {
      for (const done of sent) done();
    }
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
  readonly #held = new Set<number>();
  #expected: readonly (Change & { until: number })[] = [];

  constructor(now: () => number, end: () => void) {
    this.#now = now;
    this.#end = end;
  }

  dispose(): void {
    this.#end();
  }

  /** @returns to be called when it was sent */
  expect(change: Change): () => void {
    if (change.down) this.#held.add(change.code);
    else this.#held.delete(change.code);
    const expected = { ...change, until: Infinity };
    this.#expected = [...this.#expected, expected];
    return () => (expected.until = this.#now() + comesWithinMs);
  }

  /** Whether we sent it; each change is to be asked about once, as it comes. A key that we hold down is repeated. */
  isOurs({ code, down }: Change): boolean {
    const now = this.#now();
    this.#expected = this.#expected.filter(({ until }) => now < until);
    const found = this.#expected.find((each) => each.code === code && each.down === down);
    this.#expected = this.#expected.filter((each) => each !== found);
    return found !== undefined || (down && this.#held.has(code));
  }
}
